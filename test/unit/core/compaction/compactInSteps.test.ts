import assert from 'node:assert/strict';
import { compactInSteps } from '../../../../src/core/compaction/plan/compact.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { TokenAccount } from '../../../../src/core/context/account.ts';
import { importedEntries } from '../../../../src/core/log/ids.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import { wordsOf } from '../../../support/sessionBuilder.ts';

const RESULT_CHARACTERS = 2_000;

/**
 * Returns turns, each with a rule, a call with its result, and an answer. Each message calls `onRead` when it is read.
 */
function watchedMessages(turns: number, onRead: () => void): readonly Message[] {
  const said = (role: 'user' | 'assistant', text: string): Message => ({
    role,
    parts: [{ type: 'text', text }],
  });
  const all = Array.from({ length: turns }, (_, turn): readonly Message[] => {
    const callId = `c${String(turn)}`;
    const args = JSON.stringify({ path: `src/part${String(turn)}.ts` });
    const text = wordsOf(RESULT_CHARACTERS / 5, `line`);
    return [
      said('user', `Always keep part${String(turn)} apart. What is in it?`),
      { role: 'assistant', parts: [{ type: 'toolCall', callId, name: 'read_file', arguments: args }] },
      { role: 'tool', callId, toolName: 'read_file', parts: [{ type: 'text', text }] },
      said('assistant', `part${String(turn)} is small, since it holds one function. Shall I go on?`),
    ];
  }).flat();
  return all.map((message) => {
    const { parts } = message;
    return Object.defineProperty({ ...message }, 'parts', {
      enumerable: true,
      get: () => (onRead(), parts),
    }) as Message;
  });
}

/**
 * Makes a compaction in steps. Returns the number of steps, and the largest numbers of message reads and of counted
 * characters in a single step.
 */
function mostOfSteps(turns: number): {
  readonly reads: number;
  readonly counted: number;
  readonly steps: number;
} {
  let [reads, counted] = [0, 0];
  const messages = watchedMessages(turns, () => (reads += 1));
  const session = foldSession(
    importedEntries(
      messages.map((message) => ({ message })),
      0,
    ),
  );
  const account = new TokenAccount((text) => {
    counted += text.length;
    return Math.ceil(text.length / 4);
  });
  const view = {
    ...{ session, account, settings: DEFAULT_SETTINGS, strategy: STRATEGIES.hybrid },
    ...{ usableTokens: 160_000, usedTokens: 160_000 },
  };
  const steps = compactInSteps(view, { by: 'person' });
  const most = { reads: 0, counted: 0, steps: 0 };
  for (let isOver = false; !isOver;) {
    [reads, counted] = [0, 0];
    const { done, value } = steps.next();
    isOver = done === true;
    if (done === true) assert.ok(value.run);
    most.reads = Math.max(most.reads, reads);
    most.counted = Math.max(most.counted, counted);
    most.steps += 1;
  }
  return most;
}

describe('A compaction in steps', () => {
  const TURNS = 1_000;
  const MESSAGES = 4 * TURNS;

  it('takes more steps for a longer session; each step counts at most 100,000 characters, and reads each message at most 3 times on average', () => {
    const { reads, counted, steps } = mostOfSteps(TURNS);
    assert.ok(reads <= 3 * MESSAGES, `${String(reads)} reads of messages`);
    assert.ok(counted <= 100_000, `${String(counted)} characters`);
    assert.ok(steps > mostOfSteps(TURNS / 4).steps, 'a longer session did not take more steps');
  });
});
