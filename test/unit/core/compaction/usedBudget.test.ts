import type { CompactionView } from '../../../../src/core/compaction/compactionView.ts';
import assert from 'node:assert/strict';
import type { Prepared } from '../../../../src/core/compaction/plan/draft.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { excerptText } from '../../../../src/core/text/excerpt.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import type { Session } from '../../../../src/core/log/session.ts';
import { considered } from '../../../support/planned.ts';
import {
  accountOf,
  countWords,
  SessionBuilder,
  smallSettings,
  wordsOf,
} from '../../../support/sessionBuilder.ts';
import { contextProblems } from '../../../support/validContext.ts';

function within(session: Session, budgetTokens: number, more: Partial<CompactionView> = {}): Prepared {
  return considered(
    {
      ...{ session, account: accountOf(), strategy: STRATEGIES.hybrid, settings: smallSettings },
      ...{ usableTokens: 100_000, usedTokens: 0, ...more },
    },
    budgetTokens,
  );
}

function assertUsed({ context, tokensAfter }: Prepared, budgetTokens: number): void {
  assert.ok(tokensAfter <= budgetTokens, `${String(tokensAfter)} tokens`);
  assert.ok(tokensAfter >= budgetTokens * 0.9, `${String(tokensAfter)} tokens`);
  assert.deepEqual(contextProblems(context), []);
}

/** Returns turns, each with a short prompt, a tool result and a short answer. The notes about these turns are short. */
function painting(): Session {
  const builder = new SessionBuilder();
  for (let turn = 0; turn < 60; turn += 1) {
    builder.user(`Paint lamp ${String(turn)}.`);
    builder.tool('read_file', { path: `${String(turn)}.ts` }, wordsOf(120, `line${String(turn)}`));
    builder.says('Done.');
  }
  return builder.session;
}

describe('A requested budget', () => {
  it('is filled with messages if the notes need little of the budget', () => {
    for (const budgetTokens of [1_500, 3_000, 6_000])
      assertUsed(within(painting(), budgetTokens), budgetTokens);
  });

  it('is filled with part of a result if the whole result does not fit', () => {
    const builder = new SessionBuilder();
    builder.user('Look at the harbour.');
    builder.tool(
      'read_file',
      { path: 'harbour.txt' },
      Array.from({ length: 500 }, (_, line) => `boat ${String(line)} lies at a berth`).join('\n'),
    );
    builder.says('It is full.');
    builder.user('Go on.');
    assertUsed(within(builder.session, 1_000), 1_000);
  });

  it('reserves room for a model’s summary', () => {
    const alone = within(painting(), 3_000, { settings: DEFAULT_SETTINGS });
    const { tokensAfter, draft } = within(painting(), 3_000, {
      settings: DEFAULT_SETTINGS,
      summarizer: 'ready',
    });
    assert.equal(draft.prosePending, true);
    assert.ok(
      tokensAfter < alone.tokensAfter * 0.75,
      `${String(tokensAfter)} of ${String(alone.tokensAfter)}`,
    );
  });
});

describe('After a compaction with a token budget, an old prompt', () => {
  it('is quoted in the notes with its message id, and does not stay directly before another prompt', () => {
    const builder = new SessionBuilder();
    for (let turn = 0; turn < 12; turn += 1) {
      builder.user(`Never rename lamp${String(turn)}.`);
      builder.says(wordsOf(150, `shade${String(turn)}`));
    }
    builder.user('Now paint them.');
    for (const budgetTokens of [500, 700, 900, 1_300, 1_500]) {
      const [record, ...rest] = within(builder.session, budgetTokens).context.map(({ message }) => message);
      assert.match(record === undefined ? '' : textOf(record), /^m\d+ You: Never rename lamp\d/mu);
      const roles = rest.map(({ role }) => role).join(' ');
      assert.doesNotMatch(roles, /user user/u, String(budgetTokens));
      assert.equal(rest.slice(-1).map(textOf).join(''), 'Now paint them.');
    }
  });
});

describe('A text that is cut to 700 tokens', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['prose', Array.from({ length: 900 }, () => 'The boat lies at its berth.').join('\n')],
    ['letters', Array.from({ length: 900 }, () => 'x y z').join('\n')],
    ['long words', Array.from({ length: 900 }, () => 'incomprehensibilities interchangeability').join(' ')],
  ];
  for (const [what, text] of texts)
    it(`has 630 to 700 tokens if the text consists of ${what}`, () => {
      const tokens = countWords(excerptText({ text, id: 'm1' }, 700, countWords));
      assert.ok(tokens <= 700 && tokens >= 630, String(tokens));
    });
});
