import assert from 'node:assert/strict';
import { keyOf } from '../../../../src/adapters/claudeCode/alignHistory.ts';
import { readState, writeState } from '../../../../src/adapters/claudeCode/savedState.ts';
import { digestOf } from '../../../../src/core/text/digest.ts';
import { SessionThreads } from '../../../../src/plugins/claudeCode/sessionThreads.ts';
import { bodyOf, environment, opening, said, steps } from '../../../support/claudeRequests.ts';

const SIGNED = { type: 'thinking', thinking: 'The rate is low.', signature: 'c2ln' };
const HIDDEN = { type: 'redacted_thinking', data: 'c2ln' };
const TEXT = { type: 'text', text: 'I raise it.' };

/** Returns a long request whose first answer has these blocks. */
const requestWith = (...blocks: readonly object[]): string =>
  bodyOf([
    ...opening('Raise the rate to 0.21.'),
    { role: 'assistant', content: blocks },
    said('Go on.'),
    ...steps(1, 40),
  ]);

/**
 * Returns the request that is sent in place of `body`. The window has room for everything, so nothing new is compacted.
 */
async function sentLater(threads: SessionThreads, body: string): Promise<string | undefined> {
  return (await threads.project(body, environment(1_000_000)))?.body;
}

describe('a compaction in Claude Code', () => {
  for (const thinking of [SIGNED, HIDDEN])
    it(`stays in force after Claude Code dropped ${thinking.type} from its history, also in another process`, async () => {
      const threads = new SessionThreads(undefined);
      await threads.project(requestWith(thinking, TEXT), environment());
      const state = writeState(threads.state);
      for (const each of [threads, new SessionThreads(readState(state))])
        assert.match((await sentLater(each, requestWith(TEXT))) ?? '', /recall m/);
    });

  it('stays in force if an earlier version saved the key of an answer, whose digest included the word `thinking`', async () => {
    const threads = new SessionThreads(undefined);
    await threads.project(requestWith(SIGNED, TEXT), environment());
    const key = keyOf({ role: 'assistant', parts: [{ type: 'text', text: TEXT.text }] });
    const now = writeState(threads.state);
    const former = now.replace(key, `assistant ${digestOf(`thinking\n${TEXT.text}`)}`);
    assert.notEqual(former, now);
    assert.match(
      (await sentLater(new SessionThreads(readState(former)), requestWith(SIGNED, TEXT))) ?? '',
      /recall m/,
    );
  });
});
