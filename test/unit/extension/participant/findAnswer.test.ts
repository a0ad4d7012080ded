import assert from 'node:assert/strict';
import { nodeSqlite } from '../../../../src/adapters/recall/nodeSqlite.ts';
import { openRecallStore } from '../../../../src/adapters/recall/openRecallStore.ts';
import { RecallEngine } from '../../../../src/adapters/recall/recallEngine.ts';
import { findAnswer } from '../../../../src/extension/participant/findAnswer.ts';
import { liveOver, silent } from '../../../support/liveSessions.ts';

/** Returns the answer to a query, found with the real index, in a session that contains one text of the person. */
async function answerAbout(query: string, text: string): Promise<string> {
  const live = await liveOver();
  const message = { role: 'user', parts: [{ type: 'text', text }] } as const;
  const { id } = await live.append({ kind: 'message', message });
  const { store } = await openRecallStore(':memory:', [nodeSqlite]);
  store.insert([{ id, text }]);
  const engine = new RecallEngine(store);
  live.index = { search: async (words, limit) => engine.search(words, limit) } as typeof live.index;
  const { markdown } = await findAnswer({ id: 's1', live }, query, silent);
  store.close();
  return markdown;
}

describe('The search of @longthread', () => {
  for (const [what, query, text] of [
    ['the singular of a word if the query has the plural', 'migrations', 'The migration must run first.'],
    [
      'a word with a combining accent if the query has the composed letter',
      'caf\u00E9',
      'The cafe\u0301 opens at nine.',
    ],
  ] as const)
    it(`finds ${what}`, async () => {
      assert.match(await answerAbout(query, text), /\) you: “The/u);
    });
});
