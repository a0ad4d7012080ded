import assert from 'node:assert/strict';
import type { Memory } from '../../../../src/core/ports.ts';
import { matchingMemories, memoriesFor } from '../../../../src/extension/memories/rankMemories.ts';

const memory = (id: string, text: string, rest: Partial<Memory> = {}): Memory => ({
  id,
  text,
  type: 'fact',
  at: 0,
  ...rest,
});
const ids = (memories: readonly Memory[]): string => memories.map(({ id }) => id).join(' ');

describe('memories for a text', () => {
  const memories = [
    memory('short', 'use tabs', { type: 'preference' }),
    memory('refresh', 'refreshToken lives in src/auth/token.ts'),
    memory('new', 'the office wants CSV', { at: 9 }),
  ];

  it('that share words with it come first, then preferences, then the newest', () => {
    assert.equal(ids(memoriesFor(memories, 'Fix the token refresh')), 'refresh short new');
  });

  it('are found by any spelling of a name', () => {
    assert.equal(ids(matchingMemories(memories, 'refresh_token')), 'refresh');
  });

  it('are not found by words that say nothing', () => {
    assert.equal(ids(matchingMemories(memories, 'in a of')), '');
  });

  it('do not win by their length', () => {
    const long = memory('long', `token ${'and many other words about something else '.repeat(5)}`);
    assert.equal(ids(matchingMemories([long, memory('exact', 'token')], 'token')), 'exact long');
  });
});
