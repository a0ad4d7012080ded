import type { AgentMessage, AgentPart } from '../../core/agent/agentRequest.ts';
import type { CountImage } from '../../core/context/imageTokens.ts';
import type { TokenCounter } from '../../core/ports.ts';

/** Characters of all kept texts together: some forty times the tools of one request. */
const MOST_CHARACTERS = 4_000_000;
/** Texts up to this length are counted on the calling thread, longer ones in the worker. */
const SMALL_CHARACTERS = 6_000;

/**
 * Counts of texts, kept by the text: the editor's agent asks some five thousand times before each request, nearly always
 * for the same schemas of tools.
 */
export class TokenCounts {
  readonly #counter: Pick<TokenCounter, 'count' | 'countSmall'>;
  readonly #known = new Map<string, number>();
  #characters = 0;

  constructor(counter: Pick<TokenCounter, 'count' | 'countSmall'>) {
    this.#counter = counter;
  }

  async of(text: string): Promise<number> {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const tokens = await this.#count(text);
    // The request goes on: a bound is enough for one that the worker could not count.
    if (tokens === undefined) return this.#counter.countSmall(text);
    this.#keep(text, tokens);
    return tokens;
  }

  /** Returns the tokens of a text, undefined where the worker failed. */
  async #count(text: string): Promise<number | undefined> {
    if (text.length <= SMALL_CHARACTERS) return this.#counter.countSmall(text);
    const counts = await this.#counter.count([text]).catch(() => undefined);
    return counts && (counts[0] ?? 0);
  }

  /** Remembers a count and drops the oldest first: a text that is asked for again is counted again. */
  #keep(text: string, tokens: number): void {
    // Asked for several times at once, a text is counted several times, and stands here once.
    if (text.length > MOST_CHARACTERS || this.#known.has(text)) return;
    this.#known.set(text, tokens);
    this.#characters += text.length;
    for (const oldest of this.#known.keys()) {
      if (this.#characters <= MOST_CHARACTERS) break;
      this.#known.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}

/** Returns the tokens of a message's images, including those in tool results, by the rule of the model's provider. */
export function agentImageTokens({ parts }: Pick<AgentMessage, 'parts'>, count: CountImage): number {
  return parts.reduce((sum, part) => sum + tokensOf(part, count), 0);
}

function tokensOf(part: AgentPart, count: CountImage): number {
  if (part.type === 'toolResult') return agentImageTokens(part, count);
  return part.type === 'image' ? count(part) : 0;
}

/**
 * Returns the texts of a message that are counted; images are counted apart, since their tokens depend on the model.
 */
export function countableTexts({ parts }: AgentMessage): readonly string[] {
  return parts.flatMap(textsOf);
}

function textsOf(part: AgentPart): readonly string[] {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return [part.text];
    case 'toolCall':
      return [part.name, JSON.stringify(part.input ?? {})];
    case 'toolResult':
      return part.parts.flatMap(textsOf);
    case 'image':
    case 'data':
      return [];
  }
}
