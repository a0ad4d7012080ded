import type { MessageId } from '../../core/log/entry.ts';
import { takenBack, type FileStep } from '../../core/tools/fileSteps.ts';
import type { ChangesRow, ChangeView, ChatRow } from '../../shared/chatView.ts';

/** What a session's calls did to files, as rows ask for it. */
export interface RowChanges {
  readonly steps: readonly FileStep[];
  readonly undone: ReadonlySet<string>;
  /** How a person reads a file's name. */
  readonly nameOf: (file: string) => string;
  /** Nothing may be taken back: another window writes, or an answer is being made. */
  readonly isClosed: boolean;
}

export function rowChangesOf(
  steps: readonly FileStep[],
  { nameOf, isClosed }: Pick<RowChanges, 'nameOf' | 'isClosed'>,
): RowChanges {
  return { steps, undone: takenBack(steps), nameOf, isClosed };
}

/** Undefined where none of the changes is known. */
export function changeView(
  isOne: (step: FileStep) => boolean,
  { steps, undone, isClosed }: RowChanges,
): ChangeView | undefined {
  const own = steps.filter(isOne);
  if (own.length === 0) return undefined;
  return { isUndone: own.every(({ change }) => undone.has(change)), canUndo: !isClosed };
}

/** The rows with one more at the end of each turn that changed files; none for a turn that still goes on. */
export function withChanges(
  rows: readonly ChatRow[],
  changes: RowChanges,
  isBusy: boolean,
): readonly ChatRow[] {
  const ownSteps = changes.steps.filter(({ takesBack }) => takesBack === undefined);
  if (ownSteps.length === 0) return rows;
  const told: ChatRow[] = [];
  let turn: ChatRow | undefined;
  let last: ChatRow | undefined;
  const close = (): void => {
    const row = turn === undefined ? undefined : changesRow(turn.id, last?.at ?? turn.at, changes);
    if (row !== undefined) told.push(row);
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

function changesRow(turn: MessageId, at: number, changes: RowChanges): ChangesRow | undefined {
  const isOwn = (step: FileStep): boolean => step.turn === turn && step.takesBack === undefined;
  const view = changeView(isOwn, changes);
  if (view === undefined) return undefined;
  const files = new Set(changes.steps.filter(isOwn).map(({ file }) => changes.nameOf(file)));
  return { type: 'changes', id: `${turn}:changes`, at, files: [...files], ...view };
}
