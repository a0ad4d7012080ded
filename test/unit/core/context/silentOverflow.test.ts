import { isSilentOverflow, silentOverflowSentence } from '../../../../src/core/context/window.ts';
import assert from 'node:assert/strict';
import { readGauge } from '../../../../src/core/context/gauge.ts';
import { accountOf, SessionBuilder, wordsOf } from '../../../support/sessionBuilder.ts';

describe('A silent truncation by an endpoint', () => {
  it('is detected by a report of far fewer tokens than were sent', () => {
    assert.equal(isSilentOverflow(2_051, 14_000), true);
    assert.equal(isSilentOverflow(12_500, 14_000), false);
  });

  it('is not suspected if the request is small or no token count is reported', () => {
    assert.equal(isSilentOverflow(300, 900), false);
    assert.equal(isSilentOverflow(0, 90_000), false);
  });

  it('is reported with both token counts and advice', () => {
    assert.match(silentOverflowSentence(2_051, 14_000), /2051 of about 14000 .*contextWindow/);
  });

  it('makes the gauge show our own estimate instead of the report', () => {
    const builder = new SessionBuilder();
    builder.user(wordsOf(9_000));
    const through = builder.message({ role: 'assistant', parts: [{ type: 'text', text: 'Yes.' }] });
    const gauge = readGauge({
      context: builder.context,
      account: accountOf(),
      window: { totalTokens: 20_000, usableTokens: 16_000, isAssumed: false },
      toolTokens: 0,
      baseline: { through, usage: { inputTokens: 2_051, outputTokens: 1 } },
    });
    assert.equal(gauge.isEstimated, true);
    assert.ok(gauge.usedTokens > 9_000);
  });
});

describe('An endpoint’s report of too many tokens', () => {
  for (const [what, inputTokens, isEstimated] of [
    ['is replaced with our own estimate if the difference is too large', 90_000, true],
    ['is believed if the difference may come from the tokenizer', 20_000, false],
  ] as const)
    it(what, () => {
      const builder = new SessionBuilder();
      builder.user(wordsOf(9_000));
      const through = builder.message({ role: 'assistant', parts: [{ type: 'text', text: 'Yes.' }] });
      const gauge = readGauge({
        context: builder.context,
        account: accountOf(),
        window: { totalTokens: 200_000, usableTokens: 160_000, isAssumed: false },
        toolTokens: 0,
        baseline: { through, usage: { inputTokens, outputTokens: 1 } },
      });
      assert.equal(gauge.isEstimated, isEstimated);
      assert.equal(gauge.usedTokens < 10_000, isEstimated);
    });
});
