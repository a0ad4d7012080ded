import type { ChatDelta } from '../../core/ports.ts';
import { CodeFences } from '../../core/text/codeFences.ts';

/**
 * The opening tags of thoughts at Bedrock and in the chat templates of open models, such as Qwen, DeepSeek, MiniMax,
 * Seed, Magistral and Kimi.
 */
const TAGS = [
  ...['<think>', '<thinking>', '<thought>', '<reasoning>'],
  ...['<mm:think>', '<seed:think>', '[think]', '◁think▷'],
];
/** The tags in several spellings. Models that were not trained on a tag may write it in capital letters. */
const WRITTEN = TAGS.flatMap((tag) => [
  tag,
  tag.toUpperCase(),
  tag.replace(/[a-z]/, (letter) => letter.toUpperCase()),
]);
/**
 * The tags, and the marks for the channels in which Gemma 4 and gpt-oss write thoughts
 * (https://developers.openai.com/cookbook/articles/openai-harmony).
 */
const OPENINGS = [...WRITTEN, '<|channel>', '<|channel|>analysis<|message|>'];
const CLOSINGS = [...WRITTEN.map((tag) => `${tag.slice(0, 1)}/${tag.slice(1)}`), '<channel|>', '<|end|>'];
/**
 * The end of gpt-oss's thoughts if the server removes the marks for channels. In this case, the text begins with
 * `analysis`.
 */
const UNMARKED_END = 'assistantfinal';
/** The closing tags that may occur without an opening tag. */
const ORPHANS = CLOSINGS.slice(0, -1);
/** The number of characters at the beginning of a text that are searched for `analysis`. */
const START_CHARACTERS = 20;
/** The marks of gpt-oss for the beginning of another message, for a channel with text, and for the end of the text. */
const NEXT_MESSAGE = '<|start|>assistant';
const NEXT_MESSAGES = /^(?:<\|start\|>assistant\s*)+/;
const TEXT_CHANNELS = ['<|channel|>final<|message|>', '<|channel|>commentary<|message|>'];
const TEXT_ENDS = ['<|return|>', '<|end|>'];
const STARTS = [...OPENINGS, NEXT_MESSAGE, ...TEXT_CHANNELS];

/**
 * The maximum number of closing tags to examine. A text with more closing tags only mentions tags, or repeats itself.
 */
const MOST_MENTIONS = 50;

/**
 * Separates thoughts in tags from text, for servers that do not separate them. An opening tag counts only at the
 * beginning of an answer, directly after a thought, or after the text of a channel. A closing tag without an opening
 * tag also ends a thought, since the opening tag may be in the chat template.
 */
export class ThinkTags {
  #state: 'start' | 'thinking' | 'text' | 'channel' = 'start';
  /** Text that may be the beginning of a tag. */
  #held = '';
  /** The tag that ends the current thought. */
  #closing = '';
  /** The text that was passed on. */
  #passed = '';
  /** The first characters of `#passed`. */
  #start = '';
  /** Whether the text so far becomes a thought if a closing tag follows. */
  #mayClose = true;
  /** The number of closing tags that did not count. */
  #mentions = 0;

  read(delta: ChatDelta): readonly ChatDelta[] {
    if (delta.type === 'text') return this.#take(delta.text, false);
    return delta.type === 'toolCall' ? [...this.end(), delta] : [delta];
  }

  /** Returns the text or thought that was held back. Called before each tool call and at the end of the answer. */
  end(): readonly ChatDelta[] {
    return this.#take('', true);
  }

  #take(text: string, isEnd: boolean): readonly ChatDelta[] {
    this.#held += text;
    const deltas: ChatDelta[] = [];
    for (let state: string | undefined; state !== this.#state;) {
      state = this.#state;
      if (state === 'start') this.#readStart(isEnd);
      else if (state === 'thinking') deltas.push(...this.#readThought(isEnd));
      else deltas.push(...(state === 'text' ? this.#readText(isEnd) : this.#readChannel(isEnd)));
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
    if (text.startsWith(NEXT_MESSAGE)) {
      this.#held = text.replace(NEXT_MESSAGES, '');
      this.#mayClose = false;
      this.#readStart(isEnd);
      return;
    }
    const channel = TEXT_CHANNELS.find((start) => text.startsWith(start));
    if (channel !== undefined) {
      this.#held = text.slice(channel.length);
      this.#mayClose = false;
      this.#state = 'channel';
      return;
    }
    const mayBegin = text === '' || STARTS.some((start) => start.startsWith(text));
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

  /** Reads the text of a channel, after which another message may follow. */
  #readChannel(isEnd: boolean): readonly ChatDelta[] {
    const found = firstOf(this.#held, TEXT_ENDS);
    if (found === undefined) return parts('text', this.#release(isEnd ? 0 : heldBack(this.#held, TEXT_ENDS)));
    const text = this.#held.slice(0, found.at);
    this.#held = this.#held.slice(found.at + found.tag.length);
    this.#state = 'start';
    return parts('text', text);
  }

  #readText(isEnd: boolean): readonly ChatDelta[] {
    if (!this.#mayClose) return parts('text', this.#release(0));
    const start = this.#start + this.#held.slice(0, START_CHARACTERS);
    const orphans = /^\s*analysis/.test(start) ? [...ORPHANS, UNMARKED_END] : ORPHANS;
    const found = firstOf(this.#held, orphans);
    if (found === undefined) return this.#passOn(this.#release(isEnd ? 0 : heldBack(this.#held, orphans)));
    const before = this.#held.slice(0, found.at);
    const after = this.#held.slice(found.at + found.tag.length);
    // Only the next text shows whether the line ends with the tag, so wait for this text.
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
   * Returns whether a closing tag counts. The tag counts if it begins the text, ends a line, or is directly after a
   * word or sentence. It does not count in quotes, in a code fence, or if the text contains the opening tag. In these
   * cases, the text only mentions tags.
   */
  #closes(tag: string, before: string, after: string): boolean {
    if (tag === UNMARKED_END) return true;
    if (before.trim() === '') return true;
    const fences = new CodeFences();
    for (const line of before.split('\n')) fences.read(line);
    const isOpened = before.includes(OPENINGS[CLOSINGS.indexOf(tag)] ?? tag);
    if (fences.isOpen || isOpened || /['"`]$/.test(before)) return false;
    const endsLine = /^[ \t]*(\r?\n|$)/.test(after);
    return endsLine || (/[\p{L}\p{N}.!?…\n]$/u.test(before) && !/^['"`)]/.test(after));
  }

  #passOn(text: string): readonly ChatDelta[] {
    this.#passed += text;
    if (this.#start.length < START_CHARACTERS) this.#start += text.slice(0, START_CHARACTERS);
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

/** Returns the number of characters at the end of a text that may be the beginning of a tag. */
function heldBack(text: string, tags: readonly string[]): number {
  const longest = Math.max(...tags.map(({ length }) => length)) - 1;
  for (let kept = Math.min(longest, text.length); kept > 0; kept--)
    if (tags.some((tag) => tag.startsWith(text.slice(-kept)))) return kept;
  return 0;
}
