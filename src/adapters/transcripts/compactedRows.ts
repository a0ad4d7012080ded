import { blocksOf } from './anthropicBlocks.ts';
import { fieldOf, jsonText, objectOf, stringOf, type JsonObject } from './json.ts';

/**
 * Finds the lines that a plugin's compaction adds to a Claude Code file. The plugin writes rows of its own, such as
 * notes. Claude Code writes the kept rows again, with new ids.
 */
export class CompactedRows {
  /** For each content: the id of the first line with this content. */
  readonly #seen = new Map<string, string>();
  #isAfterPluginRow = false;

  /**
   * The id of the earlier line that the newest line repeats. Undefined if `reasonToSkip` did not recognize the newest
   * line as a repetition.
   */
  repeated: string | undefined;

  /** Returns the reason to skip a line that a plugin's compaction added; undefined for all other lines. */
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
   * Returns whether a plugin wrote a row. The plugin's user rows have the `rowSource` `hook`. The plugin's assistant
   * rows have the model `<synthetic>`. Messages by Claude Code itself may have this model, too, but contain no calls
   * and do not follow a row of a plugin.
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
