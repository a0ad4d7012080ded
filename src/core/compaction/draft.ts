import { projectSession } from '../context/project.ts';
import { recordText } from '../context/record.ts';
import type { ContextItem } from '../context/context.ts';
import { writeLedger, type Ledger } from '../ledger/ledger.ts';
import { writeReceipt } from '../ledger/receipt.ts';
import type {
  CompactionEntry,
  CompactionEvent,
  Draft,
  EntryId,
  FoldedMessages,
  MessageId,
  RecordBlock,
} from '../session/entry.ts';
import { ENTRY_VERSION } from '../session/entry.ts';
import { textOf } from '../session/message.ts';
import { liveCompactions, type Session, type SessionMessage } from '../session/session.ts';
import type { Summary } from '../summary/summary.ts';
import { evictionNote } from './evictionNote.ts';
import { foldedIds } from './foldedIds.ts';
import { foldNotes } from './foldNotes.ts';
import type { Plan } from './plan.ts';

export type CompactionDraft = Draft<CompactionEntry>;

/** A plan carried out on paper: the entry that would be appended, and the context it would make. */
export interface Prepared {
  readonly plan: Plan;
  readonly draft: CompactionDraft;
  readonly context: readonly ContextItem[];
  readonly tokensAfter: number;
  /** Messages that the record speaks for, oldest first: what a summary is to be made of. */
  readonly folded: readonly SessionMessage[];
  readonly newlyFolded: readonly SessionMessage[];
  readonly ledger: Ledger | undefined;
}

/** Tokens that a model's summary may take of the record's room. */
export const SUMMARY_SHARE = 0.4;

export interface PrepareOptions {
  /** Time that the mechanical part took, in milliseconds. */
  readonly durationMs: number;
  /** A model's summary that stands under the ledger. */
  readonly summary?: Summary;
  /** Room to leave for a summary that is still being made. */
  readonly isProsePending?: boolean;
  readonly proseFailed?: string;
  readonly instructions?: string;
}

/** Writes the ledger and all else that the plan's entry holds. Calls no model. */
export function prepare(plan: Plan, options: PrepareOptions): Prepared {
  const { session, account, overheadTokens = 0 } = plan.request;
  const written = writeBlocks(plan, options);
  const before = session.messages.length === 0 ? [] : projectSession(session);
  const bare = bareDraft(plan, written, options);
  const context = projectSession(withCompaction(session, bare));
  const tokensAfter = account.ofContext(context) + overheadTokens;
  const receipt = writeReceipt({
    before: written.folded,
    ...(plan.request.facts ? { facts: plan.request.facts } : {}),
    contextTexts: context.map((item) => textOf(item.message)),
    constraints: written.ledger?.constraints ?? [],
  });
  const event = eventOf(plan, { bare, before: before.length, after: context.length, tokensAfter }, options);
  return {
    plan,
    draft: { ...bare, receipt, event },
    context,
    tokensAfter,
    folded: written.folded,
    newlyFolded: written.newlyFolded,
    ledger: written.ledger,
  };
}

/** The session as it would be with one more compaction. */
export function withCompaction(session: Session, draft: CompactionDraft, id: EntryId = 'e0'): Session {
  const entry: CompactionEntry = { v: ENTRY_VERSION, id, at: 0, ...draft };
  return { ...session, compactions: [...session.compactions, { entry, state: 'live' }] };
}

interface Written {
  readonly blocks: readonly RecordBlock[];
  readonly ledger: Ledger | undefined;
  readonly folded: readonly SessionMessage[];
  readonly newlyFolded: readonly SessionMessage[];
  readonly foldedNotes: readonly EntryId[];
}

