import type { CancelSignal } from '../../cancellation.ts';
import { SummaryError, type Summarize, type Summary, type SummaryRequest } from '../../summary/summary.ts';
import { includedMessages } from '../../context/included.ts';
import type { MessageId, RecordBlock } from '../../log/entry.ts';
import { textOfLines } from '../../log/notesLine.ts';
import { editedLines } from '../../record/editedNotes.ts';
import { personTextOf } from '../../log/message.ts';
import type { SessionMessage } from '../../log/session.ts';
import { messageOf } from '../../text/messageOf.ts';
import { withPauses, type Steps } from '../../steps.ts';
import type { CompactorDependencies } from './compactorPorts.ts';
import { prepareInSteps, type Prepared } from '../plan/draft.ts';
import { observationLine } from '../plan/recordBlocks.ts';
import { pendingObservations, pendingProse, standingSummaries } from '../plan/standing.ts';
import { allLeftOut } from '../plan/wishes.ts';
import { mergesSummaries, roomForSummary } from '../plan/writeRecord.ts';

/** After this many failed summaries in a row, no more are requested until the model changes or the person acts. */
const FAILURES_BEFORE_REST = 3;

/** Tracks whether the summarizing model is worth asking. */
export class SummarizerHealth {
  #failures = 0;

  get isResting(): boolean {
    return this.#failures >= FAILURES_BEFORE_REST;
  }

  /** Counts a failed summary. */
  failed(): void {
    this.#failures += 1;
  }

  /** Clears the failures. Called when a summary succeeds, the person compacts, or the model or the settings change. */
  reset(): void {
    this.#failures = 0;
  }
}

/** The maximum number of characters of observations that are shown to the model. The oldest characters are cut. */
const MOST_OBSERVED = 4_000;

interface AskedSummary {
  readonly summarize: Summarize;
  readonly signal: CancelSignal;
  /** Receives the text that the model has written so far. */
  readonly onText?: (text: string) => void;
  readonly pause?: CompactorDependencies['pause'];
}

/**
 * Writes a summary of the folded messages that no summary covers yet. The summary gets the room that the notes leave.
 * If the summary replaces earlier summaries, it also covers their content.
 */
export async function writeSummary(
  prepared: Prepared,
  { summarize, signal, onText, pause }: AskedSummary,
): Promise<Summary> {
  const request = await withPauses(summaryRequest(prepared), pause);
  return summarize({ ...request, ...(onText ? { onText } : {}) }, signal);
}

function* summaryRequest({ plan: { request }, plan, newlyFolded, folded }: Prepared): Steps<SummaryRequest> {
  const asWanted = ({ lines }: RecordBlock): string =>
    textOfLines(editedLines(lines, request.session.notesEdits));
  const earlier = mergesSummaries(request) ? standingSummaries(request.session).map(asWanted) : [];
  const pending = new Set([...pendingProse(request.session), ...newlyFolded.map(({ id }) => id)]);
  const toSummarize = new Set(folded.flatMap(({ id }) => (pending.has(id) ? [id] : [])));
  yield;
  const { notes, tokens } = roomForSummary(plan);
  const { instructions } = request.aim.asked;
  const observed = pendingObservations(request.session, request.settings.liveObservations)
    .map(observationLine)
    .join('\n')
    .slice(-MOST_OBSERVED);
  yield;
  const shown = shownAmong(plan, toSummarize);
  yield;
  return {
    // Takes the messages from the session, where they are in the order of the log. `Prepared.folded` has another order:
    // the tool results of a group are in the order of their calls.
    folded: includedMessages(request.session).filter(({ id }) => toSummarize.has(id)),
    shown,
    session: request.session.messages,
    ...(earlier.length === 0 ? {} : { earlier: earlier.join('\n\n') }),
    notes: notes?.lines ?? [],
    ...(observed === '' ? {} : { observed }),
    ...(instructions === undefined ? {} : { instructions }),
    ruleWords: request.session.ruleWords,
    mostTokens: tokens,
  };
}

/**
 * Returns the messages to summarize, and other messages that help to understand them:
 * - the person's newest message
 * - fixed messages before the last message to summarize
 * - messages before it that contain the person's words, e.g. in the refusal of a call
 *
 * Adds no message that the person excluded or left out.
 */
function shownAmong(
  { working, request: { session } }: Prepared['plan'],
  toSummarize: ReadonlySet<MessageId>,
): readonly SessionMessage[] {
  const messages = includedMessages(session);
  const fixed = new Set(
    working.units.flatMap((unit) => (unit.isFixed ? unit.messages.map(({ id }) => id) : [])),
  );
  const isPersons = ({ message }: SessionMessage): boolean => personTextOf(message).trim() !== '';
  const last = messages.findLastIndex(({ id }) => toSummarize.has(id));
  const newest = messages.findLast(isPersons)?.id;
  const away = allLeftOut(session, working);
  return messages.filter((each, index) => {
    if (toSummarize.has(each.id)) return true;
    const helps = each.id === newest || (index < last && (fixed.has(each.id) || isPersons(each)));
    return helps && !away.has(each.id);
  });
}

/**
 * The outcome of a summary request: the compaction with a summary, or the reason why there is no summary. A
 * cancellation is not counted as a failure of the model.
 */
export type Prose =
  | { readonly prepared: Prepared; readonly memories: Summary['memories'] }
  | { readonly failed: SummaryError };

/**
 * Adds a model's summary below the notes of a compaction. Never rejects, but returns the failure. When cancelled,
 * returns immediately without waiting for the model. `fits` decides whether there is room for the result.
 */
export async function withProse(
  prepared: Prepared,
  asked: AskedSummary & {
    readonly health: SummarizerHealth;
    readonly fits: (prepared: Prepared) => boolean;
  },
): Promise<Prose> {
  const { health } = asked;
  try {
    // Building the request from all folded messages takes time, so other work may run first.
    await asked.pause?.();
    if (asked.signal.aborted) throw cancelled();
    const summary = await unlessCancelled(writeSummary(prepared, asked), asked.signal);
    const { durationMs } = prepared.draft.event;
    const steps = prepareInSteps(prepared.plan, { durationMs, summary });
    const summarized = await withPauses(steps, asked.pause);
    if (!asked.fits(summarized)) throw tooLarge(summary);
    health.reset();
    return { prepared: summarized, memories: summary.memories };
  } catch (thrown) {
    const failed = summaryErrorOf(thrown);
    if (failed.reason !== 'cancelled') health.failed();
    return { failed };
  }
}

/** Returns the compaction that is committed if the planned summary failed. */
export function withoutProse(
  prepared: Prepared,
  { message }: SummaryError,
  pause?: CompactorDependencies['pause'],
): Promise<Prepared> {
  const { durationMs } = prepared.draft.event;
  return withPauses(prepareInSteps(prepared.plan, { durationMs, proseFailed: message }), pause);
}

function tooLarge({ figures: { model } }: Summary): SummaryError {
  return new SummaryError(
    'notSmaller',
    'The model’s notes are too long for the space that is left.',
    true,
    model,
  );
}

function cancelled(): SummaryError {
  return new SummaryError('cancelled', 'The compaction was cancelled.', false, '');
}

function summaryErrorOf(thrown: unknown): SummaryError {
  if (thrown instanceof SummaryError) return thrown;
  return new SummaryError('model', messageOf(thrown), false, '');
}

/** Returns the result of the work. Rejects as soon as the signal is aborted. */
function unlessCancelled<T>(work: Promise<T>, signal: CancelSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(cancelled());
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
