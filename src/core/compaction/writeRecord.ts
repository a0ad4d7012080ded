import { recordText } from '../context/record.ts';
import { writeLedger, type Ledger } from '../ledger/ledger.ts';
import type { EntryId, MessageId, RecordBlock } from '../session/entry.ts';
import { textOf } from '../session/message.ts';
import { liveCompactions, type Session, type SessionMessage } from '../session/session.ts';
import type { Summary } from '../summary/summary.ts';
import { evictionNote } from './evictionNote.ts';
import { foldedIds } from './foldedIds.ts';
import { foldNotes } from './foldNotes.ts';
import type { Plan } from './plan.ts';

/** Tokens that a model's summary may take of the record's room. */
export const SUMMARY_SHARE = 0.4;

export interface RecordOptions {
  /** A model's summary that stands under the ledger. */
  readonly summary?: Summary;
  /** Leave room for a summary that is still to come. */
  readonly isProsePending?: boolean;
}

/** The record's blocks as a plan needs them, and what they stand on. */
export interface WrittenRecord {
  readonly blocks: readonly RecordBlock[];
  readonly ledger: Ledger | undefined;
  readonly folded: readonly SessionMessage[];
  readonly newlyFolded: readonly SessionMessage[];
  readonly foldedNotes: readonly EntryId[];
}

/** Writes what speaks for everything folded: ledger, summary, notes and the count of what left, within the room there is. */
export function writeRecord(plan: Plan, options: RecordOptions): WrittenRecord {
  const { working, request } = plan;
  const { session, strategy, settings, account } = request;
  const earlier = foldedIds(session);
  const isNew = (id: MessageId): boolean => working.folded.has(id);
  const folded = session.messages.filter(({ id }) => earlier.has(id) || isNew(id));
  const newlyFolded = folded.filter(({ id }) => isNew(id));
  if (newlyFolded.length === 0)
    return { blocks: [], ledger: undefined, folded, newlyFolded, foldedNotes: [] };
  const block = (kind: RecordBlock['kind'], text: string): RecordBlock => ({
    kind,
    text,
    mode: 'replace',
    tokens: account.ofText(text),
  });
  const notes = foldNotes(session, settings.notesCharacters);
  const wanted = [
    block('eviction', evictionNote(plan, folded, options.summary === undefined)),
    ...(notes.text === '' ? [] : [block('notes', notes.text)]),
    ...(options.summary ? [summaryBlock(options.summary, settings.summaries)] : []),
  ];
  const room = recordRoom(plan);
  const blocks = frameTokens(plan, wanted) <= room ? wanted : [];
  const ledger = strategy.hasLedger
    ? ledgerFor(plan, folded, room - frameTokens(plan, blocks), options)
    : undefined;
  return {
    blocks: [...(ledger && ledger.text !== '' ? [block('ledger', ledger.text)] : []), ...blocks],
    ledger,
    folded,
    newlyFolded,
    foldedNotes: notes.ids,
  };
}

/** The ledger of everything folded so far, always from the raw log, in the room that is left for it. */
function ledgerFor(
  plan: Plan,
  folded: readonly SessionMessage[],
  most: number,
  options: RecordOptions,
): Ledger {
  const { working, request } = plan;
  const { account, facts, oftenRecalled } = request;
  const isProseToCome = options.isProsePending === true && options.summary === undefined;
  const budget = Math.max(0, Math.floor(isProseToCome ? most * (1 - SUMMARY_SHARE) : most));
  return writeLedger({
    messages: folded.filter(({ message }) => message.role !== 'system'),
    ...(facts ? { facts } : {}),
    shownTexts: working.units
      .filter((unit) => !working.isFolded(unit))
      .flatMap((unit) => unit.messages.map(({ message }) => textOf(message))),
    budgetTokens: budget,
    count: account.count,
    ...(oftenRecalled ? { oftenRecalled } : {}),
  });
}

function summaryBlock({ text, tokens }: Summary, mode: 'merge' | 'stack'): RecordBlock {
  return { kind: 'summary', text, tokens, mode: mode === 'merge' ? 'replace' : 'stack' };
}

/** A message's framing, and what joining texts may add. */
const FRAME_SLACK = 8;

/** What the record may take: as planned, or more where the target leaves more, and never past the limit. */
function recordRoom({ working, request: { goal } }: Plan): number {
  const beside = working.tokensBesideRecord;
  const wanted =
    goal.targetTokens === undefined
      ? goal.record.most
      : Math.max(goal.record.reserve, goal.targetTokens - beside);
  const limit = goal.mustFitTokens === undefined ? wanted : goal.mustFitTokens - beside;
  return Math.min(goal.record.most, wanted, limit);
}

/** The record's tokens beside the ledger. */
function frameTokens({ request: { account, session } }: Plan, blocks: readonly RecordBlock[]): number {
  const texts = [...blocks.map(({ text }) => text), ...earlierSummaries(session, blocks)];
  return account.ofText(recordText(texts)) + FRAME_SLACK;
}

function earlierSummaries(session: Session, blocks: readonly RecordBlock[]): readonly string[] {
  if (blocks.some(({ kind }) => kind === 'summary')) return [];
  return liveCompactions(session)
    .flatMap((compaction) => compaction.blocks)
    .flatMap((block) => (block.kind === 'summary' ? [block.text] : []));
}
