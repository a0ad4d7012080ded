import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LongthreadApi } from '../../../src/extension/api/api.ts';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../../support/demoEndpoint.ts';
import { longthreadApi, run, textsOf } from '../support/longthread.ts';

describe('a virtual workspace', () => {
  let api: LongthreadApi;
  let demo: DemoEndpoint;

  before(async () => {
    assert.deepEqual(
      vscode.workspace.workspaceFolders?.map(({ uri }) => uri.scheme),
      ['longthread-memory'],
    );
    api = await longthreadApi();
    demo = await startDemoEndpoint({ windowTokens: 100_000, pauseMs: 0 });
    await run('connect', { url: demo.url, key: 'sk-demo', model: DEMO_MODEL });
    await run('newSession');
  });

  after(() => demo.close());

  it('has files that the model can read through the editor', async () => {
    await run('ask', 'Read src/tides.ts.');
    assert.match(textsOf(api, 'tool').join('\n'), /1\texport const SPRING_TIDE_CENTIMETRES = 412;/);
  });

  it('has files that several tool calls can read at the same time', async () => {
    await run('ask', 'Read src/ebb.ts and src/flood.ts.');
    assert.deepEqual(textsOf(api, 'tool').slice(-2), [
      '1\texport const EBB = 1;',
      '1\texport const FLOOD = 2;',
    ]);
  });

  it('contributes its instruction files to the system text', () => {
    assert.match(textsOf(api, 'system').join('\n'), /Times are minutes since midnight\./);
  });

  it('can be searched and listed', async () => {
    await run('ask', 'Where is SPRING_TIDE_CENTIMETRES used?');
    assert.match(textsOf(api, 'tool').join('\n'), /^src\/tides\.ts:1: export const SPRING_TIDE_CENTIMETRES/m);
    await run('ask', 'What is there to see here, all in all, please?');
    assert.ok(textsOf(api, 'tool').includes('AGENTS.md\nsrc/tides.ts'), textsOf(api, 'tool').join('\n---\n'));
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
