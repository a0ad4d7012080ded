import { Cancellation, type CancelSignal } from '../../cancellation.ts';
import type { CompactionEntry, Tier } from '../../log/entry.ts';
import type { Session } from '../../log/session.ts';
import type { SummaryMemory } from '../../memory/savedMemories.ts';
import type { Summarize } from '../../summary/summary.ts';
import type { Compaction } from '../plan/compact.ts';
import { commitCompletion, completedSession, remeasured, type Completion, touchedIds } from './completion.ts';
import { isUnchanged, type Fence } from './fence.ts';
import type { CompactorDependencies } from './compactorPorts.ts';
import type { CompactionDraft } from '../plan/draft.ts';
import { isByTurns, isForSummary } from '../decide/due.ts';
import { withoutProse, withProse, type SummarizerHealth } from './prose.ts';
import { failureOf, report, seenAtStart } from './report.ts';
import { SKIP_SENTENCES, type SkipReason } from '../decide/skip.ts';

/**
 * The step of a run: the run commits without a model (`mechanical`), waits for a summary before the commit (`summary`),
 * or waits for the summary of a committed compaction (`summaryToFollow`).
 */
export type RunStep = 'mechanical' | 'summary' | 'summaryToFollow';

/** The outcome of a run that compacts: the committed entry, or the reason why nothing was committed. */
export type Outcome =
  | { readonly done: true; readonly entry: CompactionEntry }
  | { readonly done: false; readonly reason: SkipReason; readonly sentence: string };

/** Returns the refusal of a run, with a sentence for the person. */
export function refused(reason: SkipReason, sentence = SKIP_SENTENCES[reason]): Outcome {
  return { done: false, reason, sentence };
}

/** A running operation that can be cancelled. */
export class Run<Ended = unknown> {
  readonly finished: Promise<Ended>;
  readonly #cancellation = new Cancellation();

  constructor(
    readonly tier: Tier | 'manual',
    readonly step: RunStep,
    work: (signal: CancelSignal) => Promise<Ended>,
  ) {
    this.finished = work(this.#cancellation.signal);
  }

  get isCancelled(): boolean {
    return this.#cancellation.signal.aborted;
  }

  cancel(): void {
    this.#cancellation.cancel();
  }
}

export interface CompactionRun {
  readonly compaction: Compaction;
  /** The session at the time of planning. */
  readonly plannedOn: Session;
  readonly usedTokens: number;
  /** Undefined if the mechanical result is committed without a summary. */
  readonly summarize: Summarize | undefined;
  readonly health: SummarizerHealth;
  /** A waiting summary of an earlier compaction. The plan includes it, so it is committed before the compaction. */
  readonly waiting: Completion | undefined;
}

/** Carries out a compaction, from the mechanical part to the log entry. Returns the reason if nothing is committed. */
export async function carryOut(
  deps: CompactorDependencies,
  run: CompactionRun,
  signal: CancelSignal,
): Promise<Outcome> {
  const { compaction, usedTokens } = run;
  const { reason } = compaction.plan.request.aim;
  const fence: Fence = { session: run.plannedOn, ids: touchedIds(compaction) };
  const abandon = async (why: 'cancelled' | 'superseded' | 'not_worth_it'): Promise<Outcome> => {
    await report(deps, compaction, { state: 'cancelled', reason: why });
    return refused(why);
  };
  await report(deps, compaction, { state: 'started', reason, usedTokens, ...seenAtStart(compaction) });
  if (signal.aborted) return abandon('cancelled');
  const finished = await finish(deps, run, signal);
  const measured = await remeasured(finished.draft, deps, (session) => ({
    before: session,
    onto: completedSession(session, run.waiting),
  }));
  // The signal may have fired during the `await`s above. Without the cast, the compiler assumes that it has not.
  if ((signal as { readonly aborted: boolean }).aborted) return abandon('cancelled');
  if (finished.draft.prosePending && waitsForSummary(run)) return refused('no_summary');
  if (!isUnchanged(fence, deps.view().session)) return abandon('superseded');
  return commit(deps, run, { draft: measured, memories: finished.memories, abandon });
}

interface Finished {
  readonly draft: CompactionDraft;
  readonly memories: readonly SummaryMemory[];
}

/**
 * Returns the draft with a model's summary. Without a model, returns the mechanical draft. If the model fails, returns
 * the mechanical draft with the reason of the failure.
 */
async function finish(
  deps: CompactorDependencies,
  run: CompactionRun,
  signal: CancelSignal,
): Promise<Finished> {
  const { compaction, summarize, health } = run;
  if (summarize === undefined) return { draft: compaction.draft, memories: [] };
  const fits = ({ draft }: Pick<Compaction, 'draft'>): boolean =>
    !draft.prosePending || !waitsForSummary(run);
  const { pause } = deps;
  const prose = await withProse(compaction, { summarize, signal, health, fits, pause });
  if (!('failed' in prose)) return { draft: prose.prepared.draft, memories: prose.memories };
  if (prose.failed.reason !== 'cancelled') await report(deps, compaction, failureOf(prose.failed));
  const { draft } = await withoutProse(compaction, prose.failed, pause);
  return { draft, memories: [] };
}

/** Returns whether the run commits only with a summary. If there is no model, the run commits without a summary. */
function waitsForSummary({ compaction: { plan, tier }, summarize }: CompactionRun): boolean {
  const { strategy, settings } = plan.request;
  return summarize !== undefined && isForSummary(tier, strategy, settings);
}

async function commit(
  deps: CompactorDependencies,
  { compaction, waiting }: CompactionRun,
  {
    draft,
    memories,
    abandon,
  }: Finished & { readonly abandon: (why: 'superseded' | 'not_worth_it') => Promise<Outcome> },
): Promise<Outcome> {
  if (waiting !== undefined && !isUnchanged(waiting.fence, deps.view().session)) return abandon('superseded');
  const { reason, tokensBefore, tokensAfter } = draft.event;
  const { working, request } = compaction.plan;
  const needsNoSaving = working.isEdited || isByTurns(compaction.tier, request.strategy, request.settings);
  if (tokensAfter >= tokensBefore && !needsNoSaving) return abandon('not_worth_it');
  // Commits the waiting summary without pauses, so that the checks above still hold for the compaction.
  if (waiting !== undefined) await commitCompletion({ ...deps, pause: undefined }, waiting);
  const entry = (await deps.append(draft)) as CompactionEntry;
  if (memories.length > 0) await deps.saveMemories(memories);
  await report(deps, compaction, { state: 'completed', reason, compaction: entry.id });
  return { done: true, entry };
}
