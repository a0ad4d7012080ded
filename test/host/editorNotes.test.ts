import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { LongthreadApi } from '../../src/extension/api/api.ts';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { until } from '../support/until.ts';
import { longthreadApi, run, set } from './support/longthread.ts';
import { openRepository, type Repository } from './support/git.ts';
import { ShellTerminal } from './support/shellTerminal.ts';

const ASKED_EVERY_MS = 250;

describe('Longthread’s observations', () => {
  let api: LongthreadApi;
  let demo: DemoEndpoint;
  let errors: vscode.DiagnosticCollection;
  let folder: string;
  let testEnd: AbortController;

  before(async () => {
    api = await longthreadApi();
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-notes-'));
    errors = vscode.languages.createDiagnosticCollection('notes');
    demo = await startDemoEndpoint({ windowTokens: 200_000, pauseMs: 0 });
    await run('connect', { url: demo.url, key: 'sk-demo', model: DEMO_MODEL });
    await run('newSession');
    await run('ask', 'Hello.');
  });

  beforeEach(() => {
    testEnd = new AbortController();
  });

  afterEach(async () => {
    testEnd.abort();
    await set({ 'observations.editor': undefined, 'observations.diagnostics': undefined });
  });

  after(async () => {
    errors.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await set({ 'endpoint.url': undefined, model: undefined });
    await demo.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const newestQuestion = (): string => api.getContext().findLast(({ role }) => role === 'user')?.text ?? '';

  /**
   * Sends messages until a message contains an observation that matches, since the editor's state is observed only when
   * it has not changed for some seconds. Returns the messages.
   */
  async function askUntil(observation: RegExp): Promise<string> {
    const { signal } = testEnd;
    const questions: string[] = [];
    await until(`an observation like ${String(observation)} is sent`, async () => {
      await setTimeout(ASKED_EVERY_MS, undefined, { signal });
      await run('ask', 'And now?');
      questions.push(newestQuestion());
      return observation.test(newestQuestion());
    });
    return questions.join('\n');
  }

  async function lookAt(file: string, text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uriOf(file));
    const position = document.positionAt(document.getText().indexOf(text));
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
  }

  function report(file: string, ...messages: readonly string[]): void {
    const first = new vscode.Range(0, 0, 0, 1);
    errors.set(
      uriOf(file),
      messages.map((message) => new vscode.Diagnostic(first, message)),
    );
  }

  it('name the file and the line that the person looks at', async () => {
    await lookAt('src/time.ts', 'export function formatTime');
    await askUntil(/- editor: looking at src\/time\.ts \(.*line \d+\)/);
  });

  it('name the symbols around the cursor if the language has an outline', async () => {
    const symbol = (name: string, lines: number): vscode.DocumentSymbol => {
      const range = new vscode.Range(0, 0, lines, 0);
      return new vscode.DocumentSymbol(name, '', vscode.SymbolKind.String, range, range);
    };
    const chapter = symbol('Harbour log', 100);
    chapter.children = [symbol('first', 2), symbol('second', 1)];
    const outline = vscode.languages.registerDocumentSymbolProvider('plaintext', {
      provideDocumentSymbols: () => [chapter],
    });
    const document = await vscode.workspace.openTextDocument(uriOf('README.md'));
    await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    await lookAt('README.md', '\n');
    await askUntil(/- editor: looking at README\.md \(Harbour log\.first, line 1\)/);
    outline.dispose();
  });

  it('report only once that errors appeared or disappeared', async () => {
    report('src/visit.ts', 'Visit is not a name');
    await askUntil(/- diagnostics: an error appeared in src\/visit\.ts: line 1: Visit is not a name/);
    await run('ask', 'And now?');
    assert.doesNotMatch(newestQuestion(), /diagnostics/);
    errors.clear();
    await askUntil(/- diagnostics: no errors in src\/visit\.ts any more/);
    await run('ask', 'And now?');
    assert.doesNotMatch(newestQuestion(), /diagnostics/);
  });

  it('do not include the active file if observations.editor is off', async () => {
    await set({ 'observations.editor': false });
    await lookAt('src/berths.ts', 'export');
    report('src/berths.ts', 'first');
    const first = await askUntil(/diagnostics: .* first/);
    report('src/berths.ts', 'second');
    const second = await askUntil(/diagnostics: .* second/);
    assert.doesNotMatch(first + second, /- editor:/);
  });

  it('do not include errors if observations.diagnostics is off', async () => {
    await set({ 'observations.diagnostics': false });
    report('src/harbour.ts', 'unseen');
    await lookAt('src/harbour.ts', 'export class Harbour');
    assert.doesNotMatch(await askUntil(/- editor: looking at src\/harbour\.ts/), /- diagnostics:/);
  });

  describe('about Git', () => {
    let repository: Repository;
    const git = (...args: readonly string[]): unknown => execFileSync('git', args, { cwd: folder });

    before(async () => {
      git('init', '-q', '-b', 'main');
      writeFileSync(path.join(folder, 'notes.txt'), 'Tide tables\n');
      git('add', '.');
      git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-q', '-m', 'Begin');
      repository = await openRepository(folder);
      await branchIs('main');
    });

    after(() => set({ 'observations.branch': undefined }));

    async function branchIs(name: string): Promise<void> {
      await until(`the branch is ${name}`, () => repository.state.HEAD?.name === name, {
        pause: () => repository.status(),
      });
    }

    it('report a change of branch', async () => {
      git('checkout', '-q', '-b', 'spring-tides');
      await branchIs('spring-tides');
      await run('ask', 'And now?');
      assert.match(newestQuestion(), /- branch: switched from main to spring-tides in /);
    });

    it('are not sent if observations.branch is off', async () => {
      await set({ 'observations.branch': false });
      git('checkout', '-q', 'main');
      await branchIs('main');
      await run('ask', 'And now?');
      assert.doesNotMatch(newestQuestion(), /- branch:/);
    });
  });

  describe('about terminals', () => {
    let terminal: ShellTerminal;

    before(async () => {
      terminal = await ShellTerminal.open();
    });

    after(async () => {
      terminal.dispose();
      await set({ 'observations.terminal': undefined });
    });

    it('are not sent unless observations.terminal is on', async () => {
      await terminal.ran('make tides', '', 0);
      await terminal.ran('npm test', '40 passing', 0);
      await run('ask', 'And now?');
      assert.doesNotMatch(newestQuestion(), /make tides|npm test/);
    });

    it('contain the command and its exit code, but not its output', async () => {
      await set({ 'observations.terminal': true });
      await terminal.ran('make harbour', 'forty berths', 2);
      await run('ask', 'And now?');
      assert.match(newestQuestion(), /- terminal: `make harbour` ended with exit code 2/);
      assert.doesNotMatch(newestQuestion(), /forty berths/);
    });

    it('mark test runs as test runs', async () => {
      await terminal.ran('npm test', '40 passing', 0);
      await run('ask', 'And now?');
      assert.match(newestQuestion(), /- test: `npm test` ended with exit code 0/);
    });
  });
});

function uriOf(file: string): vscode.Uri {
  const [folder = assert.fail('no folder is open')] = vscode.workspace.workspaceFolders ?? [];
  return vscode.Uri.joinPath(folder.uri, file);
}
