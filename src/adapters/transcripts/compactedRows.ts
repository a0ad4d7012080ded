import { blocksOf } from './anthropicBlocks.ts';
import { fieldOf, jsonText, objectOf, stringOf, type JsonObject } from './json.ts';

/**
 * Finds the lines that a plugin's compaction adds to a Claude Code file: rows of the plugin, such as its notes, and
 * repetitions of kept rows, which Claude Code writes again under new ids.
 */
export class CompactedRows {
  /** For each content: the id of the first line with this content. */
  readonly #seen = new Map<string, string>();
  #isAfterPluginRow = false;

  /**
   * The id of the first line with the same content as the line last passed to `reasonToSkip`. Undefined if there is none
   * or that line was not compared.
   */
  repeated: string | undefined;

  /** Returns why a line does not belong to the conversation; undefined if it belongs to the conversation. */
  reasonToSkip(line: JsonObject): string | undefined {
    this.repeated = undefined;
    const type = stringOf(line, 'type');
    const message = objectOf(line, 'message');
    if ((type !== 'user' && type !== 'assistant') || message === undefined) return undefined;
    const blocks = blocksOf(fieldOf(message, 'content'));
    if (this.#isOfPlugin(line, message, blocks)) return 'row of a plugin’s compaction';
    this.#isAfterPluginRow = false;
    const time = stringOf(line, 'timestamp');
    if (time === undefined) return undefined;
    const key = [type, time, stringOf(message, 'id'), ...blocks.map(contentKey)].join('\n');
    this.repeated = this.#seen.get(key);
    if (this.repeated !== undefined) return 'repeated line';
    this.#seen.set(key, stringOf(line, 'uuid') ?? '');
    return undefined;
  }

  /**
   * Returns whether a plugin wrote a row. A user row names its source. The plugin's assistant rows have the model
   * `<synthetic>`. Claude Code's own messages have this model, too, but they contain no calls and do not follow a row
   * of a plugin.
   */
  #isOfPlugin(line: JsonObject, message: JsonObject, blocks: readonly JsonObject[]): boolean {
    if (stringOf(line, 'rowSource') === 'hook') this.#isAfterPluginRow = true;
    else if (stringOf(message, 'model') !== '<synthetic>') return false;
    return this.#isAfterPluginRow || blocks.some((block) => stringOf(block, 'type') === 'tool_use');
  }
}

/** Returns a key for a block. The key and the line's time together identify a repeated block. */
function contentKey(block: JsonObject): string {
  const text = stringOf(block, 'text') ?? stringOf(block, 'thinking') ?? jsonText(fieldOf(block, 'content'));
  const id = stringOf(block, 'id') ?? stringOf(block, 'tool_use_id') ?? '';
  return `${stringOf(block, 'type') ?? ''} ${id} ${String(text.length)} ${text.slice(0, 100)}`;
}