function writeBlocks(plan: Plan, options: PrepareOptions): Written {
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
  const blocks = [
    block('eviction', evictionNote(plan, folded, options.summary === undefined)),
    ...(notes.text === '' ? [] : [block('notes', notes.text)]),
    ...(options.summary ? [summaryBlock(options.summary, settings.summaries)] : []),
  ];
  const ledger = strategy.hasLedger ? ledgerFor(plan, folded, blocks, options) : undefined;
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
  blocks: readonly RecordBlock[],
  options: PrepareOptions,
): Ledger {
  const { working, request } = plan;
  const { account, goal, facts, oftenRecalled, session } = request;
  const others = [...blocks.map(({ text }) => text), ...earlierSummaries(session, blocks)];
  const frame = account.ofText(recordText(others)) + FRAME_SLACK;
  const room =
    goal.targetTokens === undefined
      ? goal.record.most
      : Math.max(goal.record.reserve, goal.targetTokens - working.tokensBesideRecord);
  const most = Math.min(goal.record.most, room) - frame;
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

function earlierSummaries(session: Session, blocks: readonly RecordBlock[]): readonly string[] {
  if (blocks.some(({ kind }) => kind === 'summary')) return [];
  return liveCompactions(session)
    .flatMap((compaction) => compaction.blocks)
    .flatMap((block) => (block.kind === 'summary' ? [block.text] : []));
}

function bareDraft(plan: Plan, written: Written, options: PrepareOptions): CompactionDraft {
  const { working } = plan;
  return {
    kind: 'compaction',
    replaced: [...working.replaced.values()],
    folded: foldedGroups(working.folded),
    blocks: written.blocks,
    provenance: [
      ...(written.ledger?.provenance ?? []).map((line) => ({ block: 'ledger' as const, ...line })),
      ...(options.summary?.provenance ?? []).map((line) => ({ block: 'summary' as const, ...line })),
    ],
    prosePending:
      plan.request.strategy.hasSummary && written.newlyFolded.length > 0 && options.summary === undefined,
    foldedNotes: written.foldedNotes,
    ...(working.briefStages.size > 0 ? { briefStages: [...working.briefStages] } : {}),
    event: EMPTY_EVENT,
    receipt: EMPTY_RECEIPT,
  };
}

function foldedGroups(folded: ReadonlyMap<MessageId, FoldedMessages['as']>): readonly FoldedMessages[] {
  return (['digest', 'summary', 'evicted'] as const).flatMap((as) => {
    const ids = [...folded].flatMap(([id, own]) => (own === as ? [id] : []));
    return ids.length === 0 ? [] : [{ ids, as }];
  });
}

interface Measures {
  readonly bare: CompactionDraft;
  readonly before: number;
  readonly after: number;
  readonly tokensAfter: number;
}

function eventOf(plan: Plan, measures: Measures, options: PrepareOptions): CompactionEvent {
  const { request, working, passes, tokensBefore } = plan;
  const summary = measures.bare.blocks.find(({ kind }) => kind === 'summary');
  const conversation = request.session.messages.filter(({ message }) => message.role !== 'system');
  const covered = [...working.folded.keys()].at(-1);
  const earlier = foldedIds(request.session);
  return {
    reason: request.goal.reason,
    strategy: request.strategy.name,
    tier: request.goal.tier,
    messagesBefore: measures.before,
    messagesAfter: measures.after,
    tokensBefore,
    tokensAfter: measures.tokensAfter,
    summaryTokens: (summary ?? measures.bare.blocks.find(({ kind }) => kind === 'ledger'))?.tokens ?? 0,
    cursorBefore: cursor(conversation, (id) => earlier.has(id)),
    cursorAfter: cursor(conversation, (id) => earlier.has(id) || working.folded.has(id)),
    ...(covered === undefined ? {} : { coveredThrough: covered }),
    durationMs: options.durationMs,
    passes,
    ...(options.summary ? { summary: options.summary.figures } : {}),
    ...(options.proseFailed === undefined ? {} : { proseFailed: options.proseFailed }),
    ...(options.instructions === undefined ? {} : { instructions: options.instructions }),
  };
}

/** Messages before the first that is not folded. */
function cursor(messages: readonly SessionMessage[], isFolded: (id: MessageId) => boolean): number {
  const first = messages.findIndex(({ id }) => !isFolded(id));
  return first < 0 ? messages.length : first;
}

const EMPTY_EVENT: CompactionEvent = {
  reason: 'manual',
  strategy: '',
  tier: 'manual',
  messagesBefore: 0,
  messagesAfter: 0,
  tokensBefore: 0,
  tokensAfter: 0,
  summaryTokens: 0,
  cursorBefore: 0,
  cursorAfter: 0,
  durationMs: 0,
  passes: [],
};

const EMPTY_RECEIPT: CompactionEntry['receipt'] = {
  kept: 0,
  recallable: 0,
  lost: 0,
  constraintsKept: 0,
  constraintsRecallable: [],
  sampleRecallable: [],
  sampleLost: [],
};
