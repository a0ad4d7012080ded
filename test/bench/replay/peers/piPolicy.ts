import type { ContextItem } from '../../retention/contextItem.ts';
import type { PeerModules } from '../../retention/rows/peers/peer.ts';
import { asPiMessage, pi, type PiMessage } from '../../retention/rows/peers/pi.ts';
import type { ContextPolicy, PeerPolicy, PolicyContext, PolicySetting, PolicyTurn } from './contextPolicy.ts';
import type { StandInSummarizer } from './standInSummarizer.ts';

const CORE = '@earendil-works/pi-coding-agent/dist/core';

interface PiEntry {
  readonly type: string;
  readonly id: string;
  readonly message?: PiMessage;
}

interface PiProjection {
  readonly entries: readonly { readonly sourceEntry: PiEntry; readonly messages: readonly PiMessage[] }[];
}

interface PiCompaction {
  readonly DEFAULT_COMPACTION_SETTINGS: object;
  estimateProjectedContextTokens(projection: PiProjection, entries: readonly PiEntry[]): { tokens: number };
  shouldCompact(tokens: number, window: number, settings: object): boolean;
  prepareCompaction(entries: readonly PiEntry[], settings: object): object | undefined;
  compact(preparation: object, model: object, ...rest: readonly unknown[]): Promise<object>;
}

interface PiCore {
  readonly compaction: PiCompaction;
  readonly buildSessionProjection: (entries: readonly PiEntry[]) => PiProjection;
  convertToLlm(messages: readonly PiMessage[]): readonly { readonly content: readonly { text: string }[] }[];
}

/** pi's automatic compaction. */
export const piPolicy: PeerPolicy = {
  name: 'pi',
  settings:
    "when fewer than 16,384 tokens of the window are free, a model's summary replaces all but the newest 20,000 tokens",
  peer: pi,
  load: async (modules: PeerModules) => {
    const core = {
      compaction: await modules(`${CORE}/compaction/compaction.js`),
      ...((await modules(`${CORE}/session-manager.js`)) as object),
      ...((await modules(`${CORE}/messages.js`)) as object),
    } as PiCore;
    return (setting) => Promise.resolve(new PiPolicy(core, setting));
  },
};

class PiPolicy implements ContextPolicy {
  readonly #core: PiCore;
  readonly #setting: PolicySetting;
  readonly #entries: PiEntry[] = [];
  readonly #items = new Map<string, ContextItem>();

  constructor(core: PiCore, setting: PolicySetting) {
    this.#core = core;
    this.#setting = setting;
  }

  async next({ arrived, usage }: PolicyTurn): Promise<PolicyContext> {
    for (const item of arrived) this.#take(item, usage.inputTokens + usage.outputTokens);
    const hasCompacted = await this.#compact();
    return {
      items: this.#core.buildSessionProjection(this.#entries).entries.flatMap(this.#itemOf),
      hasCompacted,
    };
  }

  #take(item: ContextItem, totalTokens: number): void {
    const said = asPiMessage(item);
    const isAnswer = said.role === 'assistant';
    const message = isAnswer ? { ...said, stopReason: 'stop', usage: { totalTokens } } : said;
    this.#items.set(this.#append({ type: 'message', message }).id, item);
  }

  async #compact(): Promise<boolean> {
    const { compaction, buildSessionProjection } = this.#core;
    const settings = compaction.DEFAULT_COMPACTION_SETTINGS;
    const projection = buildSessionProjection(this.#entries);
    const { tokens } = compaction.estimateProjectedContextTokens(projection, this.#entries);
    if (!compaction.shouldCompact(tokens, this.#setting.windowTokens, settings)) return false;
    const preparation = compaction.prepareCompaction(this.#entries, settings);
    if (preparation === undefined) return false;
    const model = { id: 'none', provider: 'none', maxTokens: 0, contextWindow: this.#setting.windowTokens };
    const unset = Array.from({ length: 5 }, () => undefined);
    const made = await compaction.compact(preparation, model, ...unset, answersOf(this.#setting.summarizer));
    this.#append({ type: 'compaction', ...made });
    return true;
  }

  #append(entry: Omit<PiEntry, 'id'>): PiEntry {
    const number = this.#entries.length;
    const made = {
      ...entry,
      id: String(number),
      parentId: number === 0 ? null : String(number - 1),
      timestamp: new Date(number * 1_000).toISOString(),
    };
    this.#entries.push(made);
    return made;
  }

  /**
   * Returns the item of a message, or the items of the newest compaction. The projection contains nothing of older
   * compactions.
   */
  readonly #itemOf = ({ sourceEntry, messages }: PiProjection['entries'][number]): readonly ContextItem[] => {
    const item = this.#items.get(sourceEntry.id);
    if (item !== undefined) return [item];
    const texts = this.#core.convertToLlm(messages).flatMap(({ content }) => content.map(({ text }) => text));
    return texts.map((content) => ({ role: 'user', content, treatment: 'summary' }));
  };
}

/** Returns a function that answers each request with the stand-in's text. pi uses this function to call its model. */
function answersOf(summarizer: StandInSummarizer): (model: object, request: object) => Promise<object> {
  return (_, request) =>
    Promise.resolve({
      result: () =>
        Promise.resolve({
          role: 'assistant',
          content: [{ type: 'text', text: summarizer.write(request) }],
          stopReason: 'stop',
          usage: NO_USAGE,
        }),
    });
}

const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const NO_USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: NO_COST };
