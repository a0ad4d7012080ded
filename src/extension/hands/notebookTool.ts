import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Tool } from '../../core/chat/toolContract.ts';
import { PathError } from '../files/pathError.ts';
import { changingTool } from '../tools/toolDefinition.ts';
import { formatCount } from '../../shared/format.ts';
import { applyEdit, ifAllowed, type Hands } from './hands.ts';
import { changedCells, textOfCells, type Cell, type CellChange } from './notebookCells.ts';
import { addedLines, shortDiff } from './shortDiff.ts';
import { existingFile } from './editorFiles.ts';

const cell = v.pipe(v.number(), v.integer(), v.minValue(0));
const schema = v.variant('action', [
  v.object({
    action: v.literal('edit'),
    path: v.string(),
    cell,
    edits: v.pipe(v.array(v.object({ old_text: v.string(), new_text: v.string() })), v.minLength(1)),
  }),
  v.object({
    action: v.literal('insert'),
    path: v.string(),
    cell,
    kind: v.picklist(['code', 'markdown']),
    source: v.string(),
  }),
  v.object({ action: v.literal('delete'), path: v.string(), cell }),
]);
type NotebookArgs = v.InferOutput<typeof schema>;

/** Returns the tool that changes one cell of a notebook through the editor, so that the outputs of other cells stay. */
export function editNotebook(hands: Hands): Tool {
  return changingTool({
    name: 'edit_notebook',
    description:
      'Changes one cell of a notebook (.ipynb) and saves it; nothing is run. read_file shows the cells with their numbers, from 0. ' +
      'edit: each old_text must occur exactly once in the cell. insert: adds a cell before that number.',
    properties: {
      path: { type: 'string', description: 'Path relative to the workspace.' },
      action: { type: 'string', enum: ['edit', 'insert', 'delete'] },
      cell: { type: 'integer', minimum: 0, description: 'Number of the cell.' },
      edits: {
        type: 'array',
        description: 'For edit: applied in order.',
        items: {
          type: 'object',
          properties: { old_text: { type: 'string' }, new_text: { type: 'string' } },
          required: ['old_text', 'new_text'],
          additionalProperties: false,
        },
      },
      kind: { type: 'string', enum: ['code', 'markdown'], description: 'For insert.' },
      source: { type: 'string', description: 'For insert: the text of the new cell.' },
    },
    required: ['path', 'action', 'cell'],
    schema,
    run: async (args, signal, callId) => {
      const asked = await existingFile(args.path);
      const { uri, path } = asked;
      if (!path.toLowerCase().endsWith('.ipynb'))
        throw new PathError(`${path} is no notebook; edit_file changes other files.`);
      const before = cellsOf(await vscode.workspace.openNotebookDocument(uri));
      const after = changedCells(before, cellChangeOf(args, before));
      const newText = textOfCells(after);
      const oldText = textOfCells(before);
      const shown = { detail: shortDiff(oldText, newText), added: addedLines(oldText, newText) };
      const change = { tool: 'edit_notebook', kind: 'edit', ...shown, after: newText } as const;
      return ifAllowed(hands, { ...change, targets: [asked], signal, callId }, async (place) => {
        const target = await existingFile(args.path);
        const notebook = await vscode.workspace.openNotebookDocument(target.uri);
        if (
          target.uri.toString() !== uri.toString() ||
          textOfCells(cellsOf(notebook)) !== textOfCells(before)
        )
          throw new PathError(`${path} changed while the person was asked; nothing was done. Read it again.`);
        await hands.changed.during(place, [uri.toString()], async () => {
          await applyEdit(editOf(notebook, cellChangeOf(args, before), after), path);
          if (!(await saveWhole(notebook)))
            throw new PathError(`${path} was changed, but could not be saved.`);
        });
        return `Changed ${path} and saved it: it has ${formatCount(after.length, 'cell')} now.`;
      });
    },
  });
}

function cellsOf(notebook: vscode.NotebookDocument): readonly Cell[] {
  return notebook.getCells().map(({ kind, document }) => ({
    kind: kind === vscode.NotebookCellKind.Code ? 'code' : 'markdown',
    language: document.languageId,
    text: document.getText(),
  }));
}

/** Returns the change that the arguments describe. A new code cell gets the language of the first code cell. */
function cellChangeOf(args: NotebookArgs, cells: readonly Cell[]): CellChange {
  if (args.action === 'edit') {
    const edits = args.edits.map(({ old_text: before, new_text: after }) => ({
      before,
      after,
      isForAll: false,
    }));
    return { action: 'edit', cell: args.cell, edits };
  }
  if (args.action === 'delete') return { action: 'delete', cell: args.cell };
  const code = cells.find(({ kind }) => kind === 'code')?.language ?? 'python';
  const language = args.kind === 'code' ? code : 'markdown';
  return { action: 'insert', cell: args.cell, inserted: { kind: args.kind, language, text: args.source } };
}

function editOf(
  notebook: vscode.NotebookDocument,
  change: CellChange,
  after: readonly Cell[],
): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  const { cell: index } = change;
  if (change.action === 'edit') {
    const { document } = notebook.cellAt(index);
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, all, after[index]?.text ?? '');
  } else if (change.action === 'insert') {
    const { kind, text, language } = change.inserted;
    const cellKind = kind === 'code' ? vscode.NotebookCellKind.Code : vscode.NotebookCellKind.Markup;
    const data = new vscode.NotebookCellData(cellKind, text, language);
    edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(index, [data])]);
  } else
    edit.set(notebook.uri, [vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(index, index + 1))]);
  return edit;
}

/** The maximum number of saves of a notebook, in case another extension changes the notebook during every save. */
const MOST_SAVES = 5;

/**
 * Saves a notebook, and returns whether the whole notebook is on disk. If an extension changes the notebook during a
 * save, `save` returns false, and another save is needed. For example, the editor's own notebook extension gives a new
 * cell an id.
 */
async function saveWhole(notebook: vscode.NotebookDocument): Promise<boolean> {
  for (let saves = 0; saves < MOST_SAVES; saves++) if (await notebook.save()) return true;
  return false;
}
