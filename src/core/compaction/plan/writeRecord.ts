import type { PlanRequest } from './workingPlan.ts';
import { digestText, recordText, standingBlocks } from '../../context/record.ts';
import { ADDED_TITLE, addedLines } from '../../record/editedNotes.ts';
import { notesInSteps, type Notes } from '../../record/notes.ts';
import type { SummaryBeside } from '../../record/sections.ts';
import type { BlockKind, EntryId, MessageId, RecordBlock } from '../../log/entry.ts';
import { blockOf, headingOf, linesOfText, textOfLines, type NotesLine } from '../../log/notesLine.ts';
import { liveCompactions, type SessionMessage } from '../../log/session.ts';
import type { Summary } from '../../summary/summary.ts';
import { memoized } from '../../memoized.ts';
import { atOnce, type Steps } from '../../steps.ts';
import type { Plan } from './plan.ts';
import { evictionNote, foldObservations, wantsSummary } from './recordBlocks.ts';
import { plannedFates } from './plannedFates.ts';
import { standingSummaries, editedStanding, editedSummaries } from './standing.ts';

/**
 * The share of the record's room that a model's summary may always take. The summary gets more if the notes need less.
 */
export const SUMMARY_SHARE = 0.5;

/** The blocks of notes for a plan, and their sources. */
export interface WrittenRecord {
  readonly blocks: readonly RecordBlock[];
  /** The notes written by code; undefined if the strategy has none, or if the record is not rewritten. */
  readonly notes: Notes | undefined;
  /** The messages that this plan folds and that a model summarizes if the strategy has a summary. */
  readonly newlyFolded: readonly SessionMessage[];
  /** The older observations that no live compaction has listed or counted. Empty without a block of observations. */
  readonly foldedNotes: readonly EntryId[];
}

/**
 * Writes the blocks of the record for everything that was folded, within the planned room: notes, summary, observations
 * and the number of removed messages.
 */
export function* writeRecord(plan: Plan, summary?: Summary): Steps<WrittenRecord> {
  const { working, request } = plan;
  yield;
  const newlyFolded = plannedFates(plan).folded.filter(({ id }) =>
    wantsSummary(working.folded.get(id), request.strategy),
  );
  if (!working.rewritesRecord) return { blocks: [], notes: undefined, newlyFolded: [], foldedNotes: [] };
  yield;
  const { blocks, notes } = yield* recordWithSummary(plan, summary);
  const standing = new Set(standingBlocks(liveCompactions(request.session)).map(({ kind }) => kind));
  return {
    // An empty block removes the current block of the same kind from the record.
    blocks: [...(notes ? [blockOf('notes', notes.lines, notes.tokens)] : []), ...blocks].filter(
      ({ kind, text }) => text !== '' || standing.has(kind),
    ),
    notes,
    newlyFolded,
    foldedNotes: blocks.some(({ kind, text }) => kind === 'observations' && text !== '')
      ? observed(plan).ids
      : [],
  };
}

const observed = memoized(({ request: { session, settings } }: Plan) => foldObservations(session, settings));

type NotesAndBlocks = Pick<WrittenRecord, 'blocks' | 'notes'>;
type Space = Pick<WrittenRecord, 'blocks'> & { readonly left: number };

/**
 * Returns the notes and the other blocks. Adds the model's summary to the notes. The notes get shorter only if there is
 * no room for both. Drops the summary if it would leave no room for the notes.
 */
function* recordWithSummary(plan: Plan, summary?: Summary): Steps<NotesAndBlocks> {
  const alone = yield* recordWithoutSummary(plan);
  if (summary === undefined) return alone;
  const wanted = [...blocksWanted(plan, summary), summaryBlock(summary, plan.request)];
  const { blocks, left } = spaceFor(plan, roomForBoth(plan), wanted);
  if (alone.notes === undefined || alone.notes.tokens <= left) return { blocks, notes: alone.notes };
  const notes = yield* notesFor(plan, left, { aloneTokens: alone.left, written: summary });
  return notes?.text === '' ? alone : { blocks, notes };
}

/** Returns the notes and the other blocks without a model's summary. */
function* recordWithoutSummary(plan: Plan): Steps<NotesAndBlocks & Space> {
  const space = spaceFor(plan, recordRoom(plan), blocksWanted(plan));
  return { ...space, notes: yield* notesFor(plan, space.left) };
}

/** Returns all blocks except a new summary and the notes that code writes, even if the blocks exceed the room. */
function blocksWanted(plan: Plan, summary?: Summary | 'toCome'): readonly RecordBlock[] {
  const { session, strategy, account } = plan.request;
  const block = (kind: BlockKind, lines: readonly NotesLine[]): RecordBlock =>
    blockOf(kind, lines, account.ofText(textOfLines(lines)));
  return [
    block('eviction', linesOfText(evictionNote(plan, plannedFates(plan).folded, summary === undefined))),
    block('observations', linesOfText(observed(plan).text)),
    ...standingSummariesFor(plan, summary),
    ...(!strategy.hasNotes && plan.working.isEdited ? [block('notes', editedStanding(session))] : []),
  ];
}

