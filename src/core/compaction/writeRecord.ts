import { digestText, recordText, standingBlocks } from '../context/record.ts';
import { ADDED_TITLE, addedLines } from '../record/editedNotes.ts';
import { writeNotes, type Notes } from '../record/notes.ts';
import type { BlockKind, EntryId, MessageId, RecordBlock } from '../log/entry.ts';
import { liveCompactions, type SessionMessage } from '../log/session.ts';
import type { Summary } from '../summary/summary.ts';
import type { Plan, PlanRequest } from './plan.ts';
import { evictionNote, foldObservations } from './recordBlocks.ts';
import { shortenedMessages, type Shortened } from './shortened.ts';
import { standingSummaries } from './standing.ts';
import { editedLedger, editedSummaries } from './standingEdits.ts';

/** What a model's summary has of the record's room at least; more where rules, typed words, state and files need less. */
export const SUMMARY_SHARE = 0.5;

export interface RecordOptions {
  /** A model's summary that stands under the notes. */
  readonly summary?: Summary;
  /** A model is to be asked for one. Until it has answered the notes stand whole. */
  readonly isProsePending?: boolean;
}

/** The record's blocks as a plan needs them, and what they stand on. */
export interface WrittenRecord {
  readonly blocks: readonly RecordBlock[];
  /** What the record tells by code; undefined where the strategy tells nothing. */
  readonly notes: Notes | undefined;
  readonly shortened: Shortened;
  readonly newlyFolded: readonly SessionMessage[];
  readonly foldedNotes: readonly EntryId[];
}

/** Writes what speaks for everything folded: notes, summary, observations and the count of what left, within the room there is. */
export function writeRecord(plan: Plan, options: RecordOptions): WrittenRecord {
  const { working, request } = plan;
  const { session, strategy, settings, account } = request;
  const shortened = shortenedMessages(plan);
  const { folded } = shortened;
  const newlyFolded = folded.filter(({ id }) => working.folded.has(id));
  if (!working.rewritesRecord)
    return { blocks: [], notes: undefined, shortened, newlyFolded: [], foldedNotes: [] };
  const block = (kind: BlockKind, text: string, tokens = account.ofText(text)): RecordBlock => ({
    kind,
    text,
    mode: 'replace',
    tokens,
  });
  const observed = foldObservations(session, settings);
  const room = recordRoom(plan);
  const blocks = blocksWithin(room, plan, [
    block('eviction', evictionNote(plan, folded, options.summary === undefined)),
    block('notes', observed.text),
    ...standingSummariesFor(plan, options.summary),
    ...(options.summary ? [summaryBlock(options.summary, request)] : []),
    ...(!strategy.hasLedger && working.isEdited ? [block('ledger', editedLedger(session))] : []),
  ]);
  const notes = strategy.hasLedger
    ? notesFor(plan, shortened, room - frameTokens(plan, blocks), options.summary)
    : undefined;
  const standing = new Set(standingBlocks(liveCompactions(session)).map(({ kind }) => kind));
  return {
    blocks: [...(notes ? [block('ledger', notes.text, notes.tokens)] : []), ...blocks].filter(
      ({ kind, text }) => text !== '' || standing.has(kind),
    ),
    notes,
    shortened,
    newlyFolded,
    foldedNotes: blocks.some(({ kind, text }) => kind === 'notes' && text !== '') ? observed.ids : [],
  };
}

/** What yields first where the record's room is too small for all; the notes take what is left. */
const YIELDING: readonly BlockKind[] = ['notes', 'summary', 'eviction'];

/** The blocks beside the notes as far as they fit; those that stand from before yield with them. */
function blocksWithin(room: number, plan: Plan, wanted: readonly RecordBlock[]): readonly RecordBlock[] {
  let blocks = wanted;
  for (const kind of plan.request.strategy.hasLedger ? YIELDING : [...YIELDING, 'ledger' as const]) {
    if (frameTokens(plan, blocks) <= room) break;
    blocks = [
      ...blocks.filter((block) => block.kind !== kind),
      { kind, text: '', mode: 'replace', tokens: 0 },
    ];
  }
  return blocks;
}

/** Of what is folded: notes that took more would free too little to be worth a cache that breaks. */
const MOST_NOTES_SHARE = 0.5;

/** The notes of everything folded or cut so far, always from the raw log, in the room that is left for them. */
function notesFor(
  plan: Plan,
  { folded, cut, later, shown }: Shortened,
  most: number,
  summary?: Summary | 'toCome',
): Notes {
  const { account, facts, oftenRecalled } = plan.request;
  const told = summary === undefined || summary === 'toCome' ? 0 : summary.tokens;
  return writeNotes({
    messages: folded.filter(({ id }) => plan.classes.get(id)?.class !== 'chitchat'),
    cut,
    later,
    ...(facts ? { facts } : {}),
    ruleWords: plan.request.session.ruleWords,
    edits: plan.request.session.notesEdits,
    shown: shown.map(({ text }) => text),
    budgetTokens: Math.max(0, Math.floor(Math.min(most, mostFor(plan, { folded, cut }) - told))),
    count: account.ofLines,
    digested: digestedIn(plan.request.session),
    ...(oftenRecalled ? { oftenRecalled } : {}),
    ...(summary === undefined ? {} : { summary }),
  });
}

