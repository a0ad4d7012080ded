import { takenBack, type FileStep } from '../../core/tools/fileSteps.ts';
import { stepsOfFile } from '../hands/rowSteps.ts';
import type { ChangesRow, ChangeView, ChatRow } from '../../shared/chatView.ts';

/** The file changes of a session's calls, as rows ask for them. */
export interface RowChanges {
  readonly steps: readonly FileStep[];
  readonly undone: ReadonlySet<string>;
  /** Returns a file's name as the person sees it. */
  readonly nameOf: (file: string) => string;
  /** Whether changes can't be undone now: another window writes the session, or an answer is being made. */
  readonly isClosed: boolean;
}

export function rowChangesOf(
  steps: readonly FileStep[],
  { nameOf, isClosed }: Pick<RowChanges, 'nameOf' | 'isClosed'>,
): RowChanges {
  return { steps, undone: takenBack(steps), nameOf, isClosed };
}

/** Returns the view of the chosen changes, undefined where there are none. */
export function changeView(isOne: (step: FileStep) => boolean, changes: RowChanges): ChangeView | undefined {
  const own = changes.steps.filter(isOne);
  return own.length === 0 ? undefined : viewOf(own, changes);
}

function viewOf(own: readonly FileStep[], { undone, isClosed }: RowChanges): ChangeView {
  return {
    isUndone: own.every(({ change }) => undone.has(change)),
    isAccepted: own.every(({ isAccepted }) => isAccepted === true),
    canUndo: !isClosed,
  };
}

/** Adds a row of changed files to the end of each turn that changed some, except the turn that is still running. */
export function withChanges(
  rows: readonly ChatRow[],
  changes: RowChanges,
  isBusy: boolean,
): readonly ChatRow[] {
  const ownSteps = changes.steps.filter(({ takesBack }) => takesBack === undefined);
  if (ownSteps.length === 0) return rows;
  const ofTurn = Map.groupBy(ownSteps, ({ turn }) => turn);
  const told: ChatRow[] = [];
  let turn: ChatRow | undefined;
  let last: ChatRow | undefined;
  const close = (): void => {
    const own = turn && ofTurn.get(turn.id);
    if (turn !== undefined && own !== undefined)
      told.push(changesRow({ id: turn.id, at: last?.at ?? turn.at, own }, changes));
  };
  for (const row of rows) {
    if (row.type === 'user') {
      close();
      turn = row;
    }
    told.push(row);
    last = row;
  }
  if (!isBusy) close();
  return told;
}

interface TurnChanges {
  /** The message that the turn began with. */
  readonly id: string;
  readonly at: number;
  readonly own: readonly FileStep[];
}

function changesRow({ id: turn, at, own }: TurnChanges, changes: RowChanges): ChangesRow {
  const id = `${turn}:changes`;
  const files = [...new Set(own.map(({ file }) => file))].map((file, index) => ({
    row: `${id}:${String(index)}`,
    name: changes.nameOf(file),
    ...viewOf(stepsOfFile(index, own), changes),
  }));
  return { type: 'changes', id, at, files, ...viewOf(own, changes) };
}
