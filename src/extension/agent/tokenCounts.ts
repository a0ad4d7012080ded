import type { AgentMessage, AgentPart } from '../../core/agent/agentRequest.ts';
import type { CountImage } from '../../core/context/imageTokens.ts';
import type { TokenCounter } from '../../core/ports.ts';

/**
 * The maximum number of characters in all cached texts together. This is about forty times the length of the tool
 * schemas of one request.
 */
const MOST_CHARACTERS = 4_000_000;
/** Texts up to this length are counted on the calling thread, longer texts in the worker. */
const SMALL_CHARACTERS = 6_000;

/**
 * Caches token counts by text. Before each request, the editor's agent asks for about five thousand counts, nearly all
 * of them for the same tool schemas.
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
    // If the worker fails, an upper bound is enough for the request to go on. The upper bound is not cached.
    if (tokens === undefined) return this.#counter.countSmall(text);
    this.#keep(text, tokens);
    return tokens;
  }

  /** Returns the token count of a text; undefined if the worker failed. */
  async #count(text: string): Promise<number | undefined> {
    if (text.length <= SMALL_CHARACTERS) return this.#counter.countSmall(text);
    const counts = await this.#counter.count([text]).catch(() => undefined);
    return counts && (counts[0] ?? 0);
  }

  /** Caches a count. Above the limit, drops the oldest counts, which are computed again if needed. */
  #keep(text: string, tokens: number): void {
    // If the same text is requested several times before it is counted, it is counted several times but cached once.
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

/**
 * Returns the token count of a message's images, including images in tool results. `count` counts one image by the
 * rule of the model's provider.
 */
export function agentImageTokens({ parts }: Pick<AgentMessage, 'parts'>, count: CountImage): number {
  return parts.reduce((sum, part) => sum + imageTokensOf(part, count), 0);
}

function imageTokensOf(part: AgentPart, count: CountImage): number {
  if (part.type === 'toolResult') return agentImageTokens(part, count);
  return part.type === 'image' ? count(part) : 0;
}

/**
 * Returns the texts of a message whose tokens are counted. Images are counted separately, since their token count
 * depends on the model.
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
