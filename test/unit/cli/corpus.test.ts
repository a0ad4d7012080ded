import assert from 'node:assert/strict';
import { createTokenCounter } from '../../../src/adapters/tokens/inProcessTokenCounter.ts';
import { readTranscript } from '../../../src/adapters/transcripts/formats.ts';
import { CannotFitError, compactMessages, type HeadlessResult } from '../../../src/cli/compactMessages.ts';
import { countHeadless } from '../../../src/cli/headlessContext.ts';
import { inspectTranscript } from '../../../src/cli/inspect.ts';
import type { CountTokens } from '../../../src/core/ports.ts';
import { testEachTranscript } from '../../support/corpus.ts';
import { messageProblems } from '../../support/validMessages.ts';

/** Returns a counter that caches all counts, since the same texts are counted for each budget. */
function remembering(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? count(text);
    known.set(text, tokens);
    return tokens;
  };
}

describe('The compaction of a real transcript', () => {
  let count: CountTokens;

  before(async () => {
    const counter = await createTokenCounter('o200k_base');
    count = (text) => counter.countSmall(text);
  });

  testEachTranscript(
    (file) =>
      `gives valid messages within 20,000 tokens and within a tenth of the transcript, or names the texts that are too large: ${file}`,
    async (file) => {
      const transcript = await readTranscript(file);
      const counted = remembering(count);
      const inspection = inspectTranscript(transcript, counted);
      assert.equal(inspection.messages, transcript.messages.length);
      for (const budgetTokens of [20_000, Math.floor(inspection.tokens / 10)]) {
        const result = compacted(() =>
          compactMessages(transcript.messages, {
            windowTokens: 200_000,
            budgetTokens,
            strategy: 'hybrid',
            count: counted,
          }),
        );
        if (result === undefined) continue;
        assert.ok(countHeadless(result.context, counted) <= budgetTokens, `over ${String(budgetTokens)}`);
        assert.deepEqual(messageProblems(result.context), []);
      }
    },
  );
});

/**
 * Runs the compaction. Returns undefined if the compaction is refused, which happens for some very short files. The
 * refusal names the texts that can't be compacted. Fails if the total size of these texts does not exceed the budget.
 */
function compacted(run: () => HeadlessResult): HeadlessResult | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof CannotFitError)) throw error;
    const [, named = ''] = error.message.split('These can’t be compacted: ');
    const sizes = [...named.matchAll(/\d+/gu)].map(Number);
    const [, budget] = /the budget is (\d+)/u.exec(error.message) ?? [];
    assert.ok(sizes.reduce((sum, tokens) => sum + tokens, 0) > Number(budget), error.message);
    return undefined;
  }
}
