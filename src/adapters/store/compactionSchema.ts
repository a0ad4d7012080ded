import * as v from 'valibot';
import type { CompactionEntry } from '../../core/log/entry.ts';
import { FORMAT_VERSION } from '../../core/log/formatVersion.ts';
import { withLines, WRITTEN_KINDS, type WrittenCompaction } from '../../core/log/notesLine.ts';
import { finite, list, time } from './messageSchema.ts';
import { schemaOf } from './schemaOf.ts';

export const tier = v.picklist(['background', 'aggressive', 'emergency', 'manual']);

const texts = list(v.string());
const blockKind = v.picklist(Object.values(WRITTEN_KINDS));

/**
 * Used in place of `v.record`, which drops the keys `__proto__` and `constructor`. A model may choose them as call ids.
 */
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
  tokens: finite,
});
const provenance = v.object({ block: blockKind, line: finite, ids: texts });

const pass = v.object({ name: v.string(), tokensBefore: finite, tokensAfter: finite, treated: finite });
const summary = v.object({
  model: v.string(),
  calls: finite,
  inputTokens: finite,
  outputTokens: finite,
  durationMs: finite,
  cost: v.exactOptional(finite),
  struck: texts,
  added: texts,
});
const event = v.object({
  reason: v.picklist(['threshold', 'manual', 'overflow', 'emergency']),
  strategy: v.string(),
  tier,
  messagesBefore: finite,
  messagesAfter: finite,
  tokensBefore: finite,
  tokensAfter: finite,
  summaryTokens: finite,
  cursorBefore: finite,
  cursorAfter: finite,
  coveredThrough: v.exactOptional(v.string()),
  durationMs: finite,
  passes: list(pass),
  summary: v.exactOptional(summary),
  proseFailed: v.exactOptional(v.string()),
  instructions: v.exactOptional(v.string()),
});
const receipt = v.object({
  kept: finite,
  keptVerbatim: v.exactOptional(finite),
  recallable: finite,
  constraintsKept: finite,
  constraintsInNotes: v.exactOptional(finite),
  constraintsRecallable: texts,
  sampleRecallable: texts,
  lost: v.exactOptional(finite),
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

/** Parses a compaction. Derives a block's missing `lines` from its text: earlier versions wrote only the text. */
export const compactionSchema = schemaOf<CompactionEntry>()(v.pipe(written, v.transform(withLines)));
