import * as v from 'valibot';
import type { CompactionEntry } from '../../core/log/entry.ts';
import { FORMAT_VERSION } from '../../core/log/formatVersion.ts';
import { withLines, WRITTEN_KINDS, type WrittenCompaction } from '../../core/log/notesLine.ts';
import { figure, list, time } from './messageSchema.ts';
import { schemaOf } from './schemaOf.ts';

export const tier = v.picklist(['background', 'aggressive', 'emergency', 'manual']);

const texts = list(v.string());
const blockKind = v.picklist(Object.values(WRITTEN_KINDS));

/** Replaces `v.record`, which drops `__proto__` and `constructor`: a model may choose these as call ids. */
const textById = v.custom<Readonly<Record<string, string>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === 'string'),
);

const replaced = v.object({
  id: v.string(),
  as: v.picklist(['excerpt', 'stub']),
  text: v.string(),
  arguments: v.exactOptional(textById),
  ofClient: v.exactOptional(v.literal(true)),
});
const folded = v.object({ ids: texts, as: v.picklist(['digest', 'summary', 'evicted']) });
const line = v.object({
  section: v.string(),
  speaker: v.exactOptional(v.picklist(['person', 'assistant', 'thought', 'agent'])),
  ids: texts,
  mark: v.string(),
  words: v.string(),
  tail: v.exactOptional(v.string()),
});
const block = v.object({
  kind: blockKind,
  lines: v.exactOptional(list(line)),
  text: v.string(),
  mode: v.picklist(['replace', 'stack']),
  tokens: figure,
});
const provenance = v.object({ block: blockKind, line: figure, ids: texts });

const pass = v.object({ name: v.string(), tokensBefore: figure, tokensAfter: figure, treated: figure });
const summary = v.object({
  model: v.string(),
  calls: figure,
  inputTokens: figure,
  outputTokens: figure,
  durationMs: figure,
  cost: v.exactOptional(figure),
  struck: texts,
  added: texts,
});
const event = v.object({
  reason: v.picklist(['threshold', 'manual', 'overflow', 'emergency']),
  strategy: v.string(),
  tier,
  messagesBefore: figure,
  messagesAfter: figure,
  tokensBefore: figure,
  tokensAfter: figure,
  summaryTokens: figure,
  cursorBefore: figure,
  cursorAfter: figure,
  coveredThrough: v.exactOptional(v.string()),
  durationMs: figure,
  passes: list(pass),
  summary: v.exactOptional(summary),
  proseFailed: v.exactOptional(v.string()),
  instructions: v.exactOptional(v.string()),
});
const receipt = v.object({
  kept: figure,
  keptVerbatim: v.exactOptional(figure),
  recallable: figure,
  constraintsKept: figure,
  constraintsInNotes: v.exactOptional(figure),
  constraintsRecallable: texts,
  sampleRecallable: texts,
  lost: v.exactOptional(figure),
  sampleLost: v.exactOptional(texts),
});

const written = schemaOf<WrittenCompaction>()(
  v.object({
    v: v.literal(FORMAT_VERSION),
    id: v.string(),
    at: time,
    kind: v.literal('compaction'),
    completes: v.exactOptional(v.string()),
    replaced: list(replaced),
    folded: list(folded),
    blocks: list(block),
    provenance: list(provenance),
    madeFrom: v.exactOptional(texts),
    leftOut: v.exactOptional(texts),
    editedSummaries: v.exactOptional(v.literal(true)),
    prosePending: v.boolean(),
    foldedNotes: texts,
    briefStages: v.exactOptional(texts),
    event,
    receipt,
  }),
);

/** Parses a compaction. One without lines of notes, as earlier programs wrote it, gets them. */
export const compactionSchema = schemaOf<CompactionEntry>()(v.pipe(written, v.transform(withLines)));
