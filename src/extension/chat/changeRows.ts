import { takenBack, type FileStep } from '../../core/tools/fileSteps.ts';
import { stepsOfFile } from '../hands/rowSteps.ts';
import { memoized } from '../../core/memoized.ts';
import type { ChangesRow, FileChangeView } from '../../shared/chatView.ts';

/** The file changes of a session's calls, for the rows that show them. */
export interface RowChanges {
  readonly steps: readonly FileStep[];
  /** The ids of the changes that are undone. */
  readonly undone: ReadonlySet<string>;
  /** Returns a file's name as the person sees it. */
  readonly nameOf: (file: string) => string;
  /** Whether changes can't be undone now, because another window writes to the session or an answer is being made. */
  readonly isClosed: boolean;
}

export function rowChangesOf(
  steps: readonly FileStep[],
  { nameOf, isClosed }: Pick<RowChanges, 'nameOf' | 'isClosed'>,
): RowChanges {
  return { steps, undone: undoneIn(steps), nameOf, isClosed };
}

const undoneIn = memoized(takenBack);

/** Returns one view for all chosen changes; undefined if no change is chosen. */
export function changeView(
  isChosen: (step: FileStep) => boolean,
  changes: RowChanges,
): FileChangeView | undefined {
  const own = changes.steps.filter(isChosen);
  return own.length === 0 ? undefined : viewOf(own, changes);
}

function viewOf(own: readonly FileStep[], { undone, isClosed }: RowChanges): FileChangeView {
  return {
    isUndone: own.every(({ change }) => undone.has(change)),
    isAccepted: own.every(({ isAccepted }) => isAccepted === true),
    canUndo: !isClosed,
  };
}

/** Groups the changes by the id of their turn's first message. Leaves out changes that undo other changes. */
export const changesByTurn = memoized(
  (steps: readonly FileStep[]): ReadonlyMap<string, readonly FileStep[]> =>
    Map.groupBy(
      steps.filter(({ takesBack }) => takesBack === undefined),
      ({ turn }) => turn,
    ),
);

interface TurnChanges {
  /** The message that the turn began with. */
  readonly id: string;
  readonly at: number;
  readonly own: readonly FileStep[];
}

/** Returns the row of a turn's changed files. */
export function changesRow({ id: turn, at, own }: TurnChanges, changes: RowChanges): ChangesRow {
  const id = `${turn}:changes`;
  const files = [...new Set(own.map(({ file }) => file))].map((file, index) => ({
    row: `${id}:${String(index)}`,
    name: changes.nameOf(file),
    ...viewOf(stepsOfFile(index, own), changes),
  }));
  return { type: 'changes', id, at, files, ...viewOf(own, changes) };
}
