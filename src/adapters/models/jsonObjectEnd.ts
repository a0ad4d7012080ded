/** Finds the end of a JSON object that comes in pieces, each character looked at once. */
export class JsonObjectEnd {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isWhole = false;
  #hasText = false;

  get isEmpty(): boolean {
    return !this.#hasText;
  }

  /** It began and did not end. What begins as no object has no end to be found. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** The part of the text that belongs to the object: nothing behind its end. */
  take(text: string): string {
    if (this.#isWhole) return '';
    this.#hasText ||= text !== '';
    for (let at = 0; at < text.length; at++) if (this.#ends(text[at] ?? '')) return text.slice(0, at + 1);
    return text;
  }

  #ends(character: string): boolean {
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
