import { includedMessages } from '../../context/included.ts';
import { projectInSteps, projectSession, treatmentsOf } from '../../context/project.ts';
import type { ContextItem } from '../../context/context.ts';
import type { Notes } from '../../record/notes.ts';
import { writeReceipt, type ShownText } from '../../record/receipt.ts';
import type {
  CompactionEntry,
  CompactionEvent,
  Draft,
  EntryId,
  FoldedMessages,
  MessageId,
} from '../../log/entry.ts';
import { FORMAT_VERSION } from '../../log/formatVersion.ts';
import { textOf } from '../../log/message.ts';
import type { Session, SessionMessage } from '../../log/session.ts';
import type { Summary } from '../../summary/summary.ts';
import type { Steps } from '../../steps.ts';
import type { Plan } from './plan.ts';
import { plannedFates } from './plannedFates.ts';
import { editedSummary } from './standing.ts';
import { writeRecord, type WrittenRecord } from './writeRecord.ts';

export type CompactionDraft = Draft<CompactionEntry>;
/** The parts of a draft that determine the context. Figures and receipt are computed from these parts. */
type BareDraft = Omit<CompactionDraft, 'event' | 'receipt'>;

/** A plan that was carried out but not committed: the entry that would be appended, and the resulting context. */
export interface Prepared {
  readonly plan: Plan;
  readonly draft: CompactionDraft;
  readonly context: readonly ContextItem[];
  readonly tokensAfter: number;
  /** All messages that this plan or an earlier compaction folded, except those that the person left out. */
  readonly folded: readonly SessionMessage[];
  /** The messages that this plan folds and that a model summarizes if the strategy has a summary. */
  readonly newlyFolded: readonly SessionMessage[];
  readonly notes: Notes | undefined;
}

/** The model's answer to the request for a summary, if a model was asked. */
export interface Answered {
  /** The summary, which is put below the notes. */
  readonly summary?: Summary;
  /** The reason why there is no summary. */
  readonly proseFailed?: string;
  /** The time in milliseconds that planning took. Does not include the model's time. */
  readonly durationMs?: number;
}

/** A plan that was carried out, without a receipt. Of several tried plans, only the chosen plan gets a receipt. */
export interface Tried extends Omit<Prepared, 'draft'> {
  readonly draft: Omit<CompactionDraft, 'receipt'>;
  /** The messages that the receipt covers. */
  readonly receiptCovers: ReadonlySet<MessageId>;
}

/** Carries out a plan: writes the notes, and makes the log entry and the new context. Calls no model. */
export function* prepareInSteps(plan: Plan, answered: Answered): Steps<Prepared> {
  return yield* withReceipt(yield* tryInSteps(plan, answered));
}

export function* tryInSteps(plan: Plan, answered: Answered = {}): Steps<Tried> {
  const { session, account, overheadTokens = 0 } = plan.request;
  const summary = answered.summary && editedSummary(answered.summary, session.notesEdits, account.count);
  const written = yield* writeRecord(plan, summary);
  const before = session.messages.length === 0 ? [] : projectSession(session);
  const bare = bareDraft(plan, written, summary);
  yield;
  const context = yield* projectInSteps(withCompaction(session, bare));
  yield;
  const tokensAfter = account.ofContext(context) + overheadTokens;
  const { folded, cut, leftOut } = plannedFates(plan);
  yield;
  const measures = { bare, before: before.length, after: context.length, tokensAfter };
  const event = eventOf(plan, measures, answered);
  return {
    plan,
    draft: { ...bare, event },
    context,
    tokensAfter,
    folded,
    newlyFolded: written.newlyFolded,
    notes: written.notes,
    receiptCovers: new Set([...folded, ...cut, ...leftOut].map(({ id }) => id)),
  };
}

export function* withReceipt({ receiptCovers, ...tried }: Tried): Steps<Prepared> {
  const { session } = tried.plan.request;
  const { event, ...bare } = tried.draft;
  const receipt = yield* writeReceipt({
    before: includedMessages(session).filter(({ id }) => receiptCovers.has(id)),
    session: session.messages,
    ruleWords: session.ruleWords,
    shown: contextTexts(tried.context, bare.replaced, session),
  });
  yield;
  return { ...tried, draft: { ...bare, receipt, event } };
}

/**
 * Returns all texts of the context. Each text comes with its logged message if the context contains the message in
 * full. A system text in `replaced` is shortened, so it comes without its message.
 */
export function contextTexts(
  context: readonly ContextItem[],
  replaced: CompactionDraft['replaced'],
  { messages }: Session,
): readonly ShownText[] {
  const asLogged = new Map(messages.map(({ id, message }) => [id, message]));
  return context.map(({ message, treatment, entries }) => {
    const isCut = treatment === 'system' && replaced.some((each) => entries.includes(each.id));
    const logged = WHOLE.has(treatment) && !isCut ? asLogged.get(entries[0] ?? '') : undefined;
    return { text: textOf(message), ...(logged === undefined ? {} : { message: logged }) };
  });
}

