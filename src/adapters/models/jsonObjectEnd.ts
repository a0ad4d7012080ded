/**
 * Finds the end of a JSON object or array that arrives in pieces. Reads each character once. If a second object follows
 * an empty object, continues with the second object, since Bedrock and proxies for Claude begin arguments with an empty
 * object (github.com/BerriAI/litellm/issues/4537).
 */
export class JsonObjectEnd {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isWhole = false;
  #hasText = false;
  /** The number of characters so far, without white space. */
  #characters = 0;
  /** In the last text that was passed to `take`, the part after the end of the object. */
  after = '';

  /** Whether no text was taken yet. */
  get isEmpty(): boolean {
    return !this.#hasText;
  }

  /** Whether the object is incomplete. False for text that is not an object. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** Returns the part of the text that belongs to the object, without the text after the end of the object. */
  take(text: string): string {
    if (this.#isPlaceholderBefore(text)) this.#isWhole = false;
    this.after = this.#isWhole ? text : '';
    if (this.#isWhole) return '';
    this.#hasText ||= text !== '';
    for (let at = 1; at <= text.length; at++) {
      if (!this.#read(text[at - 1] ?? '')) continue;
      this.after = text.slice(at);
      return this.#isPlaceholderBefore(this.after) ? this.take(this.after) : text.slice(0, at);
    }
    return text;
  }

  #isPlaceholderBefore(text: string): boolean {
    return this.#isWhole && this.#characters === EMPTY.length && /^\s*\{/.test(text);
  }

  /** Reads a character. Returns whether it ends the object. */
  #read(character: string): boolean {
    if (/\S/.test(character)) this.#characters += 1;
    if (this.#isInString) {
      this.#isInString = character !== '"' || this.#isEscaped;
      this.#isEscaped = character === '\\' && !this.#isEscaped;
    } else if (character === '"') this.#isInString = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') {
      this.#depth -= 1;
      this.#isWhole = this.#depth === 0;
    }
    return this.#isWhole;
  }
}

const EMPTY = '{}';
