import { applyExactEdits, type ExactEdit } from '../../core/tools/exactEdits.ts';
import { PathError } from '../files/pathError.ts';

export interface Cell {
  readonly kind: 'code' | 'markdown';
  readonly language: string;
  readonly text: string;
}

/** A change of one cell; cells are numbered from 0. */
export type CellChange =
  | { readonly action: 'edit'; readonly cell: number; readonly edits: readonly ExactEdit[] }
  /** Inserts before the cell with this number. If `cell` is the number of cells, inserts at the end. */
  | { readonly action: 'insert'; readonly cell: number; readonly inserted: Cell }
  | { readonly action: 'delete'; readonly cell: number };

/** Returns the cells after a change. Throws PathError with a sentence for the model if the change can't be made. */
export function changedCells(cells: readonly Cell[], change: CellChange): readonly Cell[] {
  const { cell } = change;
  const last = change.action === 'insert' ? cells.length : cells.length - 1;
  if (cell > last) throw new PathError(`There is no cell ${cell}. ${listOf(cells)}`, 'missing');
  if (change.action === 'insert') return cells.toSpliced(cell, 0, change.inserted);
  const before = cells[cell];
  if (change.action === 'delete' || before === undefined) return cells.toSpliced(cell, 1);
  const edited = applyExactEdits(before.text, change.edits);
  if (!edited.isEdited) throw new PathError(`Cell ${cell}: ${edited.problem}`);
  return cells.with(cell, { ...before, text: edited.text });
}

/** Returns all cells as one text, for the diff that the person sees. */
export function textOfCells(cells: readonly Cell[]): string {
  return cells.map(({ kind, text }, index) => `[cell ${index}, ${kind}]\n${text}`).join('\n');
}

function listOf(cells: readonly Cell[]): string {
  if (cells.length === 0) return 'The notebook has no cells.';
  const first = ({ text }: Cell): string => (text.split('\n', 1)[0] ?? '').slice(0, 60);
  return `The cells are:\n${cells.map((each, index) => `${index} (${each.kind}): ${first(each)}`).join('\n')}`;
}