/**
 * The order in which blocks are dropped if the room is too small for all blocks. The notes take the room that is left.
 */
const DROPPED_FIRST: readonly BlockKind[] = ['observations', 'summary', 'eviction'];

/**
 * Returns the blocks that fit into the room together with the blocks of earlier compactions, and the number of tokens
 * that are left for the notes.
 */
function spaceFor(plan: Plan, room: number, wanted: readonly RecordBlock[]): Space {
  let blocks = wanted;
  let left = room - tokensWithoutNotes(plan, blocks);
  for (const kind of plan.request.strategy.hasNotes ? DROPPED_FIRST : [...DROPPED_FIRST, 'notes' as const]) {
    if (left >= 0) break;
    blocks = [...blocks.filter((block) => block.kind !== kind), blockOf(kind, [], 0)];
    left = room - tokensWithoutNotes(plan, blocks);
  }
  return { blocks, left };
}

/**
 * The maximum size of the notes, as a share of the folded tokens. Larger notes would not be worth invalidating the
 * prompt cache.
 */
const MOST_NOTES_SHARE = 0.5;

/**
 * Writes notes of at most `most` tokens about everything that was folded or shortened so far. Reads the raw log, not
 * earlier notes.
 */
function* notesFor(plan: Plan, most: number, summary?: SummaryBeside): Steps<Notes | undefined> {
  const { account, oftenRecalled, strategy, session } = plan.request;
  if (!strategy.hasNotes) return undefined;
  const { messages, ruleWords, notesEdits: edits } = session;
  const { folded, cut, later, shown } = plannedFates(plan);
  const within = (tokens: number): number => Math.max(0, Math.floor(Math.min(tokens, mostFor(plan))));
  return yield* notesInSteps({
    messages: folded.filter(({ id }) => plan.classes.get(id)?.class !== 'chitchat'),
    cut,
    later,
    ...{ ruleWords, edits, session: messages },
    shown: shown.map(({ text }) => text),
    mostTokens: within(most),
    count: account.ofLines,
    digested: digestedIn(session),
    ...(oftenRecalled ? { oftenRecalled } : {}),
    ...(summary ? { summary: { ...summary, aloneTokens: within(summary.aloneTokens) } } : {}),
  });
}

/** Returns the messages of finished stages, whose digests are in the record. */
function digestedIn({ allMessages, stages }: Plan['request']['session']): ReadonlySet<MessageId> {
  const finished = stages.filter(({ isSuperseded }) => !isSuperseded);
  if (finished.length === 0) return new Set();
  const places = new Map(allMessages.map(({ id }, place) => [id, place]));
  return new Set(
    finished
      .flatMap(({ entry }) => allMessages.slice(places.get(entry.first), (places.get(entry.last) ?? -1) + 1))
      .map(({ id }) => id),
  );
}

/**
 * If the person added lines to the notes, the limit of the notes grows by the size of these lines and this many tokens.
 */
const ADDED_SLACK = 32;

/** Returns the maximum token count of the notes, which also limits a summary. Infinity if messages were shortened. */
function mostFor(plan: Plan): number {
  const { request } = plan;
  const { folded, cut } = plannedFates(plan);
  const { account } = request;
  if (cut.length > 0) return Infinity;
  const added = addedLines(request.session.notesEdits);
  return (
    folded.reduce((sum, { id, message }) => sum + account.ofMessage(message, id), 0) * MOST_NOTES_SHARE +
    (added.length === 0 ? 0 : account.ofText(textOfLines([headingOf(ADDED_TITLE), ...added])) + ADDED_SLACK)
  );
}

/** The minimum number of tokens of a summary. If there is less room, no model is asked. */
export const LEAST_SUMMARY = 40;

/** The room for a model's summary, and the notes beside it. */
export interface RoomForSummary {
  readonly notes: Notes | undefined;
  readonly tokens: number;
  /**
   * Whether notes and summary together are too large. In this case, the notes about the work get shorter, but the notes
   * of the person's words do not.
   */
  readonly isTight: boolean;
}

const rooms = new WeakMap<Plan, RoomForSummary>();

/**
 * Returns the room in tokens for a future summary, and the notes as they will be beside the summary. Computed once for
 * each plan.
 */
export function roomForSummary(plan: Plan): RoomForSummary {
  return atOnce(roomInSteps(plan));
}

export function* roomInSteps(plan: Plan): Steps<RoomForSummary> {
  const room = rooms.get(plan) ?? (yield* foundRoom(plan));
  rooms.set(plan, room);
  return room;
}

