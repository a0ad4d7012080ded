import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { Cancellation } from '../../src/core/cancellation.ts';
import { editorFiles } from '../../src/extension/hands/editorFiles.ts';
import { openRepository } from './support/git.ts';
import { HandsAtWork } from './support/handsAtWork.ts';
import { longthreadApi } from './support/longthread.ts';

describe('the file tools', () => {
  const work = new HandsAtWork();

  beforeEach(() => {
    work.begin();
  });

  afterEach(() => work.end());

  it('edit and save a file, and keep a copy of the earlier content', async () => {
    writeFileSync(work.at('a.txt'), 'one\ntwo\nthree\n');
    assert.deepEqual(await work.edit('a.txt', 'two', 'TWO'), {
      text: `Changed ${work.dir}/a.txt and saved it.`,
      isError: false,
    });
    assert.equal(work.read('a.txt'), 'one\nTWO\nthree\n');
    assert.deepEqual(work.asked, [
      {
        tool: 'edit_file',
        kind: 'edit',
        paths: [`${work.dir}/a.txt`],
        detail: '@@ line 1 @@\n one\n-two\n+TWO\n three',
        added: 'TWO',
      },
    ]);
    const [step] = await work.kept.steps();
    assert.deepEqual([step?.turn, step?.message, step?.change], ['m1', 'm2', 'm2/c1']);
    assert.equal(
      new TextDecoder().decode(step && (await work.kept.bytesOf(step.before))),
      'one\ntwo\nthree\n',
    );
  });

  it('return the lines around an edit if the model read an older version of the file', async () => {
    writeFileSync(work.at('a.txt'), 'one\ntwo\nthree\n');
    work.session.tool('read_file', { path: `${work.dir}/a.txt` }, '1\tone\n2\ttwo\n3\tthree');
    assert.equal((await work.edit('a.txt', 'two', 'TWO')).text, `Changed ${work.dir}/a.txt and saved it.`);
    writeFileSync(work.at('a.txt'), 'by the person\none\nTWO\nthree\n');
    assert.equal(
      (await work.edit('a.txt', 'three', 'four')).text,
      `Changed ${work.dir}/a.txt and saved it.\n` +
        'The context does not show these lines as they were before the change. Now they are:\n' +
        '1\tby the person\n2\tone\n3\tTWO\n4\tfour',
    );
  });

  it('return the lines around an edit if the result of the model’s read was shortened', async () => {
    writeFileSync(work.at('a.txt'), 'one\ntwo\nthree\n');
    const args = { path: `${work.dir}/a.txt` };
    const [, read] = work.session.tool('read_file', args, '1\tone\n2\ttwo\n3\tthree');
    work.session.compaction({ replaced: [{ id: read, as: 'stub', text: '[read_file · recall]' }] });
    assert.match((await work.edit('a.txt', 'two', 'TWO')).text, /Now they are:\n1\tone\n2\tTWO\n3\tthree$/);
  });

  it('edit text that another program has just written to an open file', async () => {
    writeFileSync(work.at('a.txt'), 'one\n');
    await vscode.workspace.openTextDocument(work.uriOf('a.txt'));
    writeFileSync(work.at('a.txt'), 'one\nby a program\n');
    assert.equal((await work.edit('a.txt', 'by a program', 'two')).isError, false);
    assert.equal(work.read('a.txt'), 'one\ntwo\n');
  });

  it('change a file in a way that the editor’s Undo command can undo', async () => {
    writeFileSync(work.at('a.txt'), 'one\n');
    await vscode.window.showTextDocument(work.uriOf('a.txt'));
    await work.edit('a.txt', 'one', 'two');
    await vscode.commands.executeCommand('undo');
    assert.equal((await vscode.workspace.openTextDocument(work.uriOf('a.txt'))).getText(), 'one\n');
  });

  const forms: readonly (readonly [what: string, before: Buffer, after: Buffer])[] = [
    ['Windows line endings', Buffer.from('a\r\nb\r\n'), Buffer.from('a\r\nx\r\ny\r\n')],
    ['a byte order mark', Buffer.from('\ufeffa\nb\n'), Buffer.from('\ufeffa\nx\ny\n')],
    [
      'the encoding UTF-16',
      Buffer.from('\ufeffa\r\nb\r\n', 'utf16le'),
      Buffer.from('\ufeffa\r\nx\r\ny\r\n', 'utf16le'),
    ],
    ['a last line without a line break', Buffer.from('a\nb'), Buffer.from('a\nx\ny')],
    ['letters of many scripts', Buffer.from('a\nb 日本 😀\n'), Buffer.from('a\nx\ny 日本 😀\n')],
  ];
  for (const [what, before, after] of forms)
    it(`keep ${what} when a file is edited`, async () => {
      writeFileSync(work.at('form.txt'), before);
      const told = await work.edit('form.txt', 'b', 'x\ny');
      assert.deepEqual(told, { text: `Changed ${work.dir}/form.txt and saved it.`, isError: false });
      assert.deepEqual(readFileSync(work.at('form.txt')), after);
    });

  it('follow a link within the workspace', async () => {
    writeFileSync(work.at('real.txt'), 'one');
    symlinkSync(work.at('real.txt'), work.at('link.txt'));
    assert.equal((await work.edit('link.txt', 'one', 'two')).isError, false);
    assert.deepEqual(work.asked[0]?.paths, [`${work.dir}/real.txt`]);
    assert.equal(work.read('link.txt'), 'two');
  });

  it('return the most similar lines if the text to replace is not in the file', async () => {
    writeFileSync(work.at('a.txt'), 'const a = 1;\n  const b = 2;\n');
    const { text, isError } = await work.edit('a.txt', 'const b = 3;', 'x');
    assert.equal(isError, true);
    assert.match(text, /not in the file\. The nearest lines:\n2\t {2}const b = 2;/);
  });

  it('change a file in the editor without saving if the file has unsaved changes', async () => {
    // In a browser, the editor saves changes automatically after a second.
    const files = vscode.workspace.getConfiguration('files');
    await files.update('autoSave', 'off', vscode.ConfigurationTarget.Global);
    writeFileSync(work.at('a.txt'), 'one\ntwo\n');
    const editor = await vscode.window.showTextDocument(work.uriOf('a.txt'));
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), 'typed\n'));
    const { text } = await work.edit('a.txt', 'two', 'TWO');
    assert.match(text, /unsaved changes in it, so it is changed in the editor and not saved/);
    assert.equal(editor.document.getText(), 'typed\none\nTWO\n');
    assert.equal(editor.document.isDirty, true);
    assert.equal(work.read('a.txt'), 'one\ntwo\n');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await files.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
  });

  it('report further changes that were made when the file was saved', async () => {
    writeFileSync(work.at('a.txt'), 'one\n');
    const formatting = vscode.workspace.onWillSaveTextDocument((event) => {
      event.waitUntil(Promise.resolve([vscode.TextEdit.insert(new vscode.Position(0, 0), '// formatted\n')]));
    });
    try {
      const { text } = await work.edit('a.txt', 'one', 'two');
      assert.match(text, /saved it\.\nSaving made further changes:\n@@ line 1 @@\n\+\/\/ formatted\n two/);
    } finally {
      formatting.dispose();
    }
    assert.equal(work.read('a.txt'), '// formatted\ntwo\n');
  });

  it('report a saved change as successful even if the search for secrets fails', async () => {
    writeFileSync(work.at('a.txt'), 'one\n');
    work.session.tool('read_file', { path: `${work.dir}/a.txt` }, '1\tzero');
    work.redactor = { find: () => Promise.reject(new Error('the search failed')) };
    const formatting = vscode.workspace.onWillSaveTextDocument((event) => {
      event.waitUntil(Promise.resolve([vscode.TextEdit.insert(new vscode.Position(0, 0), '// formatted\n')]));
    });
    try {
      const { text, isError } = await work.edit('a.txt', 'one', 'two');
      assert.match(
        text,
        /and saved it\.\nSaving made further changes\.\nThe lines around the change could not be shown; read/u,
      );
      assert.equal(isError, false);
    } finally {
      formatting.dispose();
    }
  });

  it('finish and report a change if the turn is stopped while the file is saved', async () => {
    writeFileSync(work.at('a.txt'), 'one\n');
    const stop = new Cancellation();
    const saving = vscode.workspace.onWillSaveTextDocument(() => {
      stop.cancel();
    });
    const args = { path: `${work.dir}/a.txt`, edits: [{ old_text: 'one', new_text: 'two' }] };
    try {
      assert.deepEqual(await work.call('edit_file', args, stop.signal), {
        text: `Changed ${work.dir}/a.txt and saved it.`,
        isError: false,
      });
    } finally {
      saving.dispose();
    }
    assert.equal(stop.signal.aborted, true);
    assert.equal(work.read('a.txt'), 'two\n');
    const [step] = await work.kept.steps();
    assert.equal(new TextDecoder().decode(step?.after && (await work.kept.bytesOf(step.after))), 'two\n');
  });

  it('return only problems that are new after the change', async () => {
    writeFileSync(work.at('a.txt'), 'old fault\n');
    const collection = vscode.languages.createDiagnosticCollection('tested');
    const problem = (line: number, words: string): vscode.Diagnostic =>
      new vscode.Diagnostic(new vscode.Range(line, 0, line, 3), words, vscode.DiagnosticSeverity.Error);
    collection.set(work.uriOf('a.txt'), [problem(0, 'an old fault')]);
    const checking = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.path.endsWith('a.txt'))
        collection.set(document.uri, [problem(1, 'an old fault'), problem(0, 'a new fault')]);
    });
    try {
      const { text } = await work.edit('a.txt', 'old', 'new line\nold');
      assert.match(text, /New problems that the editor shows:\nhandled\d+\/a\.txt:1:1: error: a new fault$/);
    } finally {
      checking.dispose();
      collection.dispose();
    }
  });

  it('write a new file in a new folder, and overwrite the file later', async () => {
    const write = (content: string) => work.call('write_file', { path: `${work.dir}/deep/new.txt`, content });
    assert.deepEqual(await write('one\n'), {
      text: `Made ${work.dir}/deep/new.txt and saved it.`,
      isError: false,
    });
    assert.equal(work.read('deep/new.txt'), 'one\n');
    assert.equal((await write('two\n')).text, `Changed ${work.dir}/deep/new.txt and saved it.`);
    assert.equal(work.read('deep/new.txt'), 'two\n');
    assert.deepEqual(
      (await work.kept.steps()).map(({ before }) => before.kind),
      ['absent', 'bytes'],
    );
  });

  it('keep a copy of a deleted file', async () => {
    writeFileSync(work.at('a.txt'), 'one');
    assert.equal(
      (await work.call('delete_file', { path: `${work.dir}/a.txt` })).text,
      `Deleted ${work.dir}/a.txt.`,
    );
    assert.equal(existsSync(work.at('a.txt')), false);
    const [step] = await work.kept.steps();
    assert.equal(new TextDecoder().decode(step && (await work.kept.bytesOf(step.before))), 'one');
    assert.equal(step?.after?.kind, 'absent');
  });

  it('rename a file, but never overwrite another file', async () => {
    writeFileSync(work.at('a.txt'), 'one');
    writeFileSync(work.at('b.txt'), 'two');
    const rename = (to: string) =>
      work.call('rename_file', { path: `${work.dir}/a.txt`, new_path: `${work.dir}/${to}` });
    assert.match((await rename('b.txt')).text, /already exists/);
    assert.equal((await rename('c/d.txt')).text, `Renamed ${work.dir}/a.txt to ${work.dir}/c/d.txt.`);
    assert.deepEqual([work.read('b.txt'), work.read('c/d.txt')], ['two', 'one']);
    assert.equal(existsSync(work.at('a.txt')), false);
  });

  it('rename a file to a name that differs only in upper and lower case', async () => {
    writeFileSync(work.at('a.txt'), 'one');
    const paths = { path: `${work.dir}/a.txt`, new_path: `${work.dir}/A.txt` };
    assert.equal(
      (await work.call('rename_file', paths)).text,
      `Renamed ${work.dir}/a.txt to ${work.dir}/A.txt.`,
    );
    assert.deepEqual(readdirSync(work.at('')), ['A.txt']);
  });

  it('need the person’s consent to keep a copy of an ignored file that contains a secret', async () => {
    execFileSync('git', ['init', '-q'], { cwd: work.at('') });
    await openRepository(work.at(''));
    const secret = '{ "password": "kXq93hd8Lw2z", "port": 80 }';
    const files = { '.gitignore': '*.json', 'a.json': secret, 'b.json': '{ "port": 80 }', 'c.js': secret };
    for (const [name, text] of Object.entries(files)) writeFileSync(work.at(name), text);
    const changed = async (name: string): Promise<unknown> => {
      assert.equal((await work.edit(name, '80', '81')).isError, false);
      return [work.asked.at(-1)?.secretPaths, (await work.kept.steps()).at(-1)?.before.kind];
    };
    const isSecret = [`${work.dir}/a.json`];
    work.decide = ({ secretPaths }) =>
      Promise.resolve({ kind: 'allowed', ...(secretPaths ? { secrecy: 'secret' } : {}) });
    assert.deepEqual(await changed('a.json'), [isSecret, 'notKept']);
    for (const name of ['b.json', 'c.js']) assert.deepEqual(await changed(name), [undefined, 'bytes']);
    await work.edit('b.json', '81', '81, "password": "kXq93hd8Lw2z"');
    assert.deepEqual(work.asked.at(-1)?.secretPaths, [`${work.dir}/b.json`]);
    work.decide = () => Promise.resolve({ kind: 'allowed', secrecy: 'agreed' });
    // Uses d.json instead of a.json, since the editor may still show the earlier text of a.json.
    writeFileSync(work.at('d.json'), secret);
    assert.deepEqual(await changed('d.json'), [[`${work.dir}/d.json`], 'bytes']);
  });

  it('read unsaved changes in the form in which the editor will save the file', async () => {
    writeFileSync(work.at('a.txt'), '\uFEFFone\n');
    const document = await vscode.workspace.openTextDocument(work.uriOf('a.txt'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), 'two\n');
    await vscode.workspace.applyEdit(edit);
    const unsaved = await editorFiles.read(document.uri.toString());
    await document.save();
    assert.deepEqual(unsaved && Buffer.from(unsaved), readFileSync(work.at('a.txt')));
    assert.equal(work.read('a.txt'), '\uFEFFone\ntwo\n');
  });

  it('say in a diff why a text is missing if no copy of the text was kept', async () => {
    await longthreadApi();
    const shown = async (hash: string): Promise<string> => {
      const query = new URLSearchParams({ session: 's', file: 'file:///a.txt', hash }).toString();
      const uri = vscode.Uri.from({ scheme: 'longthread-kept', path: '/a.txt', query });
      return (await vscode.workspace.openTextDocument(uri)).getText();
    };
    assert.equal(await shown('nothing'), '');
    assert.match(await shown('secret'), /because it contains a secret\.$/u);
    assert.match(await shown('tooLarge'), /because it is too large\.$/u);
    assert.match(await shown('forgotten'), /no longer has a copy of this version\.$/u);
  });
});
