import assert from 'node:assert/strict';
import type { Asked } from '../../../../src/core/compaction/compactionView.ts';
import type { Strategy } from '../../../../src/core/compaction/strategies.ts';
import { StrategyRegistry } from '../../../../src/extension/strategyRegistry.ts';
import { previewHandlers } from '../../../../src/extension/panel/previewHandlers.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import type { ViewParts } from '../../../../src/extension/parts.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

const asked = { strategy: 'hybrid', instructions: ' ' };

describe('previewHandlers', () => {
  const built = new ViewedSession();
  for (let turn = 0; turn < 20; turn += 1) {
    built.asks(`Please see to berth ${String(turn)} of the harbour.`);
    built.answers(`Berth ${String(turn)} is done, ${'and its moorings, '.repeat(40)}`);
  }
  const runs: [Asked, Strategy | undefined][] = [];
  const previewed: Asked[] = [];
  const compactor = {
    asking: { question: { tier: 'background' } },
    *preview(run: Asked) {
      previewed.push(run);
      yield;
      return built.prepare();
    },
    compactNow: (run: Asked, strategy?: Strategy) => {
      runs.push([run, strategy]);
      return Promise.resolve({ done: true });
    },
  };
  const session = {
    id: 's1',
    live: built,
    conversation: { compactor, request: { toolSchemas: [{ name: 'read_file' }], toolTokens: () => 90 } },
  } as unknown as OpenSession;
  const settings = { current: { summaryEnabled: true, summaryModel: '', model: '' } };
  const parts = { strategies: new StrategyRegistry(), models: {}, settings } as unknown as ViewParts;
  const handlers = previewHandlers(parts, () => session);

  it('applies only the newest preview', async () => {
    const choices = { ...asked, wishes: [{ message: 'm1', wish: 'stays' as const }] };
    const older = await handlers.preview({ type: 'preview', ...choices });
    const { key } = await handlers.preview({ type: 'preview', ...choices });
    await assert.rejects(async () => handlers.compact({ type: 'compact', ...choices, key: older.key }));
    await handlers.compact({ type: 'compact', key, ...choices });
    assert.deepEqual(
      runs.map(([{ wishes }, strategy]) => [strategy?.name, wishes?.byMessage?.get('m1')]),
      [['hybrid', 'stays']],
    );
  });

  it('passes on the tier of the open question only if the request sets “isAsked” and not “isSmallest”', async () => {
    await handlers.preview({ type: 'preview', ...asked, isAsked: true });
    assert.equal(previewed.at(-1)?.tier, 'background');
    await handlers.preview({ type: 'preview', ...asked, isAsked: true, isSmallest: true });
    assert.deepEqual([previewed.at(-1)?.tier, previewed.at(-1)?.keepsHalf], [undefined, false]);
    await handlers.preview({ type: 'preview', ...asked });
    assert.equal(previewed.at(-1)?.tier, undefined);
  });

  it('refuses an unknown strategy, and refuses to apply a preview after the session changed', async () => {
    const { key } = await handlers.preview({ type: 'preview', ...asked });
    built.asks('And one berth more.');
    await assert.rejects(async () => handlers.compact({ type: 'compact', key, ...asked }), /session changed/);
    await assert.rejects(
      async () => handlers.preview({ type: 'preview', ...asked, strategy: 'mine' }),
      /no strategy named “mine”/,
    );
    assert.equal(runs.length, 1);
  });

  it('returns texts only for the preview that is shown', async () => {
    const { key, after } = await handlers.preview({ type: 'preview', ...asked });
    const item = after.at(-1)?.id ?? '';
    assert.deepEqual(
      [after[0]?.label, after[0]?.tokens],
      ['1 tool description', 90],
      'the first item is not the tools’ description',
    );
    const tools = await handlers.readPreview({ type: 'readPreview', key, item: after[0]?.id ?? '' });
    assert.match(tools.text, /read_file/u);
    const { text } = await handlers.readPreview({ type: 'readPreview', key, item });
    assert.match(text, /And one berth more/);
    await assert.rejects(async () => handlers.readPreview({ type: 'readPreview', key: 'preview0', item }));
    await assert.rejects(async () => handlers.readPreview({ type: 'readPreview', key, item: 'm999' }));
  });
});
