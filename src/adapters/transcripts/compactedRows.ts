import { blocksOf } from './anthropicBlocks.ts';
import { fieldOf, jsonText, objectOf, stringOf, type JsonObject } from './json.ts';

/**
 * Finds in a Claude Code file what is written there once more: a plugin that compacts hands back rows of its own, its notes
 * among them, and Claude Code writes the rows that it keeps again under new ids. Everything they tell stands above them.
 */
export class CompactedRows {
  /** The id of the first line that tells something. */
  readonly #seen = new Map<string, string>();
  #isPlugins = false;

  /** The line that the newest repeated one repeats, by its id. */
  repeated: string | undefined;

  /** Returns why a line is none of the conversation's; undefined where it is one. */
  reasonToSkip(line: JsonObject): string | undefined {
    const type = stringOf(line, 'type');
    const message = objectOf(line, 'message');
    if ((type !== 'user' && type !== 'assistant') || message === undefined) return undefined;
    const blocks = blocksOf(fieldOf(message, 'content'));
    if (this.#isOfPlugin(line, message, blocks)) return 'row of a plugin’s compaction';
    this.#isPlugins = false;
    const time = stringOf(line, 'timestamp');
    if (time === undefined) return undefined;
    const key = [type, time, stringOf(message, 'id'), ...blocks.map(contentKey)].join('\n');
    this.repeated = this.#seen.get(key);
    if (this.repeated !== undefined) return 'repeated line';
    this.#seen.set(key, stringOf(line, 'uuid') ?? '');
    return undefined;
  }

  /** User rows say so. Assistant rows have a model of the client's, which makes no calls and stands alone otherwise. */
  #isOfPlugin(line: JsonObject, message: JsonObject, blocks: readonly JsonObject[]): boolean {
    if (stringOf(line, 'rowSource') === 'hook') this.#isPlugins = true;
    else if (stringOf(message, 'model') !== '<synthetic>') return false;
    return this.#isPlugins || blocks.some((block) => stringOf(block, 'type') === 'tool_use');
  }
}

/** Returns enough of a content to know it by, together with its time. */
function contentKey(block: JsonObject): string {
  const text = stringOf(block, 'text') ?? stringOf(block, 'thinking') ?? jsonText(fieldOf(block, 'content'));
  const id = stringOf(block, 'id') ?? stringOf(block, 'tool_use_id') ?? '';
  return `${stringOf(block, 'type') ?? ''} ${id} ${String(text.length)} ${text.slice(0, 100)}`;
}
