import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTranscript, type Transcript } from '../../../src/adapters/transcripts/transcript.ts';
import { CannotFitError, compactMessages } from '../../../src/cli/compactMessages.ts';
import { countHeadless, headlessContext } from '../../../src/cli/headlessContext.ts';
import { STRATEGY_NAMES, type StrategyName } from '../../../src/core/compaction/strategies.ts';
import { projectSession } from '../../../src/core/context/project.ts';
import { importedEntries } from '../../../src/core/log/ids.ts';
import { foldSession } from '../../../src/core/log/session.ts';
import { testEachTranscript } from '../../support/corpus.ts';
import { fixturePath } from '../../support/transcriptFiles.ts';
import { messageProblems } from '../../support/validMessages.ts';

/** Cheap, so that every strategy can go through every file. */
const count = (text: string): number => Math.ceil(text.length / 4);

const fixtures = fixturePath('');
const FIXTURE_FILES = readdirSync(fixtures).map((name) => join(fixtures, name));
const FORMATS = 22;

describe('compact --strategy', () => {
  it('has a small transcript of every format to be tried on', async () => {
    const transcripts = await Promise.all(FIXTURE_FILES.map((file) => readTranscript(file)));
    assert.equal(new Set(transcripts.map(({ format }) => format)).size, FORMATS);
  });

  for (const file of FIXTURE_FILES) it(titleOf(basename(file)), () => assertCompactsByEach(file));
  testEachTranscript(titleOf, assertCompactsByEach);
});

function titleOf(file: string): string {
  return `gives a valid context of ${file} by each of the six, within its budget or with what is too large`;
}

async function assertCompactsByEach(file: string): Promise<void> {
  const transcript = await readTranscript(file);
  const tokens = tokensOf(transcript);
  for (const strategy of STRATEGY_NAMES) {
    const { length } = transcript.messages;
    assertCompacts(transcript, { strategy, tokens });
    assertCompacts(transcript, { strategy, tokens, budgetTokens: Math.floor(tokens / 4) });
    assert.equal(transcript.messages.length, length);
  }
}

/** What the whole session takes, as the command counts. */
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
    const { context, contextTokens, event } = compactMessages(messages, {
      ...{ windowTokens, strategy, count },
      ...budget,
    });
    assert.deepEqual(messageProblems(context), [], strategy);
    assert.equal(contextTokens, countHeadless(context, count));
    assert.ok(contextTokens <= (budgetTokens ?? tokens), `${strategy}: ${String(contextTokens)} tokens`);
    assert.equal(event.strategy, strategy);
    assert.equal(event.passes.at(-1)?.tokensAfter ?? event.tokensAfter, event.tokensAfter, strategy);
  } catch (error) {
    assert.ok(error instanceof CannotFitError && budgetTokens !== undefined, String(error));
    assert.match(error.message, /What may not be touched: /);
  }
}
