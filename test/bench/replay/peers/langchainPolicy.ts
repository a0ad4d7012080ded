import type { ContextItem } from '../../retention/contextItem.ts';
import {
  asLangchainMessage,
  langchain,
  type Langchain,
  type LangchainMessage,
  type LangchainMessages,
} from '../../retention/rows/peers/langchain.ts';
import type { PeerModules } from '../../retention/rows/peers/peer.ts';
import type { ContextPolicy, PeerPolicy, PolicyTurn } from './contextPolicy.ts';

interface TokenCounting {
  countTokensApproximately(messages: readonly LangchainMessage[]): number;
}

/**
 * Uses LangChain's middleware for context editing. The edit changes the message list of the agent, so cleared results
 * stay cleared.
 */
export const langchainPolicy: PeerPolicy = {
  name: 'LangChain ClearToolUses',
  settings:
    'from 100,000 tokens on (the package counts 4 characters as a token), however large the window is, ' +
    'all tool results but the newest 3 are cleared',
  peer: langchain,
  load: async (modules: PeerModules) => {
    const { ClearToolUsesEdit } = (await modules('langchain/dist/index.js')) as Langchain;
    const constructors = (await modules('@langchain/core/dist/messages/index.js')) as LangchainMessages;
    const counting = (await modules('langchain/dist/agents/middleware/utils.js')) as TokenCounting;
    return () => Promise.resolve(new ClearingPolicy(new ClearToolUsesEdit(), constructors, counting));
  },
};

class ClearingPolicy implements ContextPolicy {
  readonly #edit: InstanceType<Langchain['ClearToolUsesEdit']>;
  readonly #constructors: LangchainMessages;
  readonly #counting: TokenCounting;
  readonly #items: ContextItem[] = [];
  readonly #messages: LangchainMessage[] = [];

  constructor(
    edit: InstanceType<Langchain['ClearToolUsesEdit']>,
    constructors: LangchainMessages,
    counting: TokenCounting,
  ) {
    this.#edit = edit;
    this.#constructors = constructors;
    this.#counting = counting;
  }

  async next({ arrived }: PolicyTurn): Promise<{ items: readonly ContextItem[]; hasCompacted: boolean }> {
    this.#items.push(...arrived);
    this.#messages.push(...arrived.map((item) => asLangchainMessage(item, this.#constructors)));
    const before = [...this.#messages];
    // The package counts again after each cleared result, but uses the new count only for a setting that is off here.
    // So the first count is enough for all calls of `countTokens`.
    const tokens = this.#counting.countTokensApproximately(this.#messages);
    await this.#edit.apply({ messages: this.#messages, countTokens: () => tokens });
    let hasCompacted = false;
    for (const [index, message] of this.#messages.entries()) {
      const item = this.#items[index];
      if (message === before[index] || item === undefined) continue;
      this.#items[index] = { ...item, content: String(message.content), treatment: 'stub' };
      hasCompacted = true;
    }
    return { items: [...this.#items], hasCompacted };
  }
}
