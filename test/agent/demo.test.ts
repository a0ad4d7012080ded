import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry } from '../../src/core/log/entry.ts';
import { textOf } from '../../src/core/log/message.ts';
import { needsAgent, openAgentEditor, type AgentEditor } from '../support/agentEditor.ts';
import { copySample, startSetUp } from '../support/demo/startSetUp.ts';
import { STEP_MS } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { readLog } from './agentLog.ts';

const TASK = 'Fix the failing tests, and never change the tests themselves.';
/** The largest share of the tokens that may remain after the demo's compaction. */
const WORTH_SEEING = 0.75;
const PATIENT = { withinMs: STEP_MS, pause: () => sleep(100) };

describe('the demo of the editor’s agent', function () {
  // After a failed test, no test runs, because the first test prepares the task that the second test sends.
  this.bail(true);
  let folder: string;
  let workspace: string;
  let editor: AgentEditor;
  const ended: (() => unknown)[] = [];

  before(async function () {
    needsAgent(this);
    folder = mkdtempSync(path.join(tmpdir(), 'lt-demo-agent-'));
    ended.push(() => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    });
    workspace = copySample(path.join(folder, 'harbour-log'));
    const { demo, settings, extensions } = await startSetUp({ pauseMs: 0 });
    ended.push(() => demo.close());
    editor = await openAgentEditor({
      workspace,
      userData: path.join(folder, 'user'),
      settings,
      withExtension: true,
      extensions,
    });
    ended.push(() => editor.close());
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await editor.shot();
  });

  after(async () => {
    for (const end of ended.toReversed()) await end();
  });

  /** Returns the log of the session with the task, or an empty log if there is no such session yet. */
  function log(): readonly Entry[] {
    const logs = globSync(path.join(folder, 'user/**/sessions/*/log.jsonl')).map((file) =>
      readLog(path.dirname(file)),
    );
    return logs.find((entries) => entries.some((entry) => saysIn(entry, TASK))) ?? [];
  }

  function saysIn(entry: Entry, words: string): boolean {
    return entry.kind === 'message' && textOf(entry.message).includes(words);
  }

  function testsFail(): boolean {
    const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined };
    return (
      spawnSync(process.execPath, ['--test', 'test/harbour.test.ts'], { cwd: workspace, env }).status !== 0
    );
  }

  it('starts with the button Show Me', async () => {
    const { page } = editor;
    await editor.ready();
    await page.getByRole('button', { name: 'Show Me' }).click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('You don’t need to sign in').waitFor();
    await dialog.getByRole('button', { name: 'Use It' }).click();
    await page.locator('.interactive-input-part', { hasText: TASK }).waitFor();
    await page.getByText('via Longthread').first().waitFor();
  });

  it('compacts its session by at least a quarter, and only after the task is done', async () => {
    assert.ok(testsFail());
    await editor.send(TASK);
    await editor.allowAll();
    assert.match(await editor.thread(), /Both mistakes are fixed/);
    await until('the tests pass', () => !testsFail(), PATIENT);
    const places = (what: (entry: Entry) => boolean): readonly number[] =>
      log().flatMap((entry, at) => (what(entry) ? [at] : []));
    const isCompaction = ({ kind }: Entry): boolean => kind === 'compaction';
    await until('the session is compacted', () => places(isCompaction).length > 0, PATIENT);
    const [done = assert.fail('the task was not done')] = places((entry) =>
      saysIn(entry, 'Both mistakes are fixed'),
    );
    assert.ok(places(isCompaction).every((at) => at > done));
    const events = log().flatMap((entry) => (entry.kind === 'compaction' ? [entry.event] : []));
    const [{ tokensBefore, tokensAfter } = assert.fail('there was no compaction')] = events;
    assert.ok(
      tokensAfter <= tokensBefore * WORTH_SEEING,
      `${tokensBefore} → ${tokensAfter} tokens is too small a reduction`,
    );
  });
});
