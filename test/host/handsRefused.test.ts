import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Cancellation } from '../../src/core/cancellation.ts';
import { NOT_ANSWERED } from '../../src/core/tools/noEffect.ts';
import { until } from '../support/until.ts';
import { HandsAtWork } from './support/handsAtWork.ts';

const outside = path.join(tmpdir(), `longthread-hands-${process.pid}`);

describe('the file tools', () => {
  const work = new HandsAtWork();

  beforeEach(() => {
    work.begin();
  });

  afterEach(() => work.end());

  before(() => {
    mkdirSync(outside, { recursive: true });
    writeFileSync(path.join(outside, 'theirs.txt'), 'not yours');
  });

  after(() => {
    rmSync(outside, { recursive: true, force: true });
  });

  const refused: readonly (readonly [what: string, content: Buffer, why: RegExp])[] = [
    ['a binary file', Buffer.from([98, 0, 1, 2]), /is a binary file of 4 bytes; it can’t be changed as text/],
    [
      'a file in another encoding than the editor’s',
      Buffer.from('b caf\u00e9', 'latin1'),
      /is not in utf8, .*files\.encoding/,
    ],
    [
      'a file of more than 50 MB',
      Buffer.alloc(50 * 1024 * 1024 + 1, 'b'),
      /files of more than 50 MB can’t be changed/,
    ],
  ];
  for (const [what, content, why] of refused)
    it(`refuse ${what} without asking the person`, async () => {
      writeFileSync(work.at('odd.txt'), content);
      const { text, isError } = await work.edit('odd.txt', 'b', 'x');
      assert.match(text, why);
      assert.equal(isError, true);
      assert.deepEqual(work.asked, []);
      assert.ok(readFileSync(work.at('odd.txt')).equals(content));
    });

  it('report it if something puts the old text back before the file is saved', async () => {
    writeFileSync(work.at('back.txt'), 'one\n');
    const { applyEdit } = vscode.workspace;
    Object.assign(vscode.workspace, {
      applyEdit: async (edit: vscode.WorkspaceEdit) => {
        const isDone = await applyEdit(edit);
        const back = new vscode.WorkspaceEdit();
        back.replace(work.uriOf('back.txt'), new vscode.Range(0, 0, 1, 0), 'one\n');
        return (await applyEdit(back)) && isDone;
      },
    });
    try {
      const { text } = await work.edit('back.txt', 'one', 'two');
      assert.match(text, /Saving made further changes:\n@@ line 1 @@\n-two\n\+one/);
    } finally {
      Object.assign(vscode.workspace, { applyEdit });
    }
  });

  it('refuse to edit a notebook as text, and to edit a text file as a notebook', async () => {
    writeFileSync(work.at('n.ipynb'), '{"cells":[]}');
    assert.match((await work.edit('n.ipynb', 'cells', 'x')).text, /edit_notebook changes its cells/);
    writeFileSync(work.at('a.txt'), 'one');
    const asText = { path: `${work.dir}/a.txt`, action: 'delete', cell: 0 };
    assert.match((await work.call('edit_notebook', asText)).text, /is no notebook/);
  });

  it('refuse paths that lead out of the workspace', async () => {
    symlinkSync(path.join(outside, 'theirs.txt'), work.at('away.txt'));
    symlinkSync(outside, work.at('awayFolder'));
    assert.match(
      (await work.edit('away.txt', 'not yours', 'mine')).text,
      /link that leads outside the workspace/,
    );
    assert.match(
      (await work.call('write_file', { path: `${work.dir}/awayFolder/new.txt`, content: 'x' })).text,
      /leads outside/,
    );
    assert.match((await work.call('write_file', { path: '../new.txt', content: 'x' })).text, /goes up by/);
    assert.match(
      (await work.call('delete_file', { path: path.join(outside, 'theirs.txt') })).text,
      /lies outside the workspace/,
    );
    assert.equal(readFileSync(path.join(outside, 'theirs.txt'), 'utf8'), 'not yours');
  });

  it('do nothing if the person denies permission', async () => {
    writeFileSync(work.at('a.txt'), 'one');
    work.decide = () =>
      Promise.resolve({ kind: 'denied', words: 'Not this one.', rule: 'Never touch a.txt.' });
    for (const told of [
      await work.edit('a.txt', 'one', 'two'),
      await work.call('delete_file', { path: `${work.dir}/a.txt` }),
    ])
      assert.deepEqual(told, {
        text: 'The person did not allow this; nothing was done. It goes against their rule: “Never touch a.txt.” They say: “Not this one.” Do not try the same in another way; go on without it, or ask.',
        isError: true,
      });
    assert.equal(work.read('a.txt'), 'one');
    assert.deepEqual(await work.kept.steps(), []);
  });

  it('do nothing if the turn is stopped while the person is asked', async () => {
    writeFileSync(work.at('a.txt'), 'one');
    const stop = new Cancellation();
    work.decide = () => {
      stop.cancel();
      return Promise.resolve({ kind: 'unanswered' });
    };
    const args = { path: `${work.dir}/a.txt`, edits: [{ old_text: 'one', new_text: 'two' }] };
    assert.deepEqual(await work.call('edit_file', args, stop.signal), {
      text: NOT_ANSWERED,
      isError: true,
    });
    assert.equal(work.read('a.txt'), 'one');
  });

  it('do not change a file that changed while the person was asked', async () => {
    writeFileSync(work.at('a.txt'), 'one two');
    work.decide = async () => {
      const editor = await vscode.window.showTextDocument(work.uriOf('a.txt'));
      // A busy editor may refuse to edit a file that it has just opened.
      await until('something is typed', () =>
        editor.edit((builder) => builder.insert(new vscode.Position(0, 0), 'typed ')),
      );
      return { kind: 'allowed' };
    };
    assert.match(
      (await work.edit('a.txt', 'two', 'TWO')).text,
      /changed while the person was asked; nothing was done/,
    );
    assert.equal(work.read('a.txt'), 'one two');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('neither delete nor rename a file that a link replaced while the person was asked', async () => {
    writeFileSync(work.at('other.txt'), 'other');
    const relink = async (): Promise<{ kind: 'allowed' }> => {
      rmSync(work.at('a.txt'));
      symlinkSync(work.at('other.txt'), work.at('a.txt'));
      return { kind: 'allowed' };
    };
    const calls = { delete_file: {}, rename_file: { new_path: `${work.dir}/b.txt` } };
    for (const [name, more] of Object.entries(calls)) {
      rmSync(work.at('a.txt'), { force: true });
      writeFileSync(work.at('a.txt'), 'one');
      work.decide = relink;
      const { text } = await work.call(name, { path: `${work.dir}/a.txt`, ...more });
      assert.match(text, /a\.txt changed while the person was asked; nothing was done/, name);
      assert.equal(work.read('other.txt'), 'other');
    }
  });
});
