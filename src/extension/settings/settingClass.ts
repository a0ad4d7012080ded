/**
 * Who decides on a setting, and so in which of the editor's settings it counts:
 * - `person`: where the conversation goes and what is said in the person's name. Scope `machine`: no workspace sets it.
 * - `choice`: a model. Scope `machine-overridable`: a workspace may choose among those that the person has connected.
 * - `context`: how full the window gets and how it is made smaller. A workspace may set it, and a model may have its own.
 * - `limit`: what the person may turn off or bound. A workspace may turn it off and lower it, never the other way round.
 * - `contextLimit`: the same, and a model may have its own.
 * - `workspace`: how one works in a workspace, whatever the model.
 */
export type SettingClass = 'person' | 'choice' | 'context' | 'limit' | 'contextLimit' | 'workspace';

/** Whether a model may have its own. */
export function isOfContext(name: string): boolean {
  const its = settingClass(name);
  return its === 'context' || its === 'contextLimit';
}

const BY_NAME: Readonly<Record<string, SettingClass>> = {
  instructions: 'person',
  'summary.prompt': 'person',
  thinkingEffort: 'person',
  'summary.enabled': 'person',
  'summary.check': 'person',
  model: 'choice',
  'summary.model': 'choice',
  contextWindow: 'context',
  strategy: 'context',
  'summary.mode': 'context',
  'summary.memoryRounds': 'contextLimit',
  'memories.tokens': 'contextLimit',
  'compaction.when': 'contextLimit',
  'notes.foldedCharacters': 'context',
  'notes.live': 'context',
  maxSteps: 'limit',
  perModel: 'workspace',
  recall: 'limit',
  'stages.byCommit': 'limit',
};

const BY_GROUP: Readonly<Record<string, SettingClass>> = {
  endpoint: 'person',
  budget: 'person',
  compaction: 'context',
  stubs: 'context',
  rolling: 'context',
  staged: 'context',
  window: 'context',
  notes: 'limit',
};

/** The class of a setting, its name without `longthread.`; undefined for one that nobody has thought about. */
export function settingClass(name: string): SettingClass | undefined {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  const group = name.slice(0, Math.max(0, name.indexOf('.')));
  return Object.hasOwn(BY_GROUP, group) ? BY_GROUP[group] : undefined;
}
