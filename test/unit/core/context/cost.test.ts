import assert from 'node:assert/strict';
import { nextRequestCost, spentOf } from '../../../../src/core/context/cost.ts';
import { turnGrowth } from '../../../../src/core/context/gauge.ts';
import type { Usage } from '../../../../src/core/log/message.ts';
import { accountOf, SessionBuilder } from '../../../support/sessionBuilder.ts';

const price = { input: 2, cachedInput: 0.5, output: 10 };
const usage = (inputTokens: number, cachedInputTokens = 0, outputTokens = 100_000): Usage => ({
  inputTokens,
  outputTokens,
  ...(cachedInputTokens === 0 ? {} : { cachedInputTokens }),
});

function answer(builder: SessionBuilder, reported: Usage, model?: string): void {
  builder.message({
    role: 'assistant',
    parts: [{ type: 'text', text: 'So it is.' }],
    usage: reported,
    ...(model === undefined ? {} : { model }),
  });
}

describe('The cost of a session', () => {
  it('is the reported usage at the model’s price', () => {
    const builder = new SessionBuilder();
    builder.user('How high is the tide?');
    answer(builder, usage(1_000_000));
    answer(builder, usage(1_000_000, 500_000));
    const spent = spentOf(builder.entries, () => price);
    assert.equal(spent.cost?.toFixed(6), (2 + 1 + (1 + 0.25 + 1)).toFixed(6));
    assert.deepEqual([spent.inputTokens, spent.cachedTokens, spent.isPartial], [2_000_000, 500_000, false]);
  });

  it('includes rewound answers, and is partial if a price is unknown', () => {
    const builder = new SessionBuilder();
    const asked = builder.user('How high is the tide?');
    answer(builder, usage(1_000_000), 'priced');
    answer(builder, usage(1_000_000), 'unknown');
    builder.rewind(asked);
    const spent = spentOf(builder.entries, (model) => (model === 'priced' ? price : undefined));
    assert.deepEqual([spent.cost, spent.isPartial], [3, true]);
    assert.equal('cost' in spentOf(new SessionBuilder().turns(2).entries, () => price), false);
  });
});

describe('The cost of the next request', () => {
  it('covers the whole context and an answer of mean length', () => {
    const cost = nextRequestCost(1_000_000, [usage(1, 0, 0), usage(1, 0, 200_000)], {
      price,
      isPrefixKept: true,
    });
    assert.equal(cost, 2 + 1);
  });

  it('includes the last request’s tokens at the cached price if the cache was used and the prefix is unchanged', () => {
    const reports = [usage(800_000, 600_000, 0)];
    const cost = (isPrefixKept: boolean): number =>
      nextRequestCost(1_000_000, reports, { price, isPrefixKept });
    assert.deepEqual([cost(true).toFixed(6), cost(false)], [(0.4 + 0.4).toFixed(6), 2]);
    assert.equal(nextRequestCost(0, [], { price, isPrefixKept: true }), 0);
  });
});

describe('The growth of a session', () => {
  const growth = (builder: SessionBuilder): number | undefined => {
    const account = accountOf();
    return turnGrowth(builder.session.messages, ({ id, message }) => account.ofMessage(message, id));
  };

  it('is the mean size of the newest five turns, including tool results', () => {
    const builder = new SessionBuilder().turns(3, 1_000).turns(5, 20);
    assert.equal(growth(builder), 40);
    builder.tool('read_file', { path: 'a.ts' }, Array.from({ length: 96 }, () => 'word').join(' '));
    assert.ok((growth(builder) ?? 0) > 40 + 96 / 5);
  });

  it('is unknown before the person’s first message', () => {
    const builder = new SessionBuilder();
    builder.system('You pair with a programmer.');
    assert.equal(growth(builder), undefined);
    builder.turns(1, 20);
    builder.system('Answer in short.');
    assert.equal(growth(builder), 40);
  });
});
