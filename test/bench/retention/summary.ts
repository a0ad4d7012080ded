import { median } from '../benchRow.ts';
import { bootstrapMean, type Interval } from './bootstrap.ts';
import { FACT_KINDS, type FactKind } from './facts.ts';
import type { CutResult, RowHead, RunResult, SessionResult } from './results.ts';

/** The results of one row at one budget over many sessions. Shares are from 0 to 1, or NaN if there are no facts. */
export interface RowSummary {
  readonly row: RowHead;
  readonly budget: string;
  /** The recall pooled over all facts; `pairRecall` is pooled over all pairs. */
  readonly oldRecall: number;
  readonly pairRecall: number;
  /** The mean over sessions, each with the same weight. */
  readonly oldBySession: Interval;
  readonly pairsBySession: Interval;
  readonly recallByKind: Readonly<Partial<Record<FactKind, number>>>;
  readonly bareShare: number;
  readonly grounding: number;
  readonly invented: readonly string[];
  readonly orphans: number;
  readonly overBudget: number;
  readonly failures: number;
  readonly cuts: number;
  readonly medianMs: number;
}

interface Measured {
  readonly cut: CutResult;
  readonly run: RunResult;
}

export function summarize(sessions: readonly SessionResult[], row: RowHead, budget: string): RowSummary {
  const bySession = sessions.map((session) => runsOf(session, row.name, budget));
  const all = bySession.flat();
  const bareShare =
    sum(all, ({ run }) => run.bareLists.bareTokens) / sum(all, ({ run }) => run.bareLists.recordTokens);
  return {
    row,
    budget,
    oldRecall: oldRecallOf(all),
    pairRecall: pairRecallOf(all),
    oldBySession: bootstrapMean(finite(bySession.map(oldRecallOf))),
    pairsBySession: bootstrapMean(finite(bySession.map(pairRecallOf))),
    recallByKind: recallByKindOf(all),
    bareShare,
    grounding: sum(all, ({ run }) => run.grounding.grounded) / sum(all, ({ run }) => run.grounding.facts),
    invented: [...new Set(all.flatMap(({ run }) => run.grounding.invented))].slice(0, 20),
    orphans: sum(all, ({ run }) => run.orphans),
    overBudget: sum(all, ({ run }) => Number(run.isOverBudget)),
    failures: sum(all, ({ run }) => Number(run.error !== undefined)),
    cuts: all.length,
    medianMs: median(all.map(({ run }) => run.durationMs)),
  };
}

export function runsOf(session: SessionResult, row: string, budget: string): readonly Measured[] {
  return session.cuts.flatMap((cut) =>
    cut.runs.filter((run) => run.row === row && run.budget === budget).map((run) => ({ cut, run })),
  );
}

export function oldRecallOf(measured: readonly Measured[]): number {
  return sum(measured, ({ run }) => run.held) / sum(measured, ({ cut }) => cut.old);
}

export function pairRecallOf(measured: readonly Measured[]): number {
  return sum(measured, ({ run }) => run.pairsHeld) / sum(measured, ({ cut }) => cut.pairs);
}

function recallByKindOf(measured: readonly Measured[]): Readonly<Partial<Record<FactKind, number>>> {
  const recalls = FACT_KINDS.map((kind) => {
    const held = sum(measured, ({ run }) => run.heldByKind[kind] ?? 0);
    return [kind, held / sum(measured, ({ cut }) => cut.oldByKind[kind] ?? 0)] as const;
  });
  return Object.fromEntries(recalls.filter(([, recall]) => Number.isFinite(recall)));
}

function sum<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}

function finite(values: readonly number[]): readonly number[] {
  return values.filter(Number.isFinite);
}
