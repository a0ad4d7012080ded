import type { MessageId } from '../log/entry.ts';

/** The contents of a file at one moment, as far as they were kept. */
export type KeptState =
  | { readonly kind: 'absent' }
  /** The bytes lie beside the log, under their hash. */
  | { readonly kind: 'bytes'; readonly hash: string; readonly size: number }
  | { readonly kind: 'notKept'; readonly why: 'secret' | 'tooLarge' | 'forgotten' };

/** Change of one file by one call, or by one taking back. Steps are kept in the order in which they happened. */
export interface FileStep {
  /** The person's message that the turn began with. */
  readonly turn: MessageId;
  /** The message whose call it was; of a taking back, the newest message then. */
  readonly message: MessageId;
  /** Several files that were changed at once have the same; no two changes have. */
  readonly change: string;
  /** The file's address. */
  readonly file: string;
  readonly before: KeptState;
  /** Absent where the window was killed before it could be recorded. */
  readonly after?: KeptState;
  /** The changes that this one took back. */
  readonly takesBack?: readonly string[];
  /** The person looked at it and chose Keep. */
  readonly isAccepted?: true;
  /** For a file for secrets: whether the person agreed to keep copies. */
  readonly secrecy?: Secrecy;
}

/** How the content of a file for secrets is treated; with `secret`, none is kept. */
export type Secrecy = 'secret' | 'agreed';

/** The state that a file should get, and whether anything else would be lost. */
export interface FileGoal {
  readonly file: string;
  readonly goal: KeptState;
  /** The contents after the last change; absent where they are not known. */
  readonly left?: KeptState;
  /** Whether somebody else changed it between two of the changes, or after the last known one. */
  readonly isChangedSince: boolean;
  /** The changes that are taken back with it. */
  readonly changes: readonly string[];
}

/**
 * Returns the id of the change that a call makes. It has the message's id, as providers number the calls of each answer
 * anew.
 */
export function changeOf(message: MessageId, callId: string): string {
  return `${message}/${callId}`;
}

/** Changes that were taken back and not brought back since. */
export function takenBack(steps: readonly FileStep[]): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { takesBack = [], change } of steps) {
    if (takesBack.length > 0) gone.delete(change);
    for (const one of takesBack) {
      gone.add(one);
      for (const step of steps) if (step.change === one) step.takesBack?.forEach((back) => gone.delete(back));
    }
  }
  return gone;
}

/**
 * Returns the state of each file before the first chosen step; skips files that have it already. `stateNow` gives a
 * file's present state.
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
    const left = steps.at(-1)?.after;
    const isChangedSince = hasGap(steps) || left === undefined || !isSameState(left, now);
    const changes = [...new Set(steps.map(({ change }) => change))];
    return [{ file, goal, ...(left === undefined ? {} : { left }), isChangedSince, changes }];
  });
}

/** Returns the steps since a message: those of its turn, and all later ones. */
export function stepsSince(
  steps: readonly FileStep[],
  message: MessageId,
  orderOf: (id: MessageId) => number,
): readonly FileStep[] {
  const from = orderOf(message);
  const first = steps.findIndex(({ turn }) => orderOf(turn) >= from);
  return first < 0 ? [] : steps.slice(first);
}

/** Returns whether a step began with another state than the one before it left. */
function hasGap(steps: readonly FileStep[]): boolean {
  return steps.some((step, index) => {
    const left = steps[index - 1]?.after;
    return index > 0 && (left === undefined || !isSameState(left, step.before));
  });
}

/** Returns whether two states are the same; one that was not kept equals no other. */
export function isSameState(one: KeptState, other: KeptState): boolean {
  if (one.kind === 'bytes' && other.kind === 'bytes') return one.hash === other.hash;
  return one.kind === 'absent' && other.kind === 'absent';
}
