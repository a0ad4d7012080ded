import type { TokenAccount } from '../../../../src/core/context/account.ts';
import type { ContextItem as CoreItem } from '../../../../src/core/context/context.ts';
import { projectSession } from '../../../../src/core/context/project.ts';
import { ReplayTally, type ReplayResult, type TallyTerms } from '../../../../src/core/replay/tally.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { EntryNumbers } from '../../../../src/core/log/ids.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import type { ContextItem } from '../../retention/contextItem.ts';
import { ContextSources } from './contextSources.ts';
import type { ContextPolicy, PolicySetting } from './contextPolicy.ts';
import { StandInSummarizer } from './standInSummarizer.ts';

export interface PeerReplayRequest extends Pick<TallyTerms, 'account' | 'price' | 'onCompacted'> {
  readonly name: string;
  readonly messages: readonly { readonly message: Message }[];
  /** The whole window, because each peer decides how much of the window to keep free for the answer. */
  readonly windowTokens: number;
  readonly start: (setting: PolicySetting) => Promise<ContextPolicy>;
}

/**
 * Replays a session as a peer would have sent it, with the same counts as for Longthread's strategies. A provider would
 * refuse a request that is larger than the window. Here, such a request counts as not fitting, but is treated as
 * answered.
 */
export async function replayPeer(request: PeerReplayRequest): Promise<ReplayResult> {
  const { messages, windowTokens, account } = request;
  const summarizer = new StandInSummarizer((text) => account.ofText(text));
  const policy = await request.start({ windowTokens, summarizer });
  try {
    const run = new PeerReplay(request, policy, summarizer);
    for (const { message } of messages) await run.take(message);
    return run.result();
  } finally {
    await policy.end?.();
  }
}

class PeerReplay {
  readonly #policy: ContextPolicy;
  readonly #summarizer: StandInSummarizer;
  readonly #account: TokenAccount;
  readonly #tally: ReplayTally;
  readonly #sources = new ContextSources();
  readonly #numbers = new EntryNumbers();
  #system: readonly CoreItem[] = [];
  #arrived: Entry[] = [];
  #usage = { inputTokens: 0, outputTokens: 0 };

  constructor(request: PeerReplayRequest, policy: ContextPolicy, summarizer: StandInSummarizer) {
    this.#policy = policy;
    this.#summarizer = summarizer;
    this.#account = request.account;
    this.#tally = new ReplayTally({ ...request, strategy: request.name, limitTokens: request.windowTokens });
  }

  async take(message: Message): Promise<void> {
    if (message.role === 'assistant') await this.#step(message);
    this.#arrived.push(this.#numbers.finish({ kind: 'message', message }, 0));
    this.#tally.saw(message);
  }

  result(): ReplayResult {
    return this.#tally.result();
  }

  async #step(answer: Message): Promise<void> {
    const made = await this.#policy.next({ arrived: this.#given(), usage: this.#usage });
    if (made.hasCompacted) this.#tally.compacted(this.#summarizer.take());
    const context = [...this.#system, ...this.#sources.contextOf(made.items)];
    this.#tally.sent(context, answer);
    this.#usage = {
      inputTokens: this.#account.ofContext(context),
      outputTokens: this.#account.ofMessage(answer),
    };
  }

  /**
   * Returns the arrived messages as they are sent: without reasoning and with a result after each call. Moves system
   * text to `#system`, because no peer compacts system text.
   */
  #given(): readonly ContextItem[] {
    const items = projectSession(foldSession(this.#arrived));
    this.#arrived = [];
    this.#system = [...this.#system, ...items.filter(({ treatment }) => treatment === 'system')];
    return items.filter(({ treatment }) => treatment === 'verbatim').map((item) => this.#sources.give(item));
  }
}
