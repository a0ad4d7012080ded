import type { StrategyName } from '../../../src/core/compaction/settings.ts';
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTranscript, type Transcript } from '../../../src/adapters/transcripts/formats.ts';
import { CannotFitError, compactMessages } from '../../../src/cli/compactMessages.ts';
import { countHeadless, headlessContext } from '../../../src/cli/headlessContext.ts';
import { STRATEGY_NAMES } from '../../../src/core/compaction/strategies.ts';
import { projectSession } from '../../../src/core/context/project.ts';
import { importedEntries } from '../../../src/core/log/ids.ts';
import { foldSession } from '../../../src/core/log/session.ts';
import { assertHeadless } from '../../support/headlessResult.ts';
import { fixturePath } from '../../support/transcriptFiles.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

const fixtures = fixturePath('');
const FIXTURE_FILES = readdirSync(fixtures).map((name) => join(fixtures, name));
const FORMATS = 28;

/** Like `core/compaction/corpus.test.ts`, but with small transcripts instead of real ones. */
describe('compact --strategy', () => {
  it('is tested with a small transcript in every format', async () => {
    const transcripts = await Promise.all(FIXTURE_FILES.map((file) => readTranscript(file)));
    assert.equal(new Set(transcripts.map(({ format }) => format)).size, FORMATS);
  });

  for (const file of FIXTURE_FILES)
    it(`compacts ${basename(file)} with all six strategies to a valid context within the budget, or names what is too large`, async () => {
      const transcript = await readTranscript(file);
      const tokens = tokensOf(transcript);
      for (const strategy of STRATEGY_NAMES) {
        const { length } = transcript.messages;
        assertCompacts(transcript, { strategy, tokens });
        assertCompacts(transcript, { strategy, tokens, budgetTokens: Math.floor(tokens / 4) });
        assert.equal(transcript.messages.length, length);
      }
    });
});

/** Returns the token count of the whole session. */
function tokensOf({ messages }: Transcript): number {
  return countHeadless(headlessContext(projectSession(foldSession(importedEntries(messages, 0)))), count);
}

interface Case {
  readonly strategy: StrategyName;
  readonly tokens: number;
  readonly budgetTokens?: number;
}

function assertCompacts({ messages }: Transcript, { strategy, tokens, budgetTokens }: Case): void {
  const budget = budgetTokens === undefined ? {} : { budgetTokens };
  const windowTokens = Math.max(4_000, tokens * 2);
  try {
    const result = compactMessages(messages, { windowTokens, strategy, count, ...budget });
    assertHeadless(result, { strategy, mostTokens: budgetTokens ?? tokens, count });
  } catch (error) {
    assert.ok(error instanceof CannotFitError && budgetTokens !== undefined, String(error));
    assert.match(error.message, /These can’t be compacted: /);
  }
}
