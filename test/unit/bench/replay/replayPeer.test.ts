import assert from 'node:assert/strict';
import type { ContextItem } from '../../../bench/retention/contextItem.ts';
import { countOrphans } from '../../../bench/retention/contextItem.ts';
import type { ContextPolicy, PolicyTurn } from '../../../bench/replay/peers/contextPolicy.ts';
import { replayPeer, type PeerReplayRequest } from '../../../bench/replay/peers/replayPeer.ts';
import { TokenAccount } from '../../../../src/core/context/account.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { replay, type ReplayRequest } from '../../../../src/core/replay/replay.ts';
import type { Message } from '../../../../src/core/log/message.ts';

const count = (text: string): number => Math.ceil(text.length / 4);
const PRICE = { input: 3, cachedInput: 0.3, output: 15 };

/**
 * Returns the messages of a session: one question, and then `reads` answers. Each answer reads a file, and the tool
 * result follows.
 */
function session(reads: number): readonly { readonly message: Message }[] {
  const messages: Message[] = [{ role: 'user', parts: [{ type: 'text', text: 'Look at src/part0.ts.' }] }];
  for (let index = 0; index < reads; index++) {
    const callId = `call${String(index)}`;
    messages.push(
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: `Reading src/part${String(index)}.ts` },
          { type: 'toolCall', callId, name: 'read', arguments: `{"path":"src/part${String(index)}.ts"}` },
        ],
      },
      { role: 'tool', callId, toolName: 'read', parts: [{ type: 'text', text: 'words '.repeat(100) }] },
    );
  }
  return messages.map((message) => ({ message }));
}

/**
 * A policy that keeps all messages that arrive. In each turn, the test's function `change` may change the kept
 * messages.
 */
class Keeping implements ContextPolicy {
  items: readonly ContextItem[] = [];
  readonly usages: PolicyTurn['usage'][] = [];
  hasEnded = false;

  constructor(
    readonly change: (items: readonly ContextItem[]) => readonly ContextItem[] = (items) => items,
  ) {}

  next({ arrived, usage }: PolicyTurn): Promise<{ items: readonly ContextItem[]; hasCompacted: boolean }> {
    const before = [...this.items, ...arrived];
    this.items = this.change(before);
    this.usages.push(usage);
    return Promise.resolve({ items: this.items, hasCompacted: this.items !== before });
  }

  end(): Promise<void> {
    this.hasEnded = true;
    return Promise.resolve();
  }
}

function request(policy: ContextPolicy, messages = session(5)): PeerReplayRequest {
  return {
    name: 'peer',
    messages,
    windowTokens: 1_000_000,
    account: new TokenAccount(count),
    price: PRICE,
    start: () => Promise.resolve(policy),
  };
}

describe('A peer’s replay', () => {
  it('has the same figures as the replay of a strategy if neither of them compacts', async () => {
    const own: ReplayRequest = {
      messages: session(5),
      usableTokens: 1_000_000,
      strategy: { ...STRATEGIES.truncate, name: 'peer' },
      settings: DEFAULT_SETTINGS,
      account: new TokenAccount(count),
      price: PRICE,
    };
    assert.deepEqual(await replayPeer(request(new Keeping())), replay(own));
  });

  it('passes each message to the peer only once, together with the usage of the previous request', async () => {
    const policy = new Keeping();
    const { sentTokens } = await replayPeer(request(policy, session(3).slice(0, -1)));
    assert.deepEqual(
      policy.items.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'assistant', 'tool'],
    );
    assert.equal(countOrphans(policy.items), 0);
    assert.deepEqual(policy.usages[0], { inputTokens: 0, outputTokens: 0 });
    assert.ok((policy.usages[2]?.inputTokens ?? 0) > (policy.usages[1]?.inputTokens ?? 0));
    assert.ok(sentTokens > (policy.usages[2]?.inputTokens ?? 0));
  });

  it('adds the tokens after a cleared tool result to rewrittenTokens, because the prompt cache no longer covers them', async () => {
    const untouched = await replayPeer(request(new Keeping()));
    const clearsTheFirst = new Keeping((items) =>
      items.length < 7 || items[2]?.treatment === 'stub'
        ? items
        : items.map((item, index) =>
            index === 2 ? { ...item, content: '[cleared]', treatment: 'stub' } : item,
          ),
    );
    const cleared = await replayPeer(request(clearsTheFirst));
    assert.equal(cleared.compactions, 1);
    assert.ok(cleared.rewrittenTokens > 0 && untouched.rewrittenTokens === 0);
    assert.ok(cleared.sentTokens < untouched.sentTokens);
    assert.ok(cleared.cachedTokens > 0);
  });

  it('counts a step as not covered if the step’s answer contains a name that left the context and is missing from the summary', async () => {
    const messages = [...session(8), ...session(1).slice(1)];
    const summarizes = ({ summarizer }: { summarizer: { write(prompt: unknown): string } }): Keeping =>
      new Keeping((items) =>
        items.length < 9
          ? items
          : [
              { role: 'user', content: summarizer.write({ messages: items }), treatment: 'summary' },
              ...items.slice(-2),
            ],
      );
    const result = await replayPeer({
      ...request(new Keeping(), messages),
      start: (setting) => Promise.resolve(summarizes(setting)),
    });
    assert.equal(result.compactions, result.modelCalls);
    assert.ok(result.modelCalls > 0 && result.summaryInputTokens > 0);
    assert.ok(Math.abs(result.summaryOutputTokens / result.modelCalls - 3_000) < 100);
    assert.ok(result.coveredSteps < 1);
  });

  it('adds the system text to each request, but does not pass the text to the peer', async () => {
    const system: Message = { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] };
    const policy = new Keeping();
    const [bare, told] = [
      await replayPeer(request(new Keeping(), session(2))),
      await replayPeer(request(policy, [{ message: system }, ...session(2)])),
    ];
    assert.equal(told.sentTokens - bare.sentTokens, 2 * (count('Be brief.') + 4));
    assert.ok(policy.items.every(({ role }) => role !== 'system'));
  });

  it('reports requests that are larger than the window', async () => {
    const result = await replayPeer({ ...request(new Keeping()), windowTokens: 500 });
    assert.ok(result.unfittingSteps > 0 && result.unfittingSteps < result.steps);
  });

  it('stops the peer if the peer fails, and rejects with the peer’s error', async () => {
    const policy = new Keeping(() => {
      throw new Error('out of order');
    });
    await assert.rejects(replayPeer(request(policy)), /out of order/);
    assert.ok(policy.hasEnded);
  });
});