/** The messages of finished stages: their digests stand in the record. */
function digestedIn({ allMessages, stages }: Plan['request']['session']): ReadonlySet<MessageId> {
  const places = new Map(allMessages.map(({ id }, place) => [id, place]));
  return new Set(
    stages
      .filter(({ isSuperseded }) => !isSuperseded)
      .flatMap(({ entry }) => allMessages.slice(places.get(entry.first), (places.get(entry.last) ?? -1) + 1))
      .map(({ id }) => id),
  );
}

/** What the notes keep free, so that what the person added finds room where nothing else is told. */
const ADDED_SLACK = 32;

/** Tokens that telling of the messages is worth, by code and by a model together. */
function mostFor(plan: Plan, { folded, cut }: Pick<Shortened, 'folded' | 'cut'>): number {
  const { request } = plan;
  const { account } = request;
  if (cut.length > 0) return Infinity;
  const added = addedLines(request.session.notesEdits).map(({ text }) => text);
  return (
    folded.reduce((sum, { id, message }) => sum + account.ofMessage(message, id), 0) * MOST_NOTES_SHARE +
    (added.length === 0 ? 0 : account.ofText([`## ${ADDED_TITLE}`, ...added].join('\n')) + ADDED_SLACK)
  );
}

/**
 * What code will tell beside a summary that is still to come, and the tokens that are left for it: at least half of both.
 * It takes the place of those that stand, where they are merged.
 */
export function roomForSummary(plan: Plan): { readonly notes: Notes | undefined; readonly tokens: number } {
  const { request } = plan;
  const shortened = shortenedMessages(plan);
  const room = recordRoom(plan);
  const text = evictionNote(plan, shortened.folded, false);
  const observed = foldObservations(request.session, request.settings).text;
  const blocks = blocksWithin(room, plan, [
    { kind: 'eviction', text, mode: 'replace', tokens: request.account.ofText(text) },
    { kind: 'notes', text: observed, mode: 'replace', tokens: request.account.ofText(observed) },
    ...(mergesSummaries(request) ? [NO_SUMMARY] : []),
  ]);
  const left = Math.min(room - frameTokens(plan, blocks), mostFor(plan, shortened));
  const notes = request.strategy.hasLedger ? notesFor(plan, shortened, left, 'toCome') : undefined;
  return { notes, tokens: Math.max(0, Math.floor(left - (notes?.tokens ?? 0))) };
}

/** Earlier summaries whose lines the person edited; where one is merged from them, it stands alone. */
function standingSummariesFor({ request }: Plan, summary: Summary | undefined): readonly RecordBlock[] {
  if (summary !== undefined && mergesSummaries(request)) return [];
  return editedSummaries(request.session, request.account.count);
}

const NO_SUMMARY: RecordBlock = { kind: 'summary', text: '', mode: 'replace', tokens: 0 };

function summaryBlock({ text, tokens }: Summary, request: Plan['request']): RecordBlock {
  return { kind: 'summary', text, tokens, mode: mergesSummaries(request) ? 'replace' : 'stack' };
}

/** A message's framing, and what joining texts may add. */
const FRAME_SLACK = 8;

/** What the record may take: as planned, or more where the target leaves more, and never past the limit. */
export function recordRoom({ working, request: { aim, strategy } }: Plan): number {
  const beside = working.tokensBesideRecord;
  const wanted =
    aim.targetTokens === undefined
      ? aim.record.most
      : Math.max(strategy.hasLedger ? working.plannedRecord : aim.record.reserve, aim.targetTokens - beside);
  const limit = aim.mustFitTokens === undefined ? wanted : aim.mustFitTokens - beside;
  return Math.min(aim.record.most, wanted, limit);
}

/** The record's tokens with these blocks, beside the notes that are still to be written. */
function frameTokens({ working, request }: Plan, blocks: readonly RecordBlock[]): number {
  const live = liveCompactions(request.session);
  const texts = standingBlocks([...live, { blocks }])
    .filter(({ kind }) => kind !== 'ledger' || !request.strategy.hasLedger)
    .map(({ text }) => text);
  const digests = digestText(request.session.stages, [...live, { briefStages: [...working.briefStages] }]);
  return request.account.ofText(recordText(digests === '' ? texts : [...texts, digests])) + FRAME_SLACK;
}

/** Whether the next summary takes the place of those before: as set, and where a stack has grown to a summary's room. */
export function mergesSummaries({
  session,
  settings,
  aim,
}: Pick<PlanRequest, 'session' | 'settings' | 'aim'>): boolean {
  if (settings.summaries === 'merge') return true;
  const stacked = standingSummaries(session).reduce((sum, { tokens }) => sum + tokens, 0);
  return stacked > aim.record.reserve * SUMMARY_SHARE;
}
