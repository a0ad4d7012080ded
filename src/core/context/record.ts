import type { CompactionEntry, EntryId, RecordBlock } from '../log/entry.ts';
import type { Message } from '../log/message.ts';
import type { Stage } from '../log/foldState.ts';
import type { Session } from '../log/session.ts';
import type { ContextItem, Treatment } from './context.ts';
import { withSpacesFolded } from '../text/lines.ts';
import { planText } from './standingPlan.ts';
import { withoutRecordMarks } from './recordMarks.ts';

/** The number of newest finished stages with a detailed digest. A compaction may make these digests brief, too. */
export const DETAILED_STAGES = 3;

export const RECORD_OPENING =
  '<longthread-record>\nLongthread keeps this record of the earlier part of the session; nobody typed it. ' +
  'An original is read back with the recall tool by its address, e.g. m12.';
export const RECORD_CLOSING = '</longthread-record>';

/**
 * Returns the single user message that replaces everything that was folded: the blocks (notes, summaries, observations,
 * eviction note), the digests of stages and the plan, in this order. Undefined if there are no blocks, digests or plan.
 */
export function recordItem(
  session: Session,
  compactions: readonly CompactionEntry[],
): ContextItem | undefined {
  const blocks = standingBlocks(compactions);
  const digests = digestText(session.stages, compactions);
  const plan = planText(session, compactions);
  const sections = [...blocks.map(({ text }) => text), digests, plan].filter((text) => text !== '');
  if (sections.length === 0) return undefined;
  return {
    message: {
      role: 'user',
      parts: [{ type: 'text', text: recordText(sections), origin: 'client', label: 'record' }],
    },
    treatment: recordTreatment(blocks),
    entries: recordEntries(session, compactions),
  };
}

/** Returns whether the message is the record or the opening note that takes the place of the record. */
export function isRecord({ role, parts: [part] }: Message): boolean {
  return role === 'user' && part?.type === 'text' && part.label === 'record';
}

const OPENING = '[What was said before this is not shown.]';

/**
 * Returns an item with the user role for the beginning of the messages. Some providers reject messages that begin with
 * another role.
 */
export function openingItem(session: Session, compactions: readonly CompactionEntry[]): ContextItem {
  return {
    message: { role: 'user', parts: [{ type: 'text', text: OPENING, origin: 'client', label: 'record' }] },
    treatment: 'note',
    entries: recordEntries(session, compactions),
  };
}

/**
 * Joins the sections between the opening and the closing tag. Escapes such tags within the sections, because a section
 * may contain text from commit messages, notes and models.
 */
export function recordText(sections: readonly string[]): string {
  const contained = sections.map(withoutRecordMarks);
  return [RECORD_OPENING, ...contained, RECORD_CLOSING].join('\n\n');
}

const ORDER: Readonly<Record<RecordBlock['kind'], number>> = {
  notes: 0,
  summary: 1,
  observations: 2,
  eviction: 3,
};

/**
 * Returns the blocks in effect. The mode of a block decides whether it replaces earlier blocks of the same kind or is
 * added to them.
 */
export function standingBlocks(
  compactions: readonly Pick<CompactionEntry, 'blocks'>[],
): readonly RecordBlock[] {
  let standing: RecordBlock[] = [];
  for (const block of compactions.flatMap((compaction) => compaction.blocks)) {
    if (block.mode === 'replace') standing = standing.filter((other) => other.kind !== block.kind);
    if (block.text !== '') standing.push(block);
  }
  return standing.sort((a, b) => ORDER[a.kind] - ORDER[b.kind]);
}

/**
 * Returns the digests of finished stages. They are in the context even if the messages of the stage were not folded.
 */
export function digestText(
  stages: readonly Stage[],
  compactions: readonly Pick<CompactionEntry, 'briefStages'>[],
): string {
  const live = stages.filter((stage) => !stage.isSuperseded).map((stage) => stage.entry);
  if (live.length === 0) return '';
  const brief = new Set<EntryId>(compactions.flatMap((compaction) => compaction.briefStages ?? []));
  const lines = live.map((stage, index) => {
    const isDetailed = index >= live.length - DETAILED_STAGES && !brief.has(stage.id);
    const digest = withSpacesFolded(isDetailed ? stage.detailed : stage.brief);
    return `- ${withSpacesFolded(stage.title)} (${stage.first}–${stage.last}): ${digest}`;
  });
  return `## Finished stages\n${lines.join('\n')}`;
}

function recordTreatment(blocks: readonly RecordBlock[]): Treatment {
  const has = (kind: RecordBlock['kind']): boolean => blocks.some((block) => block.kind === kind);
  if (has('summary')) return 'summary';
  if (has('notes')) return 'notes';
  return blocks.length > 0 ? 'note' : 'digest';
}

function recordEntries(session: Session, compactions: readonly CompactionEntry[]): readonly EntryId[] {
  const folded = compactions.flatMap(({ folded: groups }) => groups.flatMap(({ ids }) => ids));
  const stages = session.stages.filter((stage) => !stage.isSuperseded).map((stage) => stage.entry.id);
  return [...new Set([...folded, ...stages, ...compactions.map((compaction) => compaction.id)])];
}
