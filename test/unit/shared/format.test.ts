import assert from 'node:assert/strict';
import {
  formatAge,
  formatChange,
  formatCost,
  formatCount,
  formatDuration,
  formatPercent,
  formatTokenCount,
  formatTokens,
  keptByWords,
  shownTitle,
} from '../../../src/shared/format.ts';

describe('the text formatter', () => {
  const tokens: readonly (readonly [number, string])[] = [
    [0, '0'],
    [-4, '0'],
    [940, '940'],
    [999.6, '1k'],
    [1_000, '1k'],
    [1_250, '1.3k'],
    [3_149, '3.1k'],
    [9_949, '9.9k'],
    [9_950, '10k'],
    [9_951, '10k'],
    [84_400, '84k'],
    [84_500, '85k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [1_240_000, '1.2M'],
    [1_250_000, '1.3M'],
  ];
  for (const [count, text] of tokens) {
    it(`writes ${count} tokens as ${text}`, () => {
      assert.equal(formatTokens(count), text);
    });
  }

  it('writes a number of tokens with the unit', () => {
    assert.deepEqual([0, 1, 940, 3_149].map(formatTokenCount), [
      '0 tokens',
      '1 token',
      '940 tokens',
      '3.1k tokens',
    ]);
  });

  it('writes “Untitled session” for a session without a title', () => {
    assert.deepEqual([undefined, '', 'Berths'].map(shownTitle), [
      'Untitled session',
      'Untitled session',
      'Berths',
    ]);
  });

  it('writes the agent, the state and the tokens of a session', () => {
    assert.equal(
      keptByWords({ agent: 'Codex', isLive: true, tokens: 120_000 }),
      'Codex · live · 120k tokens',
    );
    assert.equal(keptByWords({ agent: 'pi', isLive: false }), 'pi');
    assert.equal(keptByWords({ agent: 'pi', isLive: false, isArchived: true }), 'pi · archived');
  });

  it('never rounds a partial share to 0 % or 100 %', () => {
    assert.equal(formatPercent(0.998), '99 %');
    assert.equal(formatPercent(1), '100 %');
    assert.equal(formatPercent(1.204), '120 %');
    assert.equal(formatPercent(0.001), '1 %');
    assert.equal(formatPercent(0), '0 %');
    assert.equal(formatPercent(0.62), '62 %');
    assert.equal(formatPercent(0.99), '99 %');
    assert.equal(formatPercent(0.01), '1 %');
    assert.equal(formatPercent(0.499), '50 %');
    assert.equal(formatPercent(-0.2), '0 %');
  });

  it('writes a duration in milliseconds, seconds or minutes', () => {
    const written = [0, 38.4, 999.4, 999.5, 1_000, 1_400, 2_000, 9_950, 12_300, 59_499, 60_000, 200_000].map(
      formatDuration,
    );
    assert.deepEqual(written, [
      ...[
        '0\u00A0ms',
        '38\u00A0ms',
        '999\u00A0ms',
        '1\u00A0s',
        '1\u00A0s',
        '1.4\u00A0s',
        '2\u00A0s',
        '10\u00A0s',
        '12\u00A0s',
      ],
      '59\u00A0s',
      ...['1\u00A0min', '3\u00A0min 20\u00A0s'],
    ]);
  });

  it('writes a cost below ten cents with four decimals', () => {
    assert.deepEqual([0, 0.000_04, 0.000_06, 0.0042, 0.0999, 0.1, 0.31, 12.4].map(formatCost), [
      ...['$0', '<$0.0001', '$0.0001', '$0.0042', '$0.0999', '$0.10', '$0.31', '$12.40'],
    ]);
  });

  it('uses the singular only for a count of one', () => {
    assert.equal(formatCount(1, 'message'), '1 message');
    assert.equal(formatCount(1_200, 'message'), '1,200 messages');
    assert.equal(formatChange(1_200, 1, 'message'), '1,200 → 1 message');
    assert.equal(formatChange(1, 1_200, 'message'), '1 → 1,200 messages');
  });

  it('writes an age in minutes, hours or days', () => {
    const minute = 60_000;
    const ages = [0, 1, 5, 59.9, 60, 200, 1_439.9, 1_440, 3_000].map((age) =>
      formatAge(7 * minute, (7 + age) * minute),
    );
    assert.deepEqual(ages, [
      ...['just now', '1\u00A0min ago', '5\u00A0min ago', '59\u00A0min ago', '1\u00A0h ago', '3\u00A0h ago'],
      ...['23\u00A0h ago', '1\u00A0d ago', '2\u00A0d ago'],
    ]);
  });
});
