import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TokenAccount } from '../../../../src/core/context/account.ts';
import type { Context } from '../../../../src/core/context/context.ts';
import { projectSession } from '../../../../src/core/context/project.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { EntryNumbers } from '../../../../src/core/log/ids.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import { GrowingContext } from '../../../../src/core/replay/growingContext.ts';
import { replay } from '../../../../src/core/replay/replay.ts';
import type { ReplayResult } from '../../../../src/core/replay/tally.ts';
import type { Message } from '../../../../src/core/log/message.ts';

import { sessionOf } from '../../../support/sessionArbitrary.ts';
import { emptyCompaction } from '../../../support/sessionBuilder.ts';
import { VOLUME } from '../../../support/volume.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

function user(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

function assistant(text: string): Message {
  return { role: 'assistant', parts: [{ type: 'text', text }] };
}

/** Returns turns, each with a question about one file and an answer of the given length. */
function talk(turns: number, characters: number): readonly { message: Message }[] {
  return Array.from({ length: turns }, (_, turn) => [
    { message: user(`Look at src/part${String(turn)}.ts please, and explain it.`) },
    { message: assistant(`src/part${String(turn)}.ts: ${'words '.repeat(characters / 6)}`) },
  ]).flat();
}

function replayed(
  messages: readonly { message: Message }[],
  options: {
    usableTokens: number;
    overheadTokens?: number;
    strategy?: keyof typeof STRATEGIES;
    price?: { input: number; cachedInput: number; output: number };
  },
): ReplayResult {
  return replay({
    messages,
    usableTokens: options.usableTokens,
    ...(options.overheadTokens === undefined ? {} : { overheadTokens: options.overheadTokens }),
    strategy: STRATEGIES[options.strategy ?? 'hybrid'],
    settings: { ...DEFAULT_SETTINGS, minSavingTokens: 1 },
    account: new TokenAccount(count),
    ...(options.price ? { price: options.price } : {}),
  });
}

describe('A replay', () => {
  it('sends all earlier messages with each request', () => {
    const result = replayed(talk(3, 60), { usableTokens: 1_000_000 });
    assert.equal(result.steps, 3);
    assert.equal(result.compactions, 0);
    assert.equal(result.rewrittenTokens, 0);
    assert.ok(result.cachedTokens > 0);
    assert.equal(
      result.sentTokens - result.cachedTokens,
      result.peakTokens,
      'a message was sent uncached more than once, or never',
    );
    assert.equal(result.coveredSteps, 1);
  });

  it('stays within the usable window by compacting', () => {
    const result = replayed(talk(60, 600), { usableTokens: 4_800 });
    assert.ok(result.compactions > 0);
    assert.ok(result.peakTokens <= 4_800);
    assert.ok(result.rewrittenTokens > 0);
    assert.equal(result.unfittingSteps, 0);
  });

  it('counts model calls and tokens for summaries, and no model calls if the strategy makes no summaries', () => {
    assert.equal(replayed(talk(60, 600), { usableTokens: 4_800, strategy: 'truncate' }).modelCalls, 0);
    const summarized = replayed(talk(60, 600), { usableTokens: 4_800, strategy: 'summarize' });
    assert.ok(summarized.modelCalls > 0 && summarized.modelCalls <= summarized.compactions);
    assert.ok(summarized.summaryInputTokens > 0 && summarized.summaryOutputTokens > 0);
  });

  it('counts a step as not covered if a name in the answer is no longer in the context', () => {
    const messages = [...talk(60, 600), { message: assistant('Back to src/part0.ts, where it began.') }];
    const forgetful = replayed(messages, { usableTokens: 4_800, strategy: 'truncate' });
    assert.equal(forgetful.coveredSteps, 60 / 61);
  });

  it('counts a step as covered if a name in the answer was only in reasoning before', () => {
    const reasoned: Message = {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'It may be src/clock.ts.' },
        { type: 'text', text: 'Let me look.' },
      ],
    };
    const messages = [user('Why is it late?'), reasoned, assistant('It is src/clock.ts.')];
    const result = replayed(
      messages.map((message) => ({ message })),
      { usableTokens: 1_000_000 },
    );
    assert.equal(result.coveredSteps, 1);
  });

  it('makes no compaction with the strategy `window` until a batch of turns is older than the turns that stay', () => {
    assert.equal(replayed(talk(60, 3_000), { usableTokens: 1_000_000, strategy: 'window' }).compactions, 0);
    assert.equal(replayed(talk(61, 3_000), { usableTokens: 1_000_000, strategy: 'window' }).compactions, 1);
  });

  it('charges the lower price for cached tokens, and reports no cost if no price is given', () => {
    const price = { input: 2, cachedInput: 0, output: 0 };
    const result = replayed(talk(3, 60), { usableTokens: 1_000_000, price });
    assert.equal(result.cost, ((result.sentTokens - result.cachedTokens) * 2) / 1_000_000);
    assert.equal(replayed(talk(1, 6), { usableTokens: 1_000_000 }).cost, undefined);
  });

  it('sends the tools with every request, and reserves room for the tools', () => {
    const [bare, equipped] = [0, 50].map((overheadTokens) =>
      replayed(talk(3, 60), { usableTokens: 1_000_000, overheadTokens }),
    );
    assert.equal(equipped!.sentTokens - bare!.sentTokens, 3 * 50);
    assert.equal(equipped!.cachedTokens - bare!.cachedTokens, 2 * 50);
    assert.ok(replayed(talk(60, 600), { usableTokens: 4_800, overheadTokens: 1_000 }).peakTokens <= 4_800);
  });

  it('has the same context as the log, for any order of calls, results and system texts', () => {
    fc.assert(
      fc.property(sessionOf(30), fc.constantFrom(0, 3, 7), (builder, every) => {
        const account = new TokenAccount(count);
        const growing = new GrowingContext(account, {
          least: 20,
          largest: { read: Infinity, printed: Infinity },
        });
        const entries: Entry[] = [];
        const numbers = new EntryNumbers();
        let last: Context = [];
        builder.session.messages.forEach(({ message }, at) => {
          growing.add(message, 0);
          entries.push(numbers.finish({ kind: 'message', message }, 0));
          if (every > 0 && at % every === every - 1) {
            const draft = {
              ...emptyCompaction,
              folded: [{ ids: [entries.at(-2)?.id ?? ''], as: 'evicted' }],
            } as const;
            growing.commit(draft);
            entries.push(numbers.finish(draft, 0));
          }
          const unchanged = growing.takeUnchanged();
          const expected = projectSession(foldSession(entries));
          assert.deepEqual(growing.context, expected);
          assert.equal(growing.tokens, account.ofContext(expected));
          assert.deepEqual(last.slice(0, unchanged), expected.slice(0, unchanged));
          last = expected;
        });
      }),
      { numRuns: 100 * VOLUME },
    );
  });

  it('has the same context as the log when several calls wait for their results', () => {
    const account = new TokenAccount(count);
    const growing = new GrowingContext(account, { least: 1, largest: { read: Infinity, printed: Infinity } });
    const called = (callId: string): Message => ({
      role: 'assistant',
      parts: [{ type: 'toolCall', callId, name: 'task', arguments: '{}' }],
    });
    const answered = (callId: string): Message => ({
      role: 'tool',
      callId,
      toolName: 'task',
      parts: [{ type: 'text', text: `what ${callId} found out, at some length` }],
    });
    const messages = [
      user('Find out.'),
      called('a'),
      called('b'),
      user('And?'),
      called('c'),
      ...['a', 'c', 'b'].map(answered),
    ];
    for (const message of messages) {
      growing.add(message, 0);
      const expected = projectSession(growing.session);
      assert.deepEqual(growing.context, expected);
      assert.equal(growing.tokens, account.ofContext(expected));
    }
  });

  it('needs about as much work per turn for 1,000 turns as for 100 turns', () => {
    const workOf = (turns: number): number => {
      let counted = 0;
      const account = new TokenAccount((text) => {
        counted += 1;
        return count(text);
      });
      const ofItem = account.ofItem.bind(account);
      account.ofItem = (item) => {
        counted += 1;
        return ofItem(item);
      };
      const settings = DEFAULT_SETTINGS;
      replay({
        messages: talk(turns, 60),
        usableTokens: 1e9,
        strategy: STRATEGIES.hybrid,
        settings,
        account,
      });
      return counted / turns;
    };
    assert.ok(workOf(1_000) <= workOf(100) * 1.2, `${String(workOf(1_000))} and ${String(workOf(100))}`);
  });

  it('does not read the first message again at steps without a compaction', () => {
    const readsWith = (smallTurns: number): { readonly reads: number; readonly compactions: number } => {
      let reads = 0;
      const [first, ...rest] = talk(90, 600);
      const watched = { ...(first?.message as Message) };
      Object.defineProperty(watched, 'role', { get: () => ((reads += 1), 'user') });
      const { compactions } = replayed([{ message: watched }, ...rest, ...talk(smallTurns, 6)], {
        usableTokens: 4_000,
      });
      return { reads, compactions };
    };
    const after = readsWith(1);
    assert.ok(after.compactions >= 3, `${String(after.compactions)} compactions`);
    assert.deepEqual(readsWith(8), after);
  });

  it('compacts a context that does not fit, even if the saving is small', () => {
    const request = { messages: talk(40, 600), usableTokens: 4_800, strategy: STRATEGIES.rolling };
    const settings = { ...DEFAULT_SETTINGS, minSavingTokens: 100_000 };
    const result = replay({ ...request, settings, account: new TokenAccount(count) });
    assert.equal(result.unfittingSteps, 0);
    assert.ok(result.compactions > 0);
  });

  it('makes requests that fit the window even if a compaction misses its target size', () => {
    const messages = [...talk(9, 60), { message: user('x'.repeat(7_200)) }, { message: assistant('Much.') }];
    const result = replayed(messages, { usableTokens: 2_000 });
    assert.equal(result.unfittingSteps, 0);
    assert.ok(result.compactions > 0);
  });

  it('reports requests that can’t be made to fit', () => {
    const result = replayed([{ message: user('x'.repeat(40_000)) }, { message: assistant('Too much.') }], {
      usableTokens: 2_000,
    });
    assert.equal(result.unfittingSteps, 1);
  });
});
