import type { ContextItem } from '../../retention/contextItem.ts';
import {
  asClineItems,
  asClineMessages,
  cline,
  type ClineCore,
  type ClineMessage,
  type ClineTurn,
} from '../../retention/rows/peers/cline.ts';
import type { PeerModules } from '../../retention/rows/peers/peer.ts';
import type { ContextPolicy, PeerPolicy, PolicyContext, PolicySetting, PolicyTurn } from './contextPolicy.ts';
import { startStandInEndpoint } from './standInEndpoint.ts';

/** The share of the window that the answer of a mid-priced model may take. The package needs this limit in tokens. */
const OUTPUT_SHARE = 0.2;
const TRIGGER = 'from 81 % of the window on, by its count of 3 characters a token,';

/** Cline's default compaction: keeps a model's summary and the newest messages. */
export const clineAgentic: PeerPolicy = {
  name: 'Cline agentic',
  settings: `${TRIGGER} all but the newest 20,000 tokens becomes a model's summary and lists of files`,
  peer: cline,
  load: (modules) => loadCline(modules, 'agentic'),
};

/** Cline's compaction without a model. */
export const clineBasic: PeerPolicy = {
  name: 'Cline basic',
  settings: `${TRIGGER} older turns are cut to typed prompts and lists of files and commands, down to 45 %`,
  peer: cline,
  load: (modules) => loadCline(modules, 'basic'),
};

async function loadCline(
  modules: PeerModules,
  strategy: 'agentic' | 'basic',
): Promise<(setting: PolicySetting) => Promise<ContextPolicy>> {
  const core = (await modules('@cline/core/dist/index.js')) as ClineCore;
  return async ({ windowTokens, summarizer }) => {
    const endpoint = await startStandInEndpoint((prompt) => summarizer.write(prompt));
    const provider = {
      providerId: 'openai-compatible',
      modelId: 'none',
      apiKey: 'none',
      baseUrl: endpoint.url,
    };
    const prepareTurn = core.createContextCompactionPrepareTurn({
      ...provider,
      providerConfig: provider,
      compaction: { enabled: true, strategy },
    });
    return new PreparedTurns(prepareTurn, windowTokens, () => endpoint.close());
  };
}

class PreparedTurns implements ContextPolicy {
  readonly end: () => Promise<void>;
  readonly #prepareTurn: ClineTurn;
  readonly #windowTokens: number;
  readonly #itemsOf = new Map<ClineMessage, readonly ContextItem[]>();
  #messages: readonly ClineMessage[] = [];

  constructor(prepareTurn: ClineTurn, windowTokens: number, end: () => Promise<void>) {
    this.#prepareTurn = prepareTurn;
    this.#windowTokens = windowTokens;
    this.end = end;
  }

  async next({ arrived, usage }: PolicyTurn): Promise<PolicyContext> {
    this.#messages = [...this.#messages, ...this.#asMessages(arrived)];
    const made = await this.#prepareTurn(this.#turn(usage.inputTokens));
    if (made !== undefined) this.#messages = this.#withKnown(made.messages);
    return {
      items: this.#messages.flatMap((message) => this.#itemsOf.get(message) ?? []),
      hasCompacted: made !== undefined,
    };
  }

  /** Converts messages to Cline messages, in which all results of one answer are in one message. */
  #asMessages(items: readonly ContextItem[]): readonly ClineMessage[] {
    const results = items.filter(({ role }) => role === 'tool');
    const firstResult = results[0];
    const units = items
      .filter((item) => item === firstResult || item.role !== 'tool')
      .map((item) => (item === firstResult ? results : [item]));
    return units.flatMap((unit) =>
      asClineMessages(unit).map((message) => {
        this.#itemsOf.set(message, unit);
        return message;
      }),
    );
  }

  /**
   * Replaces each copy of a known message by the known message. The package returns copies of messages, with the same
   * role and content. The package made all other messages.
   */
  #withKnown(messages: readonly ClineMessage[]): readonly ClineMessage[] {
    const known = new Map(this.#messages.map((message) => [saying(message), message]));
    return messages.map((message) => {
      const same = known.get(saying(message));
      if (same !== undefined) return same;
      this.#itemsOf.set(message, asClineItems(message));
      return message;
    });
  }

  #turn(previousRequestInputTokens: number): object {
    const maxTokens = Math.floor(this.#windowTokens * OUTPUT_SHARE);
    return {
      agentId: 'bench',
      conversationId: 'bench',
      parentAgentId: null,
      iteration: 1,
      messages: this.#messages,
      apiMessages: this.#messages,
      abortSignal: new AbortController().signal,
      systemPrompt: '',
      tools: [],
      model: {
        id: 'none',
        provider: 'openai-compatible',
        info: { id: 'none', contextWindow: this.#windowTokens, maxTokens },
      },
      previousRequestInputTokens,
    };
  }
}

function saying({ role, content }: ClineMessage): string {
  return JSON.stringify([role, content]);
}
