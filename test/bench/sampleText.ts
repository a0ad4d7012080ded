/**
 * Makes text for benchmarks from a seed. The text is the same on every machine. It looks like prose, code and tool
 * output with made-up words.
 */
export class SampleText {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a message of about `chars` characters, in which prose, code and tool output alternate. */
  message(chars: number): string {
    const lines: string[] = [];
    for (let length = 0; length < chars;) {
      const line = this.#line();
      lines.push(line);
      length += line.length + 1;
    }
    return lines.join('\n');
  }

  /** Returns an identifier in camelCase that consists of two or three words. */
  identifier(): string {
    const [first = '', ...rest] = Array.from({ length: 2 + this.#below(2) }, () => this.#word());
    return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  }

  #line(): string {
    switch (this.#below(4)) {
      case 0:
        return Array.from({ length: 12 }, () => this.#word()).join(' ') + '.';
      case 1:
        return `  const ${this.identifier()} = await ${this.identifier()}(${this.#below(1000)}, '${this.#word()}');`;
      case 2:
        return `src/${this.#word()}/${this.identifier()}.ts:${this.#below(400)}:${this.#below(80)} - error TS${this.#below(9999)}`;
      default:
        return `{"${this.#word()}":"${this.#word()}","version":"${this.#below(20)}.${this.#below(50)}.${this.#below(99)}"}`;
    }
  }

  /** Returns a word. Some words are frequent, but most words are rare. */
  #word(): string {
    const rank = Math.floor((this.#below(2000) * this.#below(2000)) / 2000);
    const syllables = [
      'ba',
      'con',
      'dir',
      'fet',
      'lo',
      'mer',
      'nex',
      'par',
      'que',
      'ses',
      'tok',
      'ver',
      'wri',
    ];
    let word = '';
    for (let rest = rank + 13; rest > 0; rest = Math.floor(rest / 13)) word += syllables[rest % 13] ?? '';
    return word;
  }

  #below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }
}
