import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { SecretRedactor } from '../../src/adapters/redaction/secretRedactor.ts';
import { WorkerTextSearch } from '../../src/adapters/search/workerTextSearch.ts';
import { neverCancelled } from '../../src/core/cancellation.ts';
import { runToolCall } from '../../src/core/chat/toolContract.ts';
import { findSymbol } from '../../src/extension/tools/findSymbol.ts';
import { gitTools } from '../../src/extension/tools/gitTools.ts';
import { symbolPlaces } from '../../src/extension/tools/symbolPlaces.ts';
import { noSecrets } from '../support/scriptedTurn.ts';
import { openRepository } from './support/git.ts';

const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
const scratch = path.join(folder.fsPath, 'looked');
const outside = mkdtempSync(path.join(tmpdir(), 'longthread-outside-'));
const uriOf = (name: string): vscode.Uri => vscode.Uri.file(path.join(scratch, name));
const at = (uri: vscode.Uri, line: number, length = 0): vscode.Location =>
  new vscode.Location(uri, new vscode.Range(line, 0, line + length, 1));

describe('the lookup tools', () => {
  const extension = vscode.extensions.getExtension('longthread.longthread');
  const script = { path: path.join(extension?.extensionPath ?? '', 'dist', 'searchWorker.cjs') };
  const textSearch = new WorkerTextSearch({ script, deadlineMs: 5_000 });
  const redactor = new SecretRedactor();
  const tools = [findSymbol(textSearch, redactor), ...symbolPlaces(redactor), ...gitTools(redactor)];

  async function call(name: string, args: object): Promise<string> {
    const part = { type: 'toolCall', callId: 'c1', name, arguments: JSON.stringify(args) } as const;
    const { parts } = await runToolCall(part, { tools, secrets: noSecrets }, neverCancelled);
    return parts.map((each) => (each.type === 'text' ? each.text : '')).join('');
  }

  function git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    execFileSync('git', [...identity, ...args], { cwd: scratch });
  }

  before(() => {
    mkdirSync(scratch, { recursive: true });
    writeFileSync(path.join(outside, 'tide.ship'), 'not yours');
    symlinkSync(path.join(outside, 'tide.ship'), path.join(scratch, 'away.ship'));
    writeFileSync(uriOf('tide.ship').fsPath, '# tide, told twice: tide\ntide = 3\nberth = tide\n');
    writeFileSync(
      uriOf('many.ship').fsPath,
      Array.from({ length: 150 }, (_, line) => `mark${line}\n`).join(''),
    );
  });

  after(async () => {
    rmSync(scratch, { recursive: true, force: true });
    rmSync(outside, { recursive: true, force: true });
    await textSearch.close();
  });

  describe('for symbols', () => {
    const registered: vscode.Disposable[] = [];
    const selector = { pattern: '**/*.ship' };
    const many = Array.from({ length: 150 }, (_, line) => at(uriOf('many.ship'), line));

    before(() => {
      const { languages } = vscode;
      registered.push(
        languages.registerDocumentSymbolProvider(selector, {
          provideDocumentSymbols: ({ uri }) => {
            if (!uri.path.endsWith('tide.ship')) return [];
            const [first, second] = [at(uri, 1).range, at(uri, 2).range];
            const tide = new vscode.DocumentSymbol('tide', '', vscode.SymbolKind.Variable, first, first);
            tide.children.push(
              new vscode.DocumentSymbol('berth', '', vscode.SymbolKind.EnumMember, second, second),
            );
            return [tide];
          },
        }),
        languages.registerWorkspaceSymbolProvider({
          provideWorkspaceSymbols: (query) =>
            query === 'mark'
              ? [...many, at(vscode.Uri.file(path.join(outside, 'tide.ship')), 0)].map(
                  (location, line) =>
                    new vscode.SymbolInformation(`mark${line}`, vscode.SymbolKind.Class, 'log', location),
                )
              : [],
        }),
        languages.registerReferenceProvider(selector, {
          provideReferences: ({ uri }, { line }) =>
            line === 0
              ? []
              : [
                  at(uri, 1),
                  at(uri, 1),
                  at(uri, 2),
                  at(uriOf('away.ship'), 0),
                  at(vscode.Uri.file('/x.ship'), 4),
                ],
        }),
        languages.registerDefinitionProvider(selector, {
          provideDefinition: ({ uri }, { line }) =>
            line === 0
              ? []
              : [at(uri, 1, 1), at(uriOf('away.ship'), 0), at(vscode.Uri.file('/etc/lib.ship'), 4)],
        }),
      );
    });

    after(() => {
      for (const each of registered) each.dispose();
    });

    it('find symbols by name', async () => {
      assert.equal(
        await call('find_symbol', { query: 'bert' }),
        'looked/tide.ship:3: enum member berth in tide',
      );
    });

    it('return the outline of a file', async () => {
      assert.equal(
        await call('find_symbol', { path: 'looked/tide.ship' }),
        'looked/tide.ship:2: variable tide\nlooked/tide.ship:3: enum member berth in tide',
      );
    });

    it('list at most a hundred symbols, and count the others', async () => {
      const lines = (await call('find_symbol', { query: 'mark' })).split('\n');
      assert.equal(lines.length, 102);
      assert.equal(lines[0], 'looked/many.ship:1: class mark0 in log');
      assert.deepEqual(lines.slice(100), [
        '[50 more; give more of the name, or a path]',
        '[1 outside the workspace, not shown]',
      ]);
    });

    it('list each use of a symbol once, and count the uses in unreadable files and outside the workspace', async () => {
      assert.equal(
        await call('find_references', { path: 'looked/tide.ship', symbol: 'tide' }),
        [
          'looked/tide.ship:2: tide = 3',
          'looked/tide.ship:3: berth = tide',
          '[1 in files that can’t be read]',
          '[1 outside the workspace, not shown]',
        ].join('\n'),
      );
    });

    it('mask a secret that would be split in a shortened line', async () => {
      const token = `ghp_${'A1b2C3d4E5'.repeat(3)}f6G7h8`;
      const long = `berth = tide ${'x '.repeat(100)}${token} ${'y '.repeat(99)}`;
      writeFileSync(uriOf('wide.ship').fsPath, `\ntide = 3\n${long}\n`);
      const text = await call('find_references', { path: 'looked/wide.ship', symbol: 'tide' });
      assert.match(text, /wide\.ship:3: berth = tide (?:x )+\[secret: [^\]]+\]…\n/u);
    });

    it('mask a secret that only the surrounding lines reveal as a secret', async () => {
      writeFileSync(
        uriOf('crew.ship').fsPath,
        'name,password,city\ntide,Tr0ub4dor9x,Oslo\nmole,c0rrectH0rse,Rome\n',
      );
      const text = await call('find_references', { path: 'looked/crew.ship', symbol: 'tide' });
      assert.match(text, /crew\.ship:2: tide,\[secret: [^\]]+\],Oslo\n/u);
    });

    it('show the lines of a definition in the workspace, but only name the file of a definition outside', async () => {
      const text = await call('go_to_definition', { path: 'looked/tide.ship', symbol: 'tide', line: 3 });
      assert.match(text, /(?:^|\n)looked\/tide\.ship:2\n2\ttide = 3\n3\tberth = tide/);
      assert.match(text, /away\.ship is or goes through a link that leads outside the workspace/);
      assert.match(text, /\[defined outside the workspace, in lib\.ship, which is not read\]$/);
      assert.equal(text.includes('not yours'), false);
    });

    it('say why a name can’t be found', async () => {
      assert.match(
        await call('find_references', { path: 'looked/tide.ship', symbol: 'tid' }),
        /tid does not occur in looked\/tide\.ship\.$/,
      );
      for (const symbol of ['operator-', 'operator\\'])
        assert.ok(
          (await call('find_references', { path: 'looked/tide.ship', symbol })).endsWith(
            `${symbol} does not occur in looked/tide.ship.`,
          ),
        );
      assert.match(
        await call('find_references', { path: 'looked/tide.ship', symbol: 'tide', line: 1 }),
        /No language server of the editor knows tide in looked\/tide\.ship/,
      );
      assert.match(
        await call('find_symbol', { query: 'nowhere' }),
        /^\[no language server .* named nowhere;/,
      );
      assert.match(
        await call('find_symbol', { query: 'x', path: '../package.json' }),
        /outside the workspace/,
      );
    });
  });

  describe('for Git', () => {
    it('say in one sentence that there is no repository', async () => {
      for (const name of ['git_status', 'git_diff', 'git_log'])
        assert.match(
          await call(name, { path: 'src/visit.ts' }),
          /The editor has no Git repository open for src\/visit\.ts\.$/,
        );
    });

    describe('in a repository', () => {
      before(async () => {
        git('init', '-q', '-b', 'main');
        await openRepository(scratch);
      });

      it('show staged changes and untracked files before the first commit', async () => {
        git('add', 'tide.ship');
        assert.match(
          await call('git_status', { path: 'looked' }),
          /^On main, no commit yet\nStaged:\n- added looked\/tide/,
        );
        assert.match(
          await call('git_diff', { path: 'looked' }),
          /\+tide = 3[\s\S]*\[new and not tracked: looked\/.*many\.ship/,
        );
        assert.equal(await call('git_log', { path: 'looked' }), '[no commit yet]');
      });

      it('show the branch, the state of each file, and the messages of commits', async () => {
        git('add', '.');
        git('commit', '-q', '-m', 'Begin\n\nBecause of the tide.');
        writeFileSync(uriOf('quay.txt').fsPath, 'quay');
        git('add', '.');
        git('commit', '-q', '-m', 'Add the quay');
        writeFileSync(uriOf('tide.ship').fsPath, 'tide = 4\n');
        git('add', 'tide.ship');
        writeFileSync(uriOf('many.ship').fsPath, 'one\n');
        writeFileSync(uriOf('new.ship').fsPath, 'new\n');
        assert.equal(
          await call('git_status', { path: 'looked' }),
          [
            ...['On main', 'Staged:', '- modified looked/tide.ship', 'Changed, not staged:'],
            ...['- modified looked/many.ship', 'Not tracked:', '- new looked/new.ship'],
          ].join('\n'),
        );
        const log = await call('git_log', { path: 'looked' });
        assert.match(
          log,
          /^[\da-f]{12} \d{4}-\d\d-\d\d Ada: Add the quay\n[\da-f]{12} \S+ Ada: Begin\n {4}Because of the tide\.$/,
        );
        assert.match(await call('git_log', { path: 'looked', most: 1 }), /quay\n\[there are older commits;/);
        assert.match(await call('git_log', { path: 'looked/tide.ship' }), /^[\da-f]{12} \S+ Ada: Begin\n/);
      });

      it('show all changes since a commit, only staged changes, or only the changes of one file', async () => {
        const all = await call('git_diff', { path: 'looked' });
        assert.match(all, /\+tide = 4[\s\S]*\[new and not tracked: looked\/new\.ship; read them/);
        assert.match(all, /-mark149/);
        const staged = await call('git_diff', { path: 'looked', staged: true });
        assert.match(staged, /\+tide = 4/);
        assert.equal(staged.includes('mark149'), false);
        assert.equal((await call('git_diff', { path: 'looked/many.ship' })).includes('tide'), false);
        assert.match(await call('git_diff', { path: 'looked', from: 'main~1' }), /\+tide = 4/);
        const stagedSince = await call('git_diff', { path: 'looked', from: 'main~1', staged: true });
        assert.match(stagedSince, /\+tide = 4/);
        assert.match(stagedSince, /quay/);
        assert.equal(stagedSince.includes('-mark149'), false);
      });

      it('reject an option of Git, a file of a commit, or an unknown name in place of a commit', async () => {
        const stolen = path.join(outside, 'stolen');
        for (const from of [`--output=${stolen}`, 'HEAD:looked/tide.ship'])
          assert.match(await call('git_diff', { path: 'looked', from }), /names no branch, tag or commit\.$/);
        assert.match(await call('git_diff', { path: 'looked', from: 'nowhere' }), /Git says: .*nowhere/);
      });

      it('show the beginning of a large diff, and name the omitted files', async () => {
        for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
          writeFileSync(uriOf(`${name}.ship`).fsPath, 'a line of the log\n'.repeat(1_500));
        git('add', '.');
        const text = await call('git_diff', { path: 'looked' });
        assert.ok(text.length < 42_000, `${text.length} characters`);
        assert.match(text, /\[\d+ more lines of the diff of looked\/a\.ship\]/);
        assert.match(text, /\[no room for looked\/\w+\.ship.*; ask for one by its path\]/);
      });
    });
  });
});
