import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { longthreadApi, run, set } from './support/longthread.ts';

const SENTENCE = 'The harbour master sings at noon';
const PATH = '/home/ada.lovelace/plans/notes.md';
const KEY = 'sk-planted-0123456789abcdef0123';

describe('Collect Diagnostics', () => {
  let demo: DemoEndpoint;
  let folder = '';

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-diagnostics-'));
    await longthreadApi();
    demo = await startDemoEndpoint({ windowTokens: 200_000, pauseMs: 0 });
    await run('connect', { url: demo.url, key: KEY, model: DEMO_MODEL });
    await set({ instructions: SENTENCE, maxSteps: 40 });
    await run('newSession');
    await run('ask', `${SENTENCE}. Read ${PATH}.`);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await set({ instructions: undefined, maxSteps: undefined, 'endpoint.url': undefined, model: undefined });
    await demo.close();
    rmSync(folder, { recursive: true });
  });

  it('writes settings, counts and the stack of an error, but no message text, path, key or address', async () => {
    // This fails with an error whose message contains the path.
    await run('openTranscript', vscode.Uri.file(PATH));
    const target = path.join(folder, 'longthread.json');
    await run('collectDiagnostics', vscode.Uri.file(target));
    const text = readFileSync(target, 'utf8');
    for (const planted of [SENTENCE, PATH, 'ada.lovelace', KEY, demo.url, DEMO_MODEL, folder, 'sings'])
      assert.ok(!text.includes(planted), planted);
    const report = JSON.parse(text) as {
      readonly program: Record<string, unknown>;
      readonly settings: Record<string, unknown>;
      readonly sessions: readonly { readonly messages: Record<string, number> }[];
      readonly faults: readonly { readonly stack: readonly string[] }[];
    };
    assert.equal(report.program['vscode'], vscode.version);
    assert.equal(report.settings['maxSteps'], 40);
    assert.equal(report.settings['instructions'], 'set');
    assert.ok((report.sessions[0]?.messages['user'] ?? 0) >= 1);
    assert.match(report.faults.at(-1)?.stack.join('\n') ?? '', /src\/\S+\.ts:\d+/);
  });
});
