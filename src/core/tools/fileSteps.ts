import type { MessageId } from '../log/entry.ts';

/** A file's content at one moment, or why no copy was kept. */
export type KeptState =
  | { readonly kind: 'absent' }
  /** The bytes are stored beside the log under their hash. */
  | { readonly kind: 'bytes'; readonly hash: string; readonly size: number }
  | { readonly kind: 'notKept'; readonly why: 'secret' | 'tooLarge' | 'forgotten' };

/** A change of one file by one call or one undo. Steps are kept in chronological order. */
export interface FileStep {
  /** The person's message that began the turn. */
  readonly turn: MessageId;
  /**
   * The message with the call. For an undo, the newest message at that time, or the message that the person goes back
   * to.
   */
  readonly message: MessageId;
  /** The id of the change. Files that were changed together have the same id. */
  readonly change: string;
  /** The file's URI. */
  readonly file: string;
  readonly before: KeptState;
  /** Absent if the window was killed before this state was recorded. */
  readonly after?: KeptState;
  /** The changes that this change undid. */
  readonly takesBack?: readonly string[];
  /** Whether the person reviewed the change and chose Keep. */
  readonly isAccepted?: true;
  /** For a file with secrets: whether the person agreed to keep copies. */
  readonly secrecy?: Secrecy;
}

/** How the content of a file with secrets is treated; with `secret`, no copy is kept. */
export type Secrecy = 'secret' | 'agreed';

/** A file's state before and after changes that directly follow each other; `after` is absent if unknown. */
export type ChangeRun = Pick<FileStep, 'before' | 'after'>;

/** The state to restore a file to, and whether other changes would be lost. */
export interface FileGoal {
  readonly file: string;
  readonly goal: KeptState;
  /** The chosen changes. Changes that follow each other without a change by somebody else are one run. */
  readonly runs: readonly ChangeRun[];
  /** Whether somebody else may have changed the file between these changes or after the last change. */
  readonly isChangedSince: boolean;
  /** The changes that are undone if the file is restored. */
  readonly changes: readonly string[];
}

/**
 * Returns the id of a call's change. The id includes the message's id, since providers number the calls of each answer
 * anew.
 */
export function changeOf(message: MessageId, callId: string): string {
  return `${message}/${callId}`;
}

/**
 * Returns the changes that are undone and not redone. Reads the steps from the newest on, since an undo that was itself
 * undone has no effect.
 */
export function takenBack(steps: readonly FileStep[]): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { change, takesBack = [] } of steps.toReversed())
    if (!gone.has(change)) for (const one of takesBack) gone.add(one);
  return gone;
}

/**
 * Returns the state of each file before its first chosen step. Omits files that are already in this state according to
 * `stateNow`.
 */
export function goalsOf(
  chosen: readonly FileStep[],
  stateNow: (file: string) => KeptState,
): readonly FileGoal[] {
  const files = new Map<string, FileStep[]>();
  for (const step of chosen) files.set(step.file, [...(files.get(step.file) ?? []), step]);
  return [...files].flatMap(([file, steps]) => {
    const goal = steps[0]?.before;
    const now = stateNow(file);
    if (goal === undefined || isSameState(goal, now)) return [];
    const runs = runsOf(steps);
    const left = runs.at(-1)?.after;
    const isChangedSince = runs.length > 1 || left === undefined || !isSameState(left, now);
    const changes = [...new Set(steps.map(({ change }) => change))];
    return [{ file, goal, runs, isChangedSince, changes }];
  });
}

/** Returns the steps of the turn that a message began, and all later steps. */
export function stepsSince(
  steps: readonly FileStep[],
  message: MessageId,
  orderOf: (id: MessageId) => number,
): readonly FileStep[] {
  const from = orderOf(message);
  const first = steps.findIndex(({ turn }) => orderOf(turn) >= from);
  return first < 0 ? [] : steps.slice(first);
}

/** Joins the steps that begin in the state that the previous step left. */
function runsOf(steps: readonly FileStep[]): readonly ChangeRun[] {
  const runs: ChangeRun[] = [];
  for (const { before, after } of steps) {
    const last = runs.at(-1);
    const isNext = last?.after !== undefined && isSameState(last.after, before);
    if (isNext) runs.pop();
    runs.push({ before: isNext ? last.before : before, ...(after === undefined ? {} : { after }) });
  }
  return runs;
}

/** Returns whether two states are equal. A state that was not kept equals no other state. */
export function isSameState(one: KeptState, other: KeptState): boolean {
  if (one.kind === 'bytes' && other.kind === 'bytes') return one.hash === other.hash;
  return one.kind === 'absent' && other.kind === 'absent';
}
