/**
 * Who decides on a setting, and so in which of the editor's settings it counts:
 * - `person`: where the conversation goes and what is said in the person's name. Scope `machine`: no workspace sets it.
 * - `choice`: a model. Scope `machine-overridable`: a workspace may choose among those that the person has connected.
 * - `context`: how full the window gets and how it is made smaller. A workspace may set it, and a model may have its own.
 * - `workspace`: how one works in a workspace, whatever the model.
 */
export type SettingClass = 'person' | 'choice' | 'context' | 'workspace';

const BY_NAME: Readonly<Record<string, SettingClass>> = {
  instructions: 'person',
  'summary.prompt': 'person',
  model: 'choice',
  'summary.model': 'choice',
  contextWindow: 'context',
  strategy: 'context',
  'summary.mode': 'context',
  'summary.memoryRounds': 'context',
  'memories.tokens': 'context',
  'notes.foldedCharacters': 'context',
  'notes.live': 'context',
  maxSteps: 'workspace',
  perModel: 'workspace',
  recall: 'workspace',
  'stages.byCommit': 'workspace',
};

const BY_GROUP: Readonly<Record<string, SettingClass>> = {
  endpoint: 'person',
  compaction: 'context',
  stubs: 'context',
  rolling: 'context',
  staged: 'context',
  window: 'context',
  notes: 'workspace',
};

/** The class of a setting, its name without `longthread.`; undefined for one that nobody has thought about. */
export function settingClass(name: string): SettingClass | undefined {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  const group = name.slice(0, Math.max(0, name.indexOf('.')));
  return Object.hasOwn(BY_GROUP, group) ? BY_GROUP[group] : undefined;
}
