import type { CompactionView } from '../../../../src/core/compaction/compactionView.ts';
import assert from 'node:assert/strict';
import { readTranscript } from '../../../../src/adapters/transcripts/formats.ts';
import { finishHeadless } from '../../../../src/cli/compactMessages.ts';
import { countHeadless, headlessContext } from '../../../../src/cli/headlessContext.ts';
import { aimOfRequest, aimOfTier, type Aim } from '../../../../src/core/compaction/decide/aim.ts';
import type { Prepared } from '../../../../src/core/compaction/plan/draft.ts';
import { fit } from '../../../../src/core/compaction/plan/fit.ts';
import { DEFAULT_SETTINGS, type StrategyName } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES, STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import { TokenAccount } from '../../../../src/core/context/account.ts';
import { untouchables } from '../../../../src/core/context/assemble.ts';
import type { Context } from '../../../../src/core/context/context.ts';
import { projectSession } from '../../../../src/core/context/project.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { EntryNumbers, importedEntries } from '../../../../src/core/log/ids.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { testEachTranscript } from '../../../support/corpus.ts';
import { someOf } from '../../../support/volume.ts';
import { assertHeadless } from '../../../support/headlessResult.ts';
import { assertNewestRequest, assertReversible, assertSound } from '../../../support/validContext.ts';

const settings = DEFAULT_SETTINGS;
/** A fast counter, so that every strategy can run on every file. */
const count = (text: string): number => Math.ceil(text.length / 4);

interface Case {
  readonly aim: Aim;
  /**
   * Whether the compaction is requested as on the command line. The command line prints a list of the messages, and the
   * tokens of this list are counted.
   */
  readonly isHeadless?: true;
}

/**
 * Returns the compactions to try on a session of this size, in a window that is too small for the session:
 *
 * - one compaction at each tier
 * - one requested compaction
 * - one requested compaction with a budget
 *
 * If the strategy does not run by tiers, the tier `aggressive` is left out, because its aim is the same as at
 * `background`.
 */
function casesFor(name: StrategyName, tokens: number): readonly Case[] {
  const strategy = STRATEGIES[name];
  const view = { strategy, settings, usableTokens: Math.floor(tokens * 0.9) };
  const byTiers = strategy.trigger(settings).by === 'tiers';
  const tiers = byTiers
    ? (['background', 'aggressive', 'emergency'] as const)
    : (['background', 'emergency'] as const);
  return [
    ...tiers.map((tier) => ({ aim: aimOfTier(tier, 'threshold', view) })),
    { aim: aimOfRequest(view, {}) },
    { aim: aimOfRequest(view, { budgetTokens: Math.floor(tokens / 10) }), isHeadless: true },
  ];
}

const measure = (context: Context): number => countHeadless(headlessContext(context), count);

function prepared(view: CompactionView, aim: Aim): Prepared | undefined {
  const found = atOnce(fit(view, aim));
  if (!('sentence' in found)) return found;
  const parts = untouchables(projectSession(view.session), view.account, 0);
  const least = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  assert.ok(least + 40 > (aim.mustFitTokens ?? 0), found.sentence);
  assert.match(found.sentence, /These can’t be compacted: /);
  return undefined;
}

describe('Every strategy on real transcripts', () => {
  testEachTranscript(
    (file) =>
      `makes a valid context from ${file} at every tier and for a budget, and an undo reverts the compaction exactly`,
    async (file, place) => {
      const { messages } = await readTranscript(file);
      const entries: readonly Entry[] = importedEntries(messages, 0);
      const said = foldSession(entries);
      const account = new TokenAccount(count);
      const tokens = account.ofContext(projectSession(said));
      const window = { usableTokens: tokens, usedTokens: tokens };
      for (const name of someOf(STRATEGY_NAMES, 2, place)) {
        const view = { session: said, account, strategy: STRATEGIES[name], settings, ...window };
        for (const { aim, isHeadless } of casesFor(name, tokens)) {
          const done = prepared(isHeadless ? { ...view, measure } : view, aim);
          if (done === undefined) continue;
          const compaction = new EntryNumbers().finish(done.draft, 0);
          const session = foldSession([...entries, compaction]);
          assertSound(session);
          assertNewestRequest(session);
          const mostTokens = aim.mustFitTokens ?? Infinity;
          if (!isHeadless) {
            assert.ok(done.tokensAfter <= mostTokens);
            continue;
          }
          const result = finishHeadless(done, { windowTokens: tokens, strategy: name, count });
          assertHeadless(result, { strategy: name, mostTokens, count });
          assertReversible([...entries, compaction]);
        }
      }
    },
  );
});