function* foundRoom(plan: Plan): Steps<RoomForSummary> {
  const { request } = plan;
  const { notes: alone, left: aloneTokens } = yield* recordWithoutSummary(plan);
  const { left } = spaceFor(plan, roomForBoth(plan), [
    ...blocksWanted(plan, 'toCome'),
    ...(mergesSummaries(request) ? [NO_SUMMARY] : []),
  ]);
  const most = Math.min(request.aim.record.most, mostFor(plan));
  const wantedBeside = (notes: Notes | undefined): number =>
    Math.max(most * SUMMARY_SHARE, most - (notes?.tokens ?? 0));
  const wanted = Math.floor(wantedBeside(alone));
  const free = left - (alone?.tokens ?? 0);
  // The notes get shorter only if the room that they leave is too small for a summary of the usual size.
  if (free >= Math.min(wanted, usualSummary(request)))
    return { notes: alone, tokens: Math.min(wanted, free), isTight: false };
  const notes = yield* notesFor(plan, left, { aloneTokens });
  if (notes?.text === '' && alone?.text !== '') return { notes: alone, tokens: 0, isTight: true };
  const beside = left - (notes?.tokens ?? 0) - FRAMING_TOKENS;
  return { notes, tokens: Math.max(0, Math.floor(Math.min(beside, wantedBeside(notes)))), isTight: true };
}

/** Returns the number of tokens that is sufficient for a model's summary, however large the requested budget is. */
function usualSummary({ aim }: PlanRequest): number {
  return aim.record.usual * SUMMARY_SHARE;
}

/** Returns the tokens of a budget that are reserved for a model's summary. */
export function leastForSummary(plan: Plan): number {
  return Math.ceil(Math.min(usualSummary(plan.request), mostFor(plan) * SUMMARY_SHARE)) + FRAMING_TOKENS;
}

/** Returns the earlier summaries if the person edited them. Empty if a new summary replaces the earlier summaries. */
function standingSummariesFor({ request }: Plan, summary?: Summary | 'toCome'): readonly RecordBlock[] {
  if (summary !== undefined && mergesSummaries(request)) return [];
  return editedSummaries(request.session, request.account.count);
}

const NO_SUMMARY = blockOf('summary', [], 0);

function summaryBlock({ lines, tokens }: Summary, request: Plan['request']): RecordBlock {
  return blockOf('summary', lines, tokens, mergesSummaries(request) ? 'replace' : 'stack');
}

/** The number of tokens for the message around the texts and for joining the texts. */
const FRAMING_TOKENS = 8;

/**
 * Returns the room for the record: the planned room, or more if the target leaves more room. Never returns more than
 * `record.most`, or than `mustFitTokens` allows.
 */
export function recordRoom({ working, request: { aim, strategy } }: Plan): number {
  const beside = working.tokensBesideRecord;
  const wanted =
    aim.targetTokens === undefined
      ? aim.record.most
      : Math.max(strategy.hasNotes ? working.plannedRecord : aim.record.reserve, aim.targetTokens - beside);
  const limit = aim.mustFitTokens === undefined ? wanted : aim.mustFitTokens - beside;
  return Math.min(aim.record.most, wanted, limit);
}

/**
 * Returns the room for the record with a model's summary. Adds up to `record.most` tokens to the room without a
 * summary, as long as the context does not exceed `mostTokens`.
 */
function roomForBoth(plan: Plan): number {
  const { aim } = plan.request;
  const room = recordRoom(plan);
  return Math.max(room, Math.min(room + aim.record.most, aim.mostTokens - plan.working.tokensBesideRecord));
}

/** Returns the token count of the record with these blocks, but without the notes that code writes. */
function tokensWithoutNotes({ working, request }: Plan, blocks: readonly RecordBlock[]): number {
  const live = liveCompactions(request.session);
  const texts = standingBlocks([...live, { blocks }])
    .filter(({ kind }) => kind !== 'notes' || !request.strategy.hasNotes)
    .map(({ text }) => text);
  const digests = digestText(request.session.stages, [...live, { briefStages: [...working.briefStages] }]);
  return request.account.ofText(recordText(digests === '' ? texts : [...texts, digests])) + FRAMING_TOKENS;
}

/**
 * Returns whether the next summary replaces the earlier summaries: because of the setting, or because the stacked
 * summaries fill the room for a summary.
 */
export function mergesSummaries({
  session,
  settings,
  aim,
}: Pick<PlanRequest, 'session' | 'settings' | 'aim'>): boolean {
  if (settings.summaries === 'merge') return true;
  const stacked = standingSummaries(session).reduce((sum, { tokens }) => sum + tokens, 0);
  return stacked > aim.record.reserve * SUMMARY_SHARE;
}
