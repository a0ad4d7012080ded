import type { ContextItem } from '../../contextItem.ts';
import { tokensOfItem } from '../../contextItem.ts';
import type { Peer, PeerModules } from './peer.ts';
import { inputOf } from './toolWords.ts';

/** The default of the package. */
const KEPT_RESULTS = 3;

export interface LangchainMessage {
  readonly content: unknown;
}

export interface Langchain {
  readonly ClearToolUsesEdit: new (config?: object) => {
    apply(params: {
      messages: LangchainMessage[];
      countTokens: (messages: readonly LangchainMessage[]) => number;
    }): Promise<void>;
  };
}

type MakeMessage = new (fields: object) => LangchainMessage;
export type LangchainMessages = Readonly<
  Record<'SystemMessage' | 'HumanMessage' | 'AIMessage' | 'ToolMessage', MakeMessage>
>;

/**
 * LangChain's compaction, which clears all tool results except the newest three if the messages are over the budget.
 */
export const langchain: Peer = {
  row: 'LangChain ClearToolUses',
  folder: 'langchain',
  packages: { langchain: '1.5.14', '@langchain/core': '1.4.0' },
  load: async (modules: PeerModules) => {
    const { ClearToolUsesEdit } = (await modules('langchain/dist/index.js')) as Langchain;
    const constructors = (await modules('@langchain/core/dist/messages/index.js')) as LangchainMessages;
    return async (items, { budgetTokens, count }) => {
      const messages = items.map((item) => asLangchainMessage(item, constructors));
      const sizes = new Map(items.map((item, index) => [messages[index], tokensOfItem(item, count)]));
      const cleared = tokensOfItem({ role: 'tool', content: '[cleared]', treatment: 'stub' }, count);
      const countTokens = (all: readonly LangchainMessage[]): number =>
        all.reduce((sum, message) => sum + (sizes.get(message) ?? cleared), 0);
      const edit = new ClearToolUsesEdit({
        trigger: { tokens: budgetTokens },
        keep: { messages: KEPT_RESULTS },
      });
      const original = [...messages];
      await edit.apply({ messages, countTokens });
      return items.map((item, index) => {
        const message = messages[index];
        const isKept = message === original[index];
        return isKept ? item : { ...item, content: String(message?.content), treatment: 'stub' };
      });
    };
  },
};

export function asLangchainMessage(
  item: ContextItem,
  { SystemMessage, HumanMessage, AIMessage, ToolMessage }: LangchainMessages,
): LangchainMessage {
  const { content } = item;
  switch (item.role) {
    case 'system':
      return new SystemMessage({ content });
    case 'assistant': {
      const calls = item.tool_calls ?? [];
      return new AIMessage({
        content,
        tool_calls: calls.map(({ id, function: { name, arguments: text } }) => ({
          id,
          name,
          args: inputOf(text),
        })),
      });
    }
    case 'tool':
      return new ToolMessage({ content, tool_call_id: item.tool_call_id });
    default:
      return new HumanMessage({ content });
  }
}
