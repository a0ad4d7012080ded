import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import type { Price } from '../../../../src/core/context/cost.ts';
import { priceWithoutCache, hideExpiredCache } from '../../../../src/extension/statusBar/expiredCache.ts';
import { sessionFigures } from '../../../../src/extension/statusBar/gaugeOf.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import type { GaugeView } from '../../../../src/shared/gaugeView.ts';
import { ScriptedModel, type ScriptedAnswer } from '../../../support/scriptedModel.ts';
import { wordsOf } from '../../../support/sessionBuilder.ts';
import { say, talkWith } from '../../../support/talk.ts';
import { until } from '../../../support/until.ts';

/** A price of a thousandth of a dollar for each uncached token. */
const DEAR: Price = { input: 1_000, cachedInput: 100, output: 0 };
const CACHE_MS = 300_000;
const HALF_A_DAY_MS = 43_200_000;
/** The time of all entries, since the session's clock stands still. */
const ANSWERED_AT = 5;

/**
 * Returns an idle session that is two thirds full, and functions that return its price and its figures after a given
 * time.
 */
async function rested(usage?: ScriptedAnswer['usage']) {
  const now: { id: string; price?: Price | undefined; settings: typeof DEFAULT_SETTINGS } = {
    id: 'scripted',
    price: DEAR,
    settings: { ...DEFAULT_SETTINGS, keepRecentMessages: 2, recordTokens: 60 },
  };
  const said = { text: wordsOf(130), ...(usage && { usage }) };
  const model = new ScriptedModel([said, said, said, said, 'Short.'], { window: 1_000 });
  const talk = await talkWith([], {
    ports: {
      model: () => Object.assign(model, { profile: { ...model.profile, id: now.id, price: now.price } }),
      settings: () => now.settings,
    },
  });
  for (const words of ['One', 'Two', 'Three', 'Four']) await say(talk, words);
  const { live, conversation } = talk;
  const open = { live, conversation } as unknown as OpenSession;
  const input = (afterMs: number) => ({
    ...{ settings: DEFAULT_SETTINGS, strategy: 'hybrid', baseUrl: undefined },
    ...{ now: ANSWERED_AT + afterMs, cacheMs: CACHE_MS },
  });
  const look = (afterMs = HALF_A_DAY_MS, of = open): GaugeView['expiredCache'] =>
    priceWithoutCache(of, conversation.request.gauge(), input(afterMs), []);
  const figures = (afterMs: number) => sessionFigures(open, conversation.request.gauge(), input(afterMs));
  return { talk, open, now, look, figures };
}

/**
 * Returns the same as `rested` once the compaction is planned. If the price is missing later, the reason is therefore
 * not a missing plan.
 */
async function priced() {
  const parts = await rested();
  await until('the price is told', () => parts.look() !== undefined);
  return parts;
}

describe('The price of a request after the provider’s cache has expired', () => {
  it('is given with and without a compaction', async () => {
    const { talk, look } = await rested();
    const gauges = () => talk.events.filter(({ type }) => type === 'gauge').length;
    const before = gauges();
    assert.equal(look(), undefined, 'the price is known before the compaction is planned');
    await until('views are told', () => gauges() > before);
    const told = look();
    const used = () => talk.conversation.request.gauge().usedTokens / 1_000;
    assert.equal(told?.ageMs, HALF_A_DAY_MS);
    assert.equal(told.asItIs, used());
    const sent = talk.model.requests.length;
    await talk.conversation.compactor.compactNow({ keepsHalf: true });
    assert.ok(Math.abs(told.compacted - used()) < 0.001, `${told.compacted} told, ${used()} paid`);
    assert.ok(told.compacted < told.asItIs - 0.05);
    assert.equal(talk.model.requests.length, sent, 'the compaction sent a request');
    assert.equal(look(), undefined, 'the price is still shown after the compaction');
  });

  it('is shown only after the cache has expired', async () => {
    const { look } = await priced();
    assert.equal(look(CACHE_MS - 1), undefined);
    assert.equal(look(CACHE_MS)?.ageMs, CACHE_MS);
  });

  it('is not shown if the price of input or cached input is unknown, or if little would be saved', async () => {
    const { now, look } = await priced();
    const cheap = { input: 100, cachedInput: 10, output: 0 };
    for (const price of [undefined, { input: 1_000, output: 0 }, cheap]) {
      now.price = price;
      assert.equal(look(), undefined);
    }
    now.price = DEAR;
    assert.notEqual(look(), undefined);
  });

  it('is hidden until the next answer if the person keeps the context', async () => {
    const { talk, open, look } = await priced();
    hideExpiredCache(open);
    assert.equal(look(), undefined);
    await say(talk, 'Five');
    await until('it is told again', () => look() !== undefined);
  });

  it('is not shown while a turn runs, a compaction is due, or another agent leads the session', async () => {
    const { talk, open, now, look } = await priced();
    const { conversation } = talk;
    const other = (of: object): OpenSession => ({ ...open, ...of });
    const { request, compactor } = conversation;
    assert.notEqual(look(HALF_A_DAY_MS, other({})), undefined);
    assert.equal(look(HALF_A_DAY_MS, other({ wishes: {} })), undefined, 'shown for another agent’s session');
    const busy = { request, compactor, isBusy: true };
    assert.equal(look(HALF_A_DAY_MS, other({ conversation: busy })), undefined, 'shown while a turn runs');
    now.settings = { ...now.settings, thresholds: { ...now.settings.thresholds, background: 0.2 } };
    assert.equal(look(), undefined, 'shown although a compaction is due');
    now.settings = { ...now.settings, when: 'ask' };
    await compactor.check();
    assert.equal(look(), undefined, 'shown while a compaction waits for an answer');
  });

  it('is the full price of all tokens', async () => {
    const { figures, talk } = await rested({ inputTokens: 300, cachedInputTokens: 300, outputTokens: 130 });
    const whole = talk.conversation.request.gauge().usedTokens / 1_000;
    assert.equal(figures(CACHE_MS).nextCost, whole);
    assert.ok((figures(CACHE_MS - 1).nextCost ?? whole) < whole / 2);
  });

  it('is also the price of the next request if another model was just chosen, since the new model has no cache yet', async () => {
    const { figures, talk, now } = await rested({
      inputTokens: 300,
      cachedInputTokens: 300,
      outputTokens: 130,
    });
    now.id = 'other';
    const whole = talk.conversation.request.gauge().usedTokens / 1_000;
    assert.equal(figures(CACHE_MS - 1).nextCost, whole);
  });
});
