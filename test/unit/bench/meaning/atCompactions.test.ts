import assert from 'node:assert/strict';
import { TokenAccount } from '../../../../src/core/context/account.ts';
import { knownAtCompactions } from '../../../bench/meaning/atCompactions.ts';
import { isForeignSummary, pastOf } from '../../../bench/meaning/past.ts';
import { assistant, call, result, user } from '../retention/messages.ts';

const rounds = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => [
    user(`Please see to berth ${String(from + at)}.`),
    call(`c${String(from + at)}`, { path: `src/berth${String(from + at)}.ts` }),
    result(`c${String(from + at)}`, 'a line of the file\n'.repeat(300)),
    assistant(`Berth ${String(from + at)} is done.`),
  ]).flat();
const exam = {
  name: 's1',
  transcript: 'a.jsonl',
  cut: 9,
  questions: [{ kind: 'intent', probes: ['never touch the lock gates'] }],
};

describe('The exam about a replayed session', () => {
  const examined = [user('Never touch the lock gates.'), ...rounds(0, 2)];
  const messages = [...examined, ...rounds(2, 30)];
  const account = new TokenAccount((text) => Math.ceil(text.length / 4));
  const request = { exam, session: { messages, account, tokens: 0 }, windowTokens: 20_000, policies: [] };

  it('scores the context after each compaction higher than the control, which is a list of names', async () => {
    const known = await knownAtCompactions({ ...request, examLength: examined.length });
    const own = known.filter(({ row }) => row === 'hybrid');
    assert.ok(own.length > 0);
    for (const { score, control, tokens } of own) {
      assert.deepEqual([score, control], [1, 0]);
      assert.ok(tokens > 0 && tokens < 20_000);
    }
  });

  it('ignores compactions before the end of the examined messages', async () => {
    assert.deepEqual(await knownAtCompactions({ ...request, examLength: messages.length + 1 }), []);
  });

  it('covers the messages before the agent’s first summary, or before `cut` if there is no summary', () => {
    const [first] = examined;
    assert.ok(first);
    const summary = {
      ...first,
      message: {
        role: 'user' as const,
        parts: [
          { type: 'text' as const, text: 'Before:', origin: 'client' as const, label: 'foreign-summary' },
        ],
      },
    };
    assert.ok(isForeignSummary(summary));
    assert.equal(pastOf(messages, exam).length, 9);
    assert.deepEqual(pastOf([...examined.slice(0, 3), summary, ...examined], exam), examined.slice(0, 3));
  });
});
