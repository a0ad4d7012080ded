import assert from 'node:assert/strict';
import type { ConversationPorts } from '../../../../src/core/chat/conversationPorts.ts';
import { ASK_FOR_COMPACTION } from '../../../../src/core/chat/askedCompaction.ts';
import { compactWhenDone } from '../../../../src/extension/tools/compactWhenDone.ts';
import { paysBeforeCacheGoes } from '../../../../src/core/context/cost.ts';
import type { CancelSignal } from '../../../../src/core/cancellation.ts';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { toolNamed } from '../../../support/scriptedTurn.ts';
import { wordsOf } from '../../../support/sessionBuilder.ts';
import { say, talkWith, type Talk } from '../../../support/talk.ts';
import { until } from '../../../support/until.ts';

const compactions = ({ live }: Talk): number => live.session.compactions.length;
const price = { input: 3, cachedInput: 0.3, output: 15 };

describe('A compaction below the threshold', () => {
  it('starts once after the turn in which the model asked for a compaction', async () => {
    const answer = wordsOf(60);
    const talk = await talkWith(
      [answer, answer, answer, { calls: ['{}'], tool: ASK_FOR_COMPACTION }, 'Done.', 'And on.'],
      {
        ports: { tools: () => [compactWhenDone] },
      },
    );
    for (const words of ['One', 'Two', 'Three']) await say(talk, words);
    assert.equal(compactions(talk), 0);
    await say(talk, 'Finish it.');
    assert.deepEqual([compactions(talk), talk.ends().at(-1)], [1, 'answered']);
    assert.match(talk.model.read(4), /Three/u, 'the context was compacted during the turn');
    await say(talk, 'Next.');
    assert.equal(compactions(talk), 1);
  });

  it('leaves the answer intact and reports the error if the log can’t be written', async () => {
    const talk = await talkWith([{ calls: ['{}'], tool: ASK_FOR_COMPACTION }, 'Done.', 'And on.'], {
      ports: { tools: () => [compactWhenDone] },
    });
    const { compactor } = talk.conversation;
    const check = compactor.check.bind(compactor);
    compactor.check = (reason, isGoodMoment) =>
      isGoodMoment === true ? Promise.reject(new Error('The disk is full.')) : check(reason, isGoodMoment);
    for (const words of ['Finish it.', 'Next.']) await say(talk, words);
    assert.deepEqual(talk.ends(), ['answered', 'answered']);
    const noticed = talk.events.flatMap((event) => (event.type === 'noticed' ? [event.sentence] : []));
    assert.deepEqual(noticed, ['The disk is full.']);
  });

  it('is considered exactly once if the model asks for a compaction', async () => {
    const talk = await talkWith([{ calls: ['{}'], tool: ASK_FOR_COMPACTION }, 'Done.', 'And on.'], {
      ports: { tools: () => [compactWhenDone] },
    });
    let checked = 0;
    const { compactor } = talk.conversation;
    const check = compactor.check.bind(compactor);
    compactor.check = (reason, isAsked) => {
      if (isAsked === true) checked += 1;
      return check(reason);
    };
    for (const words of ['Finish it.', 'Next.', 'And next.']) await say(talk, words);
    assert.equal(checked, 1);
  });

  it('starts only if compactions are automatic', async () => {
    const ask = { calls: ['{}'], tool: ASK_FOR_COMPACTION };
    for (const [when, count] of [
      ['automatic', 1],
      ['ask', 0],
      ['manual', 0],
    ] as const) {
      const talk = await talkWith([wordsOf(60), wordsOf(60), ask, 'Done.'], {
        settings: { when },
        ports: { tools: () => [toolNamed(ASK_FOR_COMPACTION, () => Promise.resolve('Yes.'))] },
      });
      for (const words of ['One', 'Two', 'Finish it.']) await say(talk, words);
      assert.equal(compactions(talk), count, when);
    }
  });

  /** Returns an idle talk. Each sleep of a second or more ends when the test calls `wake`. */
  async function idleTalk(own: Partial<ConversationPorts> = {}, known: typeof price | null = price) {
    const slept: { readonly ms: number; readonly wake: () => void; readonly signal: CancelSignal }[] = [];
    const model = new ScriptedModel([wordsOf(130)], { window: 1_000, ...(known && { price: known }) });
    const talk = await talkWith([], {
      settings: { recordTokens: 60 },
      ports: {
        model: () => model,
        idle: () => ({ cacheMs: 300_000, compacts: true }),
        sleep: (ms, signal) =>
          ms < 1_000 ? Promise.resolve() : new Promise((wake) => void slept.push({ ms, wake, signal })),
        ...own,
      },
    });
    for (const words of ['One', 'Two', 'Three', 'Four']) await say(talk, words);
    return { talk, slept };
  }

  it('starts in an idle session shortly before the provider’s prompt cache expires', async () => {
    const { talk, slept } = await idleTalk();
    assert.deepEqual(
      slept.map(({ ms, signal }) => [ms, signal.aborted]),
      [...[1, 2, 3].map(() => [270_000, true]), [270_000, false]],
    );
    slept.at(-1)?.wake();
    await until('it is compacted', () => compactions(talk) === 1);
    assert.equal(talk.live.session.compactions[0]?.entry.event.reason, 'threshold');
    await until('the session waits for the expiry of the cache', () => slept.at(-1)?.ms === 30_000);
    const gauges = talk.events.filter(({ type }) => type === 'gauge').length;
    slept.at(-1)?.wake();
    await until(
      'the views are notified',
      () => talk.events.filter(({ type }) => type === 'gauge').length > gauges,
    );
  });

  it('is logged as an error if the compaction fails in an idle session', async () => {
    const { talk, slept } = await idleTalk();
    const full = new Error('The disk is full.');
    talk.conversation.compactor.check = () => Promise.reject(full);
    slept.at(-1)?.wake();
    await until('the session waits for the expiry of the cache', () => slept.at(-1)?.ms === 30_000);
    assert.deepEqual(talk.errors, ['could not compact the idle session: The disk is full.']);
    assert.deepEqual(talk.causes, [full]);
  });

  it('does not start in an idle session if the price is unknown, the setting is off or a message arrives', async () => {
    const off = { idle: () => ({ cacheMs: 300_000, compacts: false }) };
    const free = { input: 0, cachedInput: 0, output: 0 };
    for (const [own, known] of [
      [{}, null],
      [off, price],
    ] as const) {
      const { talk, slept } = await idleTalk(own, known);
      slept.at(-1)?.wake();
      await until('the session waits for the expiry of the cache', () => slept.at(-1)?.ms === 30_000);
      assert.equal(compactions(talk), 0);
    }
    assert.equal(paysBeforeCacheGoes({ usedTokens: 10, compactedTokens: 20 }, { ...free, input: 3 }), false);
    const { talk, slept } = await idleTalk();
    const earlier = slept.at(-1);
    await say(talk, 'Five');
    await until('it waits anew', () => slept.at(-1) !== earlier);
    const before = compactions(talk);
    earlier?.wake();
    await talk.conversation.settled();
    assert.deepEqual([compactions(talk), earlier?.signal.aborted], [before, true]);
  });
});

describe('A compaction before the prompt cache expires', () => {
  it('pays off only if the possible saving covers the possible extra cost', () => {
    const sizes = { usedTokens: 100_000, compactedTokens: 40_000 };
    assert.equal(paysBeforeCacheGoes(sizes, price), true);
    assert.equal(paysBeforeCacheGoes({ ...sizes, compactedTokens: 60_000 }, price), false);
    assert.equal(paysBeforeCacheGoes(sizes, { input: 3, output: 15 }), false, 'nothing is cached');
  });
});
