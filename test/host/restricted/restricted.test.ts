import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LongthreadApi } from '../../../src/extension/api/api.ts';
import { readSettings } from '../../../src/extension/settings/liveSettings.ts';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../../support/demoEndpoint.ts';
import { longthreadApi, run, textsOf } from '../support/longthread.ts';

describe('an untrusted workspace', () => {
  let api: LongthreadApi;
  let demo: DemoEndpoint;

  before(async () => {
    assert.equal(vscode.workspace.isTrusted, false, 'the window is not in Restricted Mode');
    api = await longthreadApi();
    demo = await startDemoEndpoint({ windowTokens: 100_000, pauseMs: 0 });
    await run('connect', { url: demo.url, key: 'sk-demo', model: DEMO_MODEL });
    await run('newSession');
  });

  after(() => demo.close());

  it('can’t set the endpoint, the model, instructions or limits', () => {
    const workspace = vscode.workspace.getConfiguration('longthread');
    assert.equal(workspace.get('endpoint.url'), demo.url);
    assert.equal(workspace.get('model'), DEMO_MODEL);
    const settings = readSettings(DEMO_MODEL);
    assert.equal(settings.instructions, '');
    assert.equal(settings.summaryPrompt, '');
    assert.equal(settings.contextWindow, undefined);
    assert.equal(settings.maxSteps, 50);
  });

  it('gives the model no files or instructions', async () => {
    await run('ask', 'Read src/tides.txt.');
    assert.equal(textsOf(api, 'assistant').length, 1, 'the model did not answer exactly once');
    assert.deepEqual(textsOf(api, 'tool'), [], 'the model used a tool');
    const [system = ''] = textsOf(api, 'system');
    assert.match(system, /The workspace is not trusted, so its files can’t be read/);
    assert.doesNotMatch(system, /rhymes|whatever the workspace says/);
    assert.doesNotMatch(JSON.stringify(api.getContext()), /412/);
  });

  it('allows compaction and undo', async () => {
    await run('openSample');
    const before = JSON.stringify(api.getContext());
    await run('compactNow');
    assert.notEqual(JSON.stringify(api.getContext()), before);
    await run('undoCompaction');
    assert.equal(JSON.stringify(api.getContext()), before);
  });
});
