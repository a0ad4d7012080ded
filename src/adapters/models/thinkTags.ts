import type { ChatDelta } from '../../core/ports.ts';
import { CodeFences } from '../../core/text/codeFences.ts';

/**
 * The tags of open models' chat templates: Qwen and DeepSeek, and others after them; Bedrock; MiniMax and Seed;
 * Magistral; Kimi.
 */
const TAGS = [
  ...['<think>', '<thinking>', '<thought>', '<reasoning>'],
  ...['<mm:think>', '<seed:think>', '[think]', '◁think▷'],
];
/** Models that were not trained on a tag also write it in capitals. */
const OPENINGS = TAGS.flatMap((tag) => [
  tag,
  tag.toUpperCase(),
  tag.replace(/[a-z]/, (letter) => letter.toUpperCase()),
]);
const CLOSINGS = OPENINGS.map((opening) => `${opening.slice(0, 1)}/${opening.slice(1)}`);

/** The most closing tags to examine. A text with more of them only mentions them, or repeats itself. */
const MOST_MENTIONS = 50;

/**
 * Separates thoughts in tags from text, for servers that do not. An opening tag counts only at the beginning of an
 * answer or right after a thought. A closing tag without an opening one also ends a thought, since the opening tag may
 * be in the chat template.
 */
export class ThinkTags {
  #state: 'start' | 'thinking' | 'text' = 'start';
  /** Text that may be the beginning of a tag. */
  #held = '';
  /** The tag that ends the current thought. */
  #closing = '';
  /** The text that was passed on. */
  #passed = '';
  /** Whether a closing tag may still turn the text so far into a thought. */
  #mayClose = true;
  /** The number of closing tags that did not count. */
  #mentions = 0;

  read(delta: ChatDelta): readonly ChatDelta[] {
    if (delta.type === 'text') return this.#take(delta.text, false);
    return delta.type === 'toolCall' ? [...this.end(), delta] : [delta];
  }

  /** Returns the text that was held back, at the end of the answer. */
  end(): readonly ChatDelta[] {
    return this.#take('', true);
  }

  #take(text: string, isEnd: boolean): readonly ChatDelta[] {
    this.#held += text;
    const deltas: ChatDelta[] = [];
    for (let state: string | undefined; state !== this.#state;) {
      state = this.#state;
      if (state === 'start') this.#readStart(isEnd);
      else deltas.push(...(state === 'thinking' ? this.#readThought(isEnd) : this.#readText(isEnd)));
    }
    return deltas;
  }

  #readStart(isEnd: boolean): void {
    const text = this.#held.trimStart();
    const at = OPENINGS.findIndex((opening) => text.startsWith(opening));
    if (at >= 0) {
      this.#held = text.slice(OPENINGS[at]?.length);
      this.#closing = CLOSINGS[at] ?? '';
      this.#mayClose = false;
      this.#state = 'thinking';
      return;
    }
    const mayBegin = text === '' || OPENINGS.some((opening) => opening.startsWith(text));
    if (mayBegin && !isEnd) return;
    // White space after a thought is not part of the text.
    if (!this.#mayClose) this.#held = text;
    this.#state = 'text';
  }

  #readThought(isEnd: boolean): readonly ChatDelta[] {
    const end = this.#held.indexOf(this.#closing);
    if (end < 0) return parts('reasoning', this.#release(isEnd ? 0 : heldBack(this.#held, [this.#closing])));
    const thought = this.#held.slice(0, end);
    this.#held = this.#held.slice(end + this.#closing.length);
    this.#state = 'start';
    return parts('reasoning', thought);
  }

  #readText(isEnd: boolean): readonly ChatDelta[] {
    if (!this.#mayClose) return parts('text', this.#release(0));
    const found = firstOf(this.#held, CLOSINGS);
    if (found === undefined) return this.#passOn(this.#release(isEnd ? 0 : heldBack(this.#held, CLOSINGS)));
    const before = this.#held.slice(0, found.at);
    const after = this.#held.slice(found.at + found.tag.length);
    // The following text shows whether the line ends there.
    if (after.trim() === '' && !after.includes('\n') && !isEnd) return [];
    if (!this.#closes(found.tag, this.#passed + before, after)) {
      this.#held = after;
      this.#mentions += 1;
      this.#mayClose = this.#mentions < MOST_MENTIONS;
      return [...this.#passOn(before + found.tag), ...this.#readText(isEnd)];
    }
    this.#mayClose = false;
    this.#held = after;
    this.#state = 'start';
    return [{ type: 'thoughtSoFar' }, ...parts('reasoning', before)];
  }

  /**
   * Returns whether a closing tag counts: it begins the text, ends a line, or is right after a word or sentence. It
   * does not count in quotes, in a code fence, or if the text contains the opening tag: there, the text only mentions
   * tags.
   */
  #closes(tag: string, before: string, after: string): boolean {
    if (before.trim() === '') return true;
    const fences = new CodeFences();
    for (const line of before.split('\n')) fences.read(line);
    const isOpened = before.includes(tag.replace('/', ''));
    if (fences.isOpen || isOpened || /['"`]$/.test(before)) return false;
    const endsLine = /^[ \t]*(\r?\n|$)/.test(after);
    return endsLine || (/[\p{L}\p{N}.!?…\n]$/u.test(before) && !/^['"`)]/.test(after));
  }

  #passOn(text: string): readonly ChatDelta[] {
    this.#passed += text;
    return parts('text', text);
  }

  #release(kept: number): string {
    const text = this.#held.slice(0, this.#held.length - kept);
    this.#held = this.#held.slice(text.length);
    return text;
  }
}

function parts(type: 'text' | 'reasoning', text: string): readonly ChatDelta[] {
  return text === '' ? [] : [{ type, text }];
}

function firstOf(
  text: string,
  tags: readonly string[],
): { readonly at: number; readonly tag: string } | undefined {
  return tags
    .map((tag) => ({ at: text.indexOf(tag), tag }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
}

/** Returns how many characters at the end of a text may begin a tag. */
function heldBack(text: string, tags: readonly string[]): number {
  const longest = Math.max(...tags.map(({ length }) => length)) - 1;
  for (let kept = Math.min(longest, text.length); kept > 0; kept--)
    if (tags.some((tag) => tag.startsWith(text.slice(-kept)))) return kept;
  return 0;
}
