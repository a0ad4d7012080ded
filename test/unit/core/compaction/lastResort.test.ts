import assert from 'node:assert/strict';
import { aimOfRequest } from '../../../../src/core/compaction/aim.ts';
import { planCompaction } from '../../../../src/core/compaction/plan.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { accountOf, SessionBuilder, smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

const BUDGET = 1_600;

/** The tokens that the newest answer and the newest result are left, where both are longer than all the room. */
function leftOfNewest(): { readonly said: number; readonly printed: number } {
  const builder = new SessionBuilder();
  builder.turns(20, 100);
  builder.user('Read it.');
  const [, printed] = builder.tool('read_file', { path: 'a.ts' }, wordsOf(4_000, 'of'));
  const said = builder.says(wordsOf(4_000, 'of'));
  builder.user('And now?');
  const strategy = STRATEGIES.hybrid;
  const settings = { ...smallSettings, keepRecentMessages: 20, recentShare: 1 };
  const aim = aimOfRequest({ strategy, settings, usableTokens: 20_000 }, BUDGET);
  const account = accountOf();
  const { working } = planCompaction({ session: builder.session, account, strategy, settings, aim });
  const left = (id: string): number => account.ofText(textOf(working.replaced.get(id)));
  return { said: left(said), printed: left(printed) };
}

function textOf(treatment: { readonly text?: string } | undefined): string {
  return treatment?.text ?? '';
}

describe('What is newest, where there is no room for it', () => {
  it('cuts what a tool printed to half of what an answer may take', () => {
    const { said, printed } = leftOfNewest();
    assert.ok(said > BUDGET * 0.25 && said <= BUDGET * 0.5, String(said));
    assert.ok(printed > BUDGET * 0.12 && printed <= BUDGET * 0.25, String(printed));
  });
});
