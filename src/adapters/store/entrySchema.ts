import * as v from 'valibot';
import type { Entry } from '../../core/log/entry.ts';
import { FORMAT_VERSION } from '../../core/log/formatVersion.ts';
import type { AgentLinks } from '../../core/log/sessionInfo.ts';
import { compactionSchema, tier } from './compactionSchema.ts';
import { finite, list, messageSchema, time } from './messageSchema.ts';
import { schemaOf } from './schemaOf.ts';

const base = { v: v.literal(FORMAT_VERSION), id: v.string(), at: time };

const span = v.object({
  part: finite,
  start: finite,
  end: finite,
  kind: v.string(),
  number: v.exactOptional(finite),
  rule: v.exactOptional(v.string()),
});

const message = v.object({
  ...base,
  kind: v.literal('message'),
  message: messageSchema,
  secrets: v.exactOptional(list(span)),
});
const undo = v.object({ ...base, kind: v.literal('undo'), compactions: list(v.string()) });
const redo = v.object({ ...base, kind: v.literal('redo'), compactions: list(v.string()) });
const rewind = v.object({ ...base, kind: v.literal('rewind'), before: v.string() });
const pin = v.object({ ...base, kind: v.literal('pin'), target: v.string(), on: v.boolean() });
const exclude = v.object({ ...base, kind: v.literal('exclude'), target: v.string(), on: v.boolean() });
const reveal = v.object({
  ...base,
  kind: v.literal('reveal'),
  target: v.string(),
  span,
  everywhere: v.exactOptional(v.literal(true)),
});
const rule = v.object({
  ...base,
  kind: v.literal('rule'),
  text: v.string(),
  on: v.boolean(),
  source: v.exactOptional(v.string()),
});
const keptOut = v.object({ ...base, kind: v.literal('keptOut'), target: v.string(), text: v.string() });
const notesEdited = v.object({
  ...base,
  kind: v.literal('notesEdited'),
  line: v.exactOptional(v.string()),
  text: v.exactOptional(v.string()),
  on: v.boolean(),
  rule: v.exactOptional(v.string()),
  source: v.exactOptional(v.string()),
});
const stage = v.object({
  ...base,
  kind: v.literal('stage'),
  title: v.string(),
  by: v.picklist(['person', 'model', 'commit']),
  first: v.string(),
  last: v.string(),
  messageCount: finite,
  detailed: v.string(),
  brief: v.string(),
});
const note = v.object({
  ...base,
  kind: v.literal('note'),
  source: v.picklist(['editor', 'diagnostics', 'test', 'task', 'branch', 'terminal']),
  text: v.string(),
});

export const memoryType = v.picklist(['fact', 'preference', 'decision', 'observation']);

const memory = v.object({
  ...base,
  kind: v.literal('memory'),
  op: v.picklist(['save', 'edit', 'delete']),
  memoryId: v.string(),
  type: memoryType,
  text: v.string(),
  source: v.exactOptional(v.string()),
});
const model = v.object({
  ...base,
  kind: v.literal('model'),
  model: v.string(),
  window: v.exactOptional(finite),
});
/** A session's links to its chat and to other sessions, as stored in the log and in meta.json. */
export const agentLinks = schemaOf<AgentLinks>()(
  v.object({
    conversationId: v.exactOptional(v.string()),
    parent: v.exactOptional(v.string()),
    continues: v.exactOptional(v.string()),
  }),
);
const session = v.object({
  ...base,
  kind: v.literal('session'),
  title: v.exactOptional(v.string()),
  strategy: v.exactOptional(v.string()),
  workspace: v.exactOptional(v.string()),
  importedFrom: v.exactOptional(v.string()),
  branchOf: v.exactOptional(v.string()),
  foreignTools: v.exactOptional(list(v.string())),
  agent: v.exactOptional(agentLinks),
  tools: v.exactOptional(v.object({ hash: v.string(), schemas: v.exactOptional(v.string()) })),
});
const run = v.object({
  ...base,
  kind: v.literal('run'),
  state: v.picklist(['started', 'completed', 'failed', 'cancelled', 'skipped']),
  reason: v.string(),
  tier: v.exactOptional(tier),
  strategy: v.exactOptional(v.string()),
  usedTokens: v.exactOptional(finite),
  cursor: v.exactOptional(finite),
  batchMessages: v.exactOptional(finite),
  firstRecent: v.exactOptional(v.string()),
  pendingNotes: v.exactOptional(finite),
  compaction: v.exactOptional(v.string()),
  error: v.exactOptional(v.object({ model: v.string(), class: v.string(), retryable: v.boolean() })),
});
const recall = v.object({
  ...base,
  kind: v.literal('recall'),
  by: v.picklist(['model', 'person']),
  target: v.exactOptional(v.string()),
  query: v.exactOptional(v.string()),
  facts: list(v.string()),
});
const forgotten = v.object({ ...base, kind: v.literal('forgotten'), was: v.string() });

const kinds = [
  message,
  compactionSchema,
  undo,
  redo,
  rewind,
  pin,
  exclude,
  reveal,
  rule,
  keptOut,
  notesEdited,
  stage,
  note,
  memory,
  model,
  session,
  run,
  recall,
  forgotten,
] as const;

/** The schema of a line of the log. Also accepts compactions as earlier versions wrote them (`compactionSchema`). */
export const entrySchema = schemaOf<Entry>()(v.variant('kind', kinds));

export const knownKinds: ReadonlySet<string> = new Set(kinds.map((kind) => kind.entries.kind.literal));
