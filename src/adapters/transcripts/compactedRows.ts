import { blocksOf } from './anthropicBlocks.ts';
import { fieldOf, jsonText, objectOf, stringOf, type JsonObject } from './json.ts';

/**
 * Finds repeated lines in a Claude Code file. A plugin that compacts returns rows of its own, including its notes, and
 * Claude Code writes the kept rows again under new ids. Their content is already above them.
 */
export class CompactedRows {
  /** The id of the first line with each content. */
  readonly #seen = new Map<string, string>();
  #isPlugins = false;

  /** The id of the line that the newest repeated line repeats. */
  repeated: string | undefined;

  /** Returns why a line does not belong to the conversation; undefined if it does. */
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

  /**
   * Returns whether a row is the plugin's. User rows say so. Assistant rows name a model of the client's, which makes
   * no calls and otherwise stands alone.
   */
  #isOfPlugin(line: JsonObject, message: JsonObject, blocks: readonly JsonObject[]): boolean {
    if (stringOf(line, 'rowSource') === 'hook') this.#isPlugins = true;
    else if (stringOf(message, 'model') !== '<synthetic>') return false;
    return this.#isPlugins || blocks.some((block) => stringOf(block, 'type') === 'tool_use');
  }
}

/** Returns enough of a content to identify it, together with its time. */
function contentKey(block: JsonObject): string {
  const text = stringOf(block, 'text') ?? stringOf(block, 'thinking') ?? jsonText(fieldOf(block, 'content'));
  const id = stringOf(block, 'id') ?? stringOf(block, 'tool_use_id') ?? '';
  return `${stringOf(block, 'type') ?? ''} ${id} ${String(text.length)} ${text.slice(0, 100)}`;
}
