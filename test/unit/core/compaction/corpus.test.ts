import assert from 'node:assert/strict';
import { readTranscript } from '../../../../src/adapters/transcripts/transcript.ts';
import { aimOfRequest, aimOfTier, type Aim } from '../../../../src/core/compaction/aim.ts';
import type { CompactionView } from '../../../../src/core/compaction/compact.ts';
import type { Prepared } from '../../../../src/core/compaction/draft.ts';
import { fit } from '../../../../src/core/compaction/fit.ts';
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
function aimsFor(strategy: Strategy, tokens: number): readonly Aim[] {
  const frame = { strategy, settings, usableTokens: Math.floor(tokens * 0.9) };
  const byTier = (['background', 'aggressive', 'emergency'] as const).map((tier) =>
    aimOfTier(tier, 'threshold', frame),
  );
  return [...byTier, aimOfRequest(frame, undefined), aimOfRequest(frame, Math.floor(tokens / 10))];
}

function prepared(view: CompactionView, aim: Aim): Prepared | undefined {
  const found = fit(view, aim, {});
  if (!('sentence' in found)) return found;
  const parts = untouchables(projectSession(view.session), view.account, 0);
  const least = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  assert.ok(least + 40 > (aim.mustFitTokens ?? 0), found.sentence);
  return undefined;
}

describe('Every strategy, on real transcripts', () => {
  testEachTranscript(
    (file) => `keeps ${file} sound at every tier and budget, to be undone without a trace`,
    async (file) => {
      const { messages } = await readTranscript(file);
      const entries: readonly Entry[] = importedEntries(messages, 0);
      const said = foldSession(entries);
      const account = new TokenAccount((text) => Math.ceil(text.length / 4));
      const facts = new Map(said.messages.map((message) => [message.id, extractFacts(message)]));
      const tokens = account.ofContext(projectSession(said));
      for (const name of STRATEGY_NAMES) {
        const strategy = STRATEGIES[name];
        const aims = aimsFor(strategy, tokens);
        const window = { usableTokens: tokens, usedTokens: tokens };
        for (const aim of aims) {
          const done = prepared({ session: said, account, strategy, settings, facts, ...window }, aim);
          if (done === undefined) continue;
          assert.ok(aim.mustFitTokens === undefined || done.tokensAfter <= aim.mustFitTokens);
          const compaction = new EntryNumbers().finish(done.draft, 0);
          const session = foldSession([...entries, compaction]);
          assertSound(session);
          assertNewestRequest(session);
          if (aim === aims.at(-1)) assertReversible([...entries, compaction]);
        }
      }
    },
  );
});
