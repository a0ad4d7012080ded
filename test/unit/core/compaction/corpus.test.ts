import assert from 'node:assert/strict';
import { readTranscript } from '../../../../src/adapters/transcripts/transcript.ts';
import { CannotFitError, compactToFit } from '../../../../src/core/compaction/compactToFit.ts';
import type { Prepared } from '../../../../src/core/compaction/draft.ts';
import { goalOfRequest, goalOfTier } from '../../../../src/core/compaction/goals.ts';
import type { Goal, PlanRequest } from '../../../../src/core/compaction/plan.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES, STRATEGY_NAMES, type Strategy } from '../../../../src/core/compaction/strategies.ts';
import { TokenAccount } from '../../../../src/core/context/account.ts';
import { untouchables } from '../../../../src/core/context/assemble.ts';
import { projectSession } from '../../../../src/core/context/project.ts';
import { extractFacts } from '../../../../src/core/context/facts.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { EntryNumbers, importedEntries } from '../../../../src/core/log/ids.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import { testEachTranscript } from '../../../support/corpus.ts';
import { assertNewestRequest, assertReversible, assertSound } from '../../../support/validContext.ts';

const settings = DEFAULT_SETTINGS;

/** What can be asked of a session of so many tokens: each tier of a window that it has outgrown, and two budgets. */
function goalsFor(strategy: Strategy, tokens: number): readonly Goal[] {
  const usableTokens = Math.floor(tokens * 0.9);
  const byTier = (['background', 'aggressive', 'emergency'] as const).map((tier) =>
    goalOfTier(tier, 'threshold', { strategy, settings, usableTokens }),
  );
  const asked = [undefined, Math.floor(tokens / 10)].map((budgetTokens) =>
    goalOfRequest({
      strategy,
      settings,
      usableTokens,
      ...(budgetTokens === undefined ? {} : { budgetTokens }),
    }),
  );
  return [...byTier, ...asked];
}

function prepared(request: PlanRequest): Prepared | undefined {
  const { account, goal } = request;
  try {
    return compactToFit(request, (context) => account.ofContext(context), { durationMs: 0 });
  } catch (error) {
    if (!(error instanceof CannotFitError)) throw error;
    const parts = untouchables(projectSession(request.session), account, 0);
    const least = parts.reduce((sum, { tokens }) => sum + tokens, 0);
    assert.ok(least + 40 > (goal.mustFitTokens ?? 0), error.message);
    return undefined;
  }
}

describe('Every strategy, on real transcripts', () => {
  testEachTranscript(
    {
      title: (file) => `keeps ${file} sound at every tier and budget, to be undone without a trace`,
      timeoutMs: 120_000,
    },
    async (file) => {
      const { messages } = await readTranscript(file);
      const entries: readonly Entry[] = importedEntries(messages, 0);
      const said = foldSession(entries);
      const account = new TokenAccount((text) => Math.ceil(text.length / 4));
      const facts = new Map(said.messages.map((message) => [message.id, extractFacts(message)]));
      const tokens = account.ofContext(projectSession(said));
      for (const name of STRATEGY_NAMES) {
        const strategy = STRATEGIES[name];
        const goals = goalsFor(strategy, tokens);
        for (const goal of goals) {
          const done = prepared({ session: said, account, strategy, settings, goal, facts });
          if (done === undefined) continue;
          assert.ok(goal.mustFitTokens === undefined || done.tokensAfter <= goal.mustFitTokens);
          const compaction = new EntryNumbers().finish(done.draft, 0);
          const session = foldSession([...entries, compaction]);
          assertSound(session);
          assertNewestRequest(session);
          if (goal === goals.at(-1)) assertReversible([...entries, compaction]);
        }
      }
    },
  );
});
