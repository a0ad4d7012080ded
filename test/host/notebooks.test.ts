import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { openRepository } from './support/git.ts';
import { HandsAtWork } from './support/handsAtWork.ts';

const output = { output_type: 'stream', name: 'stdout', text: ['12\n'] };
const notebook = {
  cells: [
    { cell_type: 'markdown', id: 'a', metadata: {}, source: ['# Tides'] },
    {
      cell_type: 'code',
      id: 'b',
      metadata: {},
      execution_count: 1,
      outputs: [output],
      source: ['height = 11\n', 'print(height)'],
    },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
};

interface SavedCell {
  readonly cell_type: string;
  readonly source: readonly string[];
  readonly outputs?: readonly unknown[];
}

describe('a notebook', () => {
  const work = new HandsAtWork();

  beforeEach(() => {
    work.begin();
    writeFileSync(work.at('n.ipynb'), JSON.stringify(notebook, null, 1));
  });

  afterEach(() => work.end());

  const change = (args: object) => work.call('edit_notebook', { path: `${work.dir}/n.ipynb`, ...args });
  const saved = (): readonly SavedCell[] =>
    (JSON.parse(work.read('n.ipynb')) as { readonly cells: readonly SavedCell[] }).cells;

  it('is saved with the new text and the unchanged outputs of a cell that the model edits', async () => {
    const edits = [{ old_text: 'height = 11', new_text: 'height = 12' }];
    assert.deepEqual(await change({ action: 'edit', cell: 1, edits }), {
      text: `Changed ${work.dir}/n.ipynb and saved it: it has 2 cells now.`,
      isError: false,
    });
    assert.deepEqual(saved()[1]?.source, ['height = 12\n', 'print(height)']);
    assert.deepEqual(saved()[1]?.outputs, [output]);
    assert.deepEqual(saved()[0]?.source, ['# Tides']);
    assert.match(work.asked[0]?.detail ?? '', /-height = 11\n\+height = 12/);
  });

  it('is reported to contain a secret if Git ignores the notebook and the model writes a secret into a cell', async () => {
    execFileSync('git', ['init', '-q'], { cwd: work.at('') });
    await openRepository(work.at(''));
    writeFileSync(work.at('.gitignore'), '*.ipynb');
    const edits = [{ old_text: '11', new_text: '11\npassword = "kXq93hd8Lw2z"' }];
    await change({ action: 'edit', cell: 1, edits });
    assert.deepEqual(work.asked[0]?.secretPaths, [`${work.dir}/n.ipynb`]);
  });

  it('is saved with the metadata that another extension adds to a cell during the save', async () => {
    const listener = vscode.workspace.onWillSaveNotebookDocument(({ notebook: saving }) => {
      listener.dispose();
      // This runs after the event was handled, when the editor has begun to write.
      setTimeout(() => {
        const added = new vscode.WorkspaceEdit();
        added.set(saving.uri, [vscode.NotebookEdit.updateCellMetadata(0, { metadata: { tags: ['tide'] } })]);
        void vscode.workspace.applyEdit(added);
      }, 0);
    });
    const edits = [{ old_text: 'height = 11', new_text: 'height = 12' }];
    assert.match((await change({ action: 'edit', cell: 1, edits })).text, /^Changed .* and saved it/);
    assert.match(work.read('n.ipynb'), /"tide"/);
  });

  it('is saved with an inserted cell, and without a deleted cell', async () => {
    await change({ action: 'insert', cell: 1, kind: 'code', source: 'import tides' });
    assert.deepEqual(
      saved().map(({ cell_type: kind }) => kind),
      ['markdown', 'code', 'code'],
    );
    assert.deepEqual(saved()[1]?.source, ['import tides']);
    await change({ action: 'delete', cell: 0 });
    assert.deepEqual(saved()[0]?.source, ['import tides']);
  });

  it('stays unchanged if the cell or the old text is missing, or if the person denies the change', async () => {
    const before = work.read('n.ipynb');
    const edits = [{ old_text: 'depth', new_text: 'height' }];
    assert.match((await change({ action: 'edit', cell: 1, edits })).text, /Cell 1: /);
    assert.match(
      (await change({ action: 'delete', cell: 2 })).text,
      /There is no cell 2\. The cells are:\n0 \(markdown\)/,
    );
    work.decide = () => Promise.resolve({ kind: 'denied' });
    assert.equal((await change({ action: 'delete', cell: 0 })).isError, true);
    assert.equal(work.read('n.ipynb'), before);
    assert.deepEqual(await work.kept.steps(), []);
  });

  it('is not changed by the model while the person has unsaved changes in the notebook', async () => {
    const open = await vscode.workspace.openNotebookDocument(work.uriOf('n.ipynb'));
    const edit = new vscode.WorkspaceEdit();
    edit.set(open.uri, [vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(0, 1))]);
    await vscode.workspace.applyEdit(edit);
    assert.match((await change({ action: 'delete', cell: 0 })).text, /unsaved changes/);
    assert.equal(saved().length, 2);
    // Saves the notebook, since the editor would write unsaved changes after the folder is deleted.
    await open.save();
  });

  it('has a stored copy of its old content after the model deletes a cell', async () => {
    const before = work.read('n.ipynb');
    await change({ action: 'delete', cell: 0 });
    const [step] = await work.kept.steps();
    assert.equal(new TextDecoder().decode(step && (await work.kept.bytesOf(step.before))), before);
  });
});