const WHOLE: ReadonlySet<ContextItem['treatment']> = new Set(['verbatim', 'pinned', 'system']);

/** A placeholder for the id that the compaction gets when it is appended. No log entry has this id. */
export const DRAFT_ID: EntryId = 'e0';

/** Returns the session as it would be with one additional compaction. */
export function withCompaction(session: Session, draft: BareDraft, id: EntryId = DRAFT_ID): Session {
  const entry = { v: FORMAT_VERSION, id, at: 0, ...draft } as CompactionEntry;
  return { ...session, compactions: [...session.compactions, { entry, state: 'live' }] };
}

function bareDraft(plan: Plan, written: WrittenRecord, summary: Summary | undefined): BareDraft {
  const { working } = plan;
  const isIncluded = summary !== undefined && hasSummary(written);
  return {
    kind: 'compaction',
    replaced: [...working.replaced.values()],
    folded: foldedGroups(working),
    blocks: written.blocks,
    provenance: [],
    madeFrom: madeFrom(plan, written),
    prosePending:
      plan.request.strategy.hasSummary &&
      written.newlyFolded.length > 0 &&
      !isIncluded &&
      plan.request.aim.asked.withoutModel !== true,
    ...(hasSummary(written) && summary === undefined ? { editedSummaries: true as const } : {}),
    foldedNotes: written.foldedNotes,
    ...(working.leftOut.size > 0 ? { leftOut: [...working.leftOut] } : {}),
    ...(working.briefStages.size > 0 ? { briefStages: [...working.briefStages] } : {}),
  };
}

/** Returns the messages that the notes are made from, except the folded messages. */
function madeFrom(plan: Plan, { notes }: WrittenRecord): readonly MessageId[] {
  if (notes === undefined || notes.text === '') return [];
  return plannedFates(plan).cut.flatMap(({ id }) => (plan.working.folded.has(id) ? [] : [id]));
}

function hasSummary({ blocks }: WrittenRecord): boolean {
  return blocks.some(({ kind, text }) => kind === 'summary' && text !== '');
}

/** Returns the folded messages grouped by treatment, oldest first. */
function foldedGroups({ units, folded }: Plan['working']): readonly FoldedMessages[] {
  const all = units.flatMap(({ messages }) => messages.map(({ id }) => id));
  return (['digest', 'summary', 'evicted'] as const).flatMap((as) => {
    const ids = all.filter((id) => folded.get(id) === as);
    return ids.length === 0 ? [] : [{ ids, as }];
  });
}

interface Measures {
  readonly bare: BareDraft;
  readonly before: number;
  readonly after: number;
  readonly tokensAfter: number;
}

function eventOf(plan: Plan, measures: Measures, answered: Answered): CompactionEvent {
  const { request, working, tokensBefore } = plan;
  const { instructions } = request.aim.asked;
  const summary = measures.bare.blocks.find(({ kind }) => kind === 'summary');
  const conversation = request.session.messages.filter(({ message }) => message.role !== 'system');
  const covered = conversation.findLast(({ id }) => working.folded.has(id))?.id;
  const { folded: earlier } = treatmentsOf(request.session);
  return {
    reason: request.aim.reason,
    strategy: request.strategy.name,
    tier: request.aim.tier,
    messagesBefore: measures.before,
    messagesAfter: measures.after,
    tokensBefore,
    tokensAfter: measures.tokensAfter,
    summaryTokens: (summary ?? measures.bare.blocks.find(({ kind }) => kind === 'notes'))?.tokens ?? 0,
    cursorBefore: cursor(conversation, (id) => earlier.has(id)),
    cursorAfter: cursor(conversation, (id) => earlier.has(id) || working.folded.has(id)),
    ...(covered === undefined ? {} : { coveredThrough: covered }),
    durationMs: answered.durationMs ?? 0,
    passes: withRecord(plan, measures.tokensAfter),
    ...(answered.summary ? { summary: answered.summary.figures } : {}),
    ...(answered.proseFailed === undefined ? {} : { proseFailed: answered.proseFailed }),
    ...(instructions === undefined ? {} : { instructions }),
  };
}

/**
 * Returns the figures of the passes. If the notes are rewritten, adds `record` as the last pass, which shows how many
 * tokens the new notes add.
 */
function withRecord({ working, passes }: Plan, tokensAfter: number): CompactionEvent['passes'] {
  if (!working.rewritesRecord) return passes;
  const record = {
    name: 'record',
    tokensBefore: working.tokensWithOldRecord,
    tokensAfter,
    treated: working.folded.size,
  };
  return [...passes, record];
}

/** Returns the number of messages before the first message that is not folded. */
function cursor(messages: readonly SessionMessage[], isFolded: (id: MessageId) => boolean): number {
  const first = messages.findIndex(({ id }) => !isFolded(id));
  return first < 0 ? messages.length : first;
}
