import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ApiConsumer } from './fixtures/apiConsumer/extension.ts';
import { run, set } from './support/longthread.ts';

const settings = {
  contextWindow: 60_000,
  'compaction.target': 0.6,
  'stubs.protectedTokens': 1_000,
  'stubs.minTokens': 50,
  'compaction.keepRecentMessages': 4,
};

describe('the API, used by a second extension,', () => {
  let consumer: ApiConsumer;

  before(async () => {
    const extension = vscode.extensions.getExtension<ApiConsumer>('longthread-tests.api-consumer');
    assert.ok(extension, 'the second extension is not installed');
    consumer = await extension.activate();
    await set(settings);
    await run('openSample');
  });

  after(() => set(Object.fromEntries(Object.keys(settings).map((name) => [name, undefined]))));

  it('has version 1', () => {
    assert.equal(consumer.api.version, 1);
  });

  it('returns the context with the role, treatment, tokens and entries of each message', () => {
    const [first, ...rest] = consumer.api.getContext();
    assert.equal(first?.role, 'user');
    assert.match(first.text, /^The tests of the harbour log fail\./);
    assert.equal(first.treatment, 'verbatim');
    assert.deepEqual(first.entries, ['m1']);
    assert.ok(first.tokens > 20);
    assert.ok(rest.length > 200, `${rest.length} more messages`);
  });

  it('says that no automatic compaction would start below the threshold', () => {
    const { shouldCompact, reason } = consumer.api.shouldCompact();
    assert.deepEqual({ shouldCompact, reason }, { shouldCompact: false, reason: 'below_threshold' });
  });

  it('compacts by a strategy of the second extension, and reports the compaction once', async () => {
    const count = consumer.told.length;
    const result = await consumer.api.compact({ strategy: 'stubs-only' });
    assert.ok(result.done, JSON.stringify(result));
    assert.equal(result.compaction.strategy, 'stubs-only');
    assert.ok(result.compaction.tokensAfter < result.compaction.tokensBefore);
    assert.deepEqual(
      consumer.told.slice(count).map(({ id }) => id),
      [result.compaction.id],
    );
    assert.ok(consumer.api.getContext().some(({ treatment }) => treatment === 'stub'));
  });

  it('lists an undone compaction as undone in the history', async () => {
    assert.equal(consumer.api.getCompactionHistory().at(-1)?.state, 'live');
    await run('undoCompaction');
    assert.equal(consumer.api.getCompactionHistory().at(-1)?.state, 'undone');
  });

  it('reports the last message that a compaction covers, and the number of tokens in the notes', async () => {
    const result = await consumer.api.compact({ strategy: 'summarize' });
    assert.ok(result.done, JSON.stringify(result));
    const { summaryTokens, coveredThrough = '' } = result.compaction;
    assert.ok(summaryTokens > 100, String(summaryTokens));
    assert.match(coveredThrough, /^m\d+$/u);
    await run('undoCompaction', true);
  });

  it('refuses an unknown strategy, and says why', async () => {
    const result = await consumer.api.compact({ strategy: 'nonesuch' });
    assert.deepEqual(result, {
      done: false,
      reason: 'unknown_strategy',
      sentence: 'There is no strategy named “nonesuch”.',
    });
  });

  it('refuses an invalid budget, and says why', async () => {
    const count = consumer.told.length;
    for (const budgetTokens of [Number.NaN, -1, 0, 0.5, Infinity]) {
      const result = await consumer.api.compact({ budgetTokens });
      assert.ok(!result.done);
      assert.equal(result.reason, 'bad_budget');
      assert.match(result.sentence, /whole number of tokens, 1 or more/);
    }
    assert.equal(consumer.told.length, count);
  });

  it('refuses to register a strategy whose name is taken or that has an unknown pass', () => {
    const { api } = consumer;
    assert.throws(() => api.registerStrategy({ name: 'hybrid', passes: ['chitchat'] }), RangeError);
    assert.throws(() => api.registerStrategy({ name: 'mine', passes: ['magic'] }), /no pass “magic”/);
  });

  it('removes a strategy when its registration is disposed', async () => {
    consumer.api.registerStrategy({ name: 'brief-life', passes: ['chitchat'] }).dispose();
    const result = await consumer.api.compact({ strategy: 'brief-life' });
    assert.equal(result.done, false);
  });
});
