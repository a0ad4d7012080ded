import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { SecretRedactor } from '../../src/adapters/redaction/secretRedactor.ts';
import { WorkerTextSearch } from '../../src/adapters/search/workerTextSearch.ts';
import { neverCancelled } from '../../src/core/cancellation.ts';
import { runToolCall, type Tool } from '../../src/core/chat/toolContract.ts';
import { findWorkspaceFiles } from '../../src/extension/tools/findWorkspaceFiles.ts';
import { getDiagnostics } from '../../src/extension/tools/getDiagnostics.ts';
import { listFiles } from '../../src/extension/tools/listFiles.ts';
import { readFile as reading } from '../../src/extension/tools/readFile.ts';
import { searchText } from '../../src/extension/tools/searchText.ts';
import { noSecrets } from '../support/scriptedTurn.ts';

const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
const readFile = reading(new SecretRedactor());
const scratch = path.join(folder.fsPath, 'scratch');
const outside = path.join(tmpdir(), `longthread-outside-${process.pid}`);

describe('the read-only workspace tools', () => {
  const extension = vscode.extensions.getExtension('longthread.longthread');
  const script = { path: path.join(extension?.extensionPath ?? '', 'dist', 'searchWorker.cjs') };
  const textSearch = new WorkerTextSearch({ script, deadlineMs: 1_000 });
  const search = searchText(textSearch, new SecretRedactor());

  async function call(tool: Tool, args: object): Promise<{ text: string; isError: boolean }> {
    const { name } = tool.schema;
    const part = { type: 'toolCall', callId: 'c1', name, arguments: JSON.stringify(args) } as const;
    const { parts, isError = false } = await runToolCall(
      part,
      { tools: [tool], secrets: noSecrets },
      neverCancelled,
    );
    return { text: parts.map((each) => (each.type === 'text' ? each.text : '')).join(''), isError };
  }

  before(() => {
    mkdirSync(scratch, { recursive: true });
    mkdirSync(outside, { recursive: true });
    writeFileSync(path.join(outside, 'secret.txt'), 'not yours');
    for (let file = 0; file < 600; file++) writeFileSync(path.join(outside, `a${file}.txt`), 'nor yours');
    symlinkSync(outside, path.join(scratch, 'away'));
    symlinkSync(scratch, path.join(scratch, 'round'));
    writeFileSync(
      path.join(scratch, 'long.txt'),
      Array.from({ length: 9_000 }, (_, n) => `line ${n + 1}`).join('\n'),
    );
    writeFileSync(path.join(scratch, 'binary.bin'), Buffer.from([1, 0, 2]));
    writeFileSync(path.join(scratch, 'trap.txt'), `${'a'.repeat(50)}!`);
  });

  after(async () => {
    rmSync(scratch, { recursive: true, force: true });
    rmSync(outside, { recursive: true, force: true });
    await textSearch.close();
  });

  it('read a file with line numbers', async () => {
    const { text, isError } = await call(readFile, { path: 'src/time.ts' });
    assert.equal(isError, false);
    assert.equal(text.split('\n')[0], '1\t/** Minutes since midnight, from `HH:MM`. */');
  });

  it('read a range of lines, and say how to continue', async () => {
    const { text } = await call(readFile, { path: 'src/time.ts', startLine: 2, endLine: 3 });
    assert.match(
      text,
      /^2\texport function parseTime.*\n3\t.*\n\[lines 2-3 of 13 of src\/time\.ts; go on with startLine 4\]$/,
    );
  });

  it('return only the beginning of a long file, up to the end of a line', async () => {
    const { text } = await call(readFile, { path: 'scratch/long.txt' });
    assert.ok(text.length < 50_000);
    assert.match(
      text,
      /\n(\d+)\tline \1\n\[lines 1-\1 of 9000 of scratch\/long\.txt; go on with startLine \d+\]$/,
    );
  });

  it('read unsaved changes', async () => {
    const uri = vscode.Uri.joinPath(folder, 'scratch', 'trap.txt');
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), 'unsaved ');
    await vscode.workspace.applyEdit(edit);
    assert.match((await call(readFile, { path: 'scratch/trap.txt' })).text, /^1\tunsaved a/);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  const refused = [
    ['a path that leads out of the workspace by `..`', '../package.json', /outside the workspace/],
    [
      'a path that leads out of the workspace by `..` in the middle',
      'src/../../package.json',
      /outside the workspace/,
    ],
    ['an absolute path outside the workspace', '/etc/hostname', /outside the workspace/],
    ['a link that leads out of the workspace', 'scratch/away/secret.txt', /leads outside the workspace/],
    ['a folder', 'src', /is a folder/],
    ['a binary file', 'scratch/binary.bin', /binary file/],
    ['a file that does not exist', 'src/nothing.ts', /There is no src\/nothing\.ts/],
  ] as const;
  for (const [what, file, sentence] of refused) {
    it(`refuse to read ${what}`, async () => {
      const { text, isError } = await call(readFile, { path: file });
      assert.equal(isError, true);
      assert.match(text, sentence);
      assert.equal(text.includes('not yours'), false);
    });
  }

  it('report invalid arguments', async () => {
    const { text, isError } = await call(readFile, { path: 'src/time.ts', startLine: 'two' });
    assert.equal(isError, true);
    assert.match(text, /startLine/);
  });

  it('list files by folder and glob', async () => {
    const { text } = await call(listFiles, { path: 'src', glob: '**/*.ts' });
    assert.deepEqual(text.split('\n'), ['src/berths.ts', 'src/harbour.ts', 'src/time.ts', 'src/visit.ts']);
  });

  it('match globs and exclude files by .gitignore without blocking the editor, even if the patterns have many stars', async () => {
    const names = Array.from({ length: 50 }, (_, n) => `${'a'.repeat(60)}${n}.txt`);
    for (const name of names) writeFileSync(path.join(scratch, name), '');
    const slow = `${'*a'.repeat(25)}b`;
    writeFileSync(path.join(folder.fsPath, '.gitignore'), `${slow}\n${'*a'.repeat(20)}*49.txt\n`);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    try {
      assert.equal((await call(listFiles, { path: 'scratch', glob: `**/${slow}` })).text, '[no files found]');
      const glob = `{${slow},${'*a'.repeat(30)}*.txt}`;
      const { text } = await call(listFiles, { path: 'scratch', glob });
      assert.equal(text.split('\n').length, names.length - 1);
      assert.equal(text.includes('49.txt'), false);
    } finally {
      delay.disable();
      rmSync(path.join(folder.fsPath, '.gitignore'));
      for (const name of names) rmSync(path.join(scratch, name));
    }
    assert.ok(delay.max < 1e9, `the event loop was blocked for ${delay.max / 1e6} ms`);
  });

  it('follow no link out of the workspace', async () => {
    const all = await call(listFiles, {});
    assert.equal(all.text.includes('away/'), false);
    assert.ok(all.text.includes('src/visit.ts') && all.text.includes('scratch/long.txt'));
    assert.equal(all.text.includes('more than'), false);
    const within = await call(listFiles, { path: 'scratch', glob: '**/*.txt' });
    assert.equal(within.text.includes('away/'), false);
    assert.ok(within.text.includes('scratch/long.txt'));
    assert.equal((await call(search, { query: 'yours' })).text, '[no line has yours]');
  });

  it('do not list or count files behind a link out of the workspace, even with special characters in the link’s name', async () => {
    const here = path.join(scratch, 'odd');
    const own = Array.from({ length: 500 }, (_, at) => `scratch/odd/${at % 10}/${at}.txt`);
    for (let at = 0; at < 10; at++) mkdirSync(path.join(here, `${at}`), { recursive: true });
    for (const file of own) writeFileSync(path.join(folder.fsPath, file), '');
    // Windows allows no name with an asterisk or a question mark.
    const others = path.sep === '/' ? ['n*o', 'p?q'] : [];
    for (const name of ['a,b', 'c{d', 'e}f', '{g,h}', 'i!j', '!k', '[l', 'm]', '[!r]', ...others])
      symlinkSync(outside, path.join(here, name));
    try {
      const { text } = await call(listFiles, { path: 'scratch/odd' });
      assert.deepEqual(text.split('\n'), own.toSorted());
    } finally {
      rmSync(here, { recursive: true });
    }
  });

  it('match 20,000 files against a glob that is too slow for the editor, and report an error if there are more files', async () => {
    const many = path.join(scratch, 'many');
    mkdirSync(many);
    for (let at = 0; at < 20_000; at++) writeFileSync(path.join(many, `${at}.txt`), '');
    const args = { path: 'scratch/many', glob: '**/*1*9*9*9*9.txt' };
    try {
      assert.equal((await call(listFiles, args)).text, 'scratch/many/19999.txt');
      writeFileSync(path.join(many, 'one.txt'), '');
      assert.match((await call(listFiles, args)).text, /more than 20000 files to match/);
    } finally {
      rmSync(many, { recursive: true });
    }
  });

  it('do not list files that .gitignore excludes', async () => {
    writeFileSync(path.join(folder.fsPath, '.gitignore'), 'scratch/\n');
    try {
      const { text } = await call(listFiles, {});
      assert.equal(text.includes('scratch/'), false);
      assert.ok(text.includes('src/visit.ts'));
    } finally {
      rmSync(path.join(folder.fsPath, '.gitignore'));
    }
  });

  it('apply the .gitignore of each workspace folder only to the files of this folder', async () => {
    const { workspace } = vscode;
    const descriptors = Object.getOwnPropertyDescriptors(workspace);
    const folders = ['one', 'two'].map((name, index) => ({
      uri: vscode.Uri.file(path.join(scratch, name)),
      ...{ name, index },
    }));
    for (const [at, { uri }] of folders.entries()) {
      mkdirSync(uri.fsPath);
      writeFileSync(path.join(uri.fsPath, '.gitignore'), `${at}.txt\n`);
      for (const other of [0, 1]) writeFileSync(path.join(uri.fsPath, `${other}.txt`), '');
    }
    Object.defineProperty(workspace, 'workspaceFolders', { get: () => folders, configurable: true });
    Object.assign(workspace, {
      getWorkspaceFolder: ({ path: file }: vscode.Uri) =>
        folders.find(({ uri }) => file.startsWith(uri.path)),
    });
    try {
      const { uris } = await findWorkspaceFiles({ glob: '*.txt', most: 10 }, neverCancelled);
      const found = uris.map(({ fsPath }) => path.relative(scratch, fsPath));
      assert.deepEqual(found, [path.join('one', '1.txt'), path.join('two', '0.txt')]);
    } finally {
      Object.defineProperties(workspace, descriptors);
      for (const { uri } of folders) rmSync(uri.fsPath, { recursive: true });
    }
  });

  it('say which files are too large to be searched', async () => {
    const large = path.join(scratch, 'large.txt');
    writeFileSync(large, 'needle\n'.padEnd(1_000_001));
    const remark = 'not searched, since larger than 1000000 bytes: scratch/large.txt';
    try {
      const none = await call(search, { query: 'needle', path: 'scratch' });
      assert.equal(none.text, `[no line has needle; ${remark}]`);
      const one = await call(search, { query: 'line 9000' });
      assert.equal(one.text, `scratch/long.txt:9000: line 9000\n[${remark}]`);
    } finally {
      rmSync(large);
    }
  });

  it('ignore case if the query is in lower case, and return the path, number and text of each matching line', async () => {
    const { text } = await call(search, { query: 'parsetime(', path: 'src' });
    assert.match(text, /^src\/time\.ts:2: export function parseTime/m);
    assert.match(text, /^src\/visit\.ts:15: /m);
  });

  it('mask a secret that would be cut in two at the end of a shortened line', async () => {
    const token = `ghp_${'A1b2C3d4E5'.repeat(3)}f6G7h8`;
    writeFileSync(path.join(scratch, 'wide.txt'), `lamps ${'x '.repeat(105)}${token} ${'y '.repeat(200)}`);
    const { text } = await call(search, { query: 'lamps', path: 'scratch/wide.txt' });
    assert.match(text, /wide\.txt:1: lamps (?:x )+\[secret: [^\]]+\]…$/u);
  });

  it('find text by a regular expression', async () => {
    const { text } = await call(search, {
      query: 'export (class|interface) \\w+',
      isRegex: true,
      path: 'src',
    });
    assert.deepEqual(
      text.split('\n').map((line) => line.split(':')[0]),
      ['src/harbour.ts', 'src/visit.ts'],
    );
  });

  it('stop a search if its pattern takes too long, and run the next search', async () => {
    const trap = await call(search, { query: '(a+)+$', isRegex: true, path: 'scratch/trap.txt' });
    assert.equal(trap.isError, true);
    assert.match(trap.text, /takes too long/);
    const { text } = await call(search, { query: 'formatTime', path: 'src/time.ts' });
    assert.match(text, /^src\/time\.ts:10: /);
  });

  it('report an invalid pattern', async () => {
    const { text, isError } = await call(search, { query: '(', isRegex: true });
    assert.equal(isError, true);
    assert.match(text, /can't be used/);
  });

  it('return the problems that the editor shows', async () => {
    const problems = vscode.languages.createDiagnosticCollection('test');
    const range = new vscode.Range(4, 2, 4, 9);
    problems.set(vscode.Uri.joinPath(folder, 'src', 'visit.ts'), [
      new vscode.Diagnostic(range, 'Berth is not a number', vscode.DiagnosticSeverity.Error),
    ]);
    const { text } = await call(getDiagnostics, { path: 'src/visit.ts' });
    problems.dispose();
    assert.equal(text, 'src/visit.ts:5:3: error: Berth is not a number');
    assert.equal(
      (await call(getDiagnostics, { path: 'src/time.ts' })).text,
      '[the editor shows no problems]',
    );
  });
});
