import { LONGEST_SECRET, type CutText } from '../../core/session/maskedAtCuts.ts';
import { plainLines } from './plainOutput.ts';

/**
 * The approximate numbers of characters that are kept from the beginning and from the end of a long output. Errors are
 * usually at the end.
 */
const MOST_HEAD = 1_000_000;
const MOST_TAIL = 3_000_000;
/** The approximate number of characters of each piece of the tail. The tail is dropped piece by piece. */
const PIECE = 64_000;
/**
 * The maximum number of characters of an unfinished line. If the line is still longer after its overwritten characters
 * were removed, it is treated like a finished line: later characters no longer overwrite it.
 */
const LONGEST_LINE = 100_000;
/** The number of newest characters that are searched for a prompt. */
const NEWEST = 2_000;

/**
 * The output of a command as the terminal shows it. The time to add new output does not depend on the length of the
 * earlier output.
 */
export class WrittenOutput {
  #head = '';
  /** The text after the head, in pieces that mostly consist of whole lines. The oldest piece comes first. */
  readonly #tail: string[] = [];
  #tailLength = 0;
  /** The number of characters between head and tail that are no longer kept. */
  #dropped = 0;
  /** The unfinished line as it was written, with control characters. */
  #line = '';
  /** The number of characters of the finished lines that `takeNew` has returned. */
  #takenTo = 0;
  /** The end of the finished lines that `takeNew` has returned. */
  #takenEnd = '';
  /** The unfinished line as `takeNew` last returned it. */
  #takenLine = '';

  add(data: string): void {
    const raw = this.#line + data;
    const whole = raw.lastIndexOf('\n') + 1;
    if (whole > 0) this.#keep(plainLines(raw.slice(0, whole)));
    this.#line = raw.slice(whole);
    if (this.#line.length <= LONGEST_LINE) return;
    // `plainLines` removes the overwritten characters. A line that was overwritten many times, e.g. by a progress bar,
    // becomes short.
    const shown = plainLines(this.#line) + (this.#line.endsWith('\r') ? '\r' : '');
    this.#line = shown.length <= LONGEST_LINE ? shown : '';
    if (this.#line === '') this.#keep(shown);
  }

  /** Returns all output, with a sentence in place of the dropped part. */
  get text(): string {
    return (this.#since(0) + plainLines(this.#line)).trimEnd();
  }

  /** Returns the end of the output, long enough to contain a prompt. */
  get newest(): string {
    const before = this.#tail.at(-1) ?? this.#head;
    return (before.slice(-NEWEST) + plainLines(this.#line.slice(-NEWEST))).trimEnd();
  }

  /**
   * Returns the output since the last call as `text`, and the end of the earlier output as `before`. Returns a line
   * again if it has been overwritten since then. With `holdsLastWord`, holds back the last word of an unfinished line
   * until a later call, since the word may be the beginning of a secret. After `putBack`, the next call returns the
   * output again.
   */
  takeNew({ holdsLastWord = false } = {}): CutText & { putBack(): void } {
    const [takenTo, takenEnd, takenLine] = [this.#takenTo, this.#takenEnd, this.#takenLine];
    const lines = this.#since(takenTo);
    const shown = plainLines(this.#line);
    const line = holdsLastWord ? withoutLastWord(shown, lines === '' ? takenLine : '') : shown;
    const news = (lines + line).trimEnd();
    const taken = news.startsWith(this.#takenLine) ? this.#takenLine : '';
    const before = this.#takenEnd + taken;
    this.#takenTo = this.#head.length + this.#dropped + this.#tailLength;
    this.#takenEnd = (this.#takenEnd + lines).slice(-LONGEST_SECRET);
    this.#takenLine = line.trimEnd();
    const putBack = (): void => {
      [this.#takenTo, this.#takenEnd, this.#takenLine] = [takenTo, takenEnd, takenLine];
    };
    return { before, text: news.slice(taken.length), after: '', putBack };
  }

  #keep(text: string): void {
    if (this.#head.length < MOST_HEAD) {
      this.#head += text;
      return;
    }
    const last = this.#tail.length - 1;
    const newest = this.#tail[last];
    if (newest !== undefined && newest.length < PIECE) this.#tail[last] = newest + text;
    else this.#tail.push(text);
    this.#tailLength += text.length;
    while (this.#tail.length > 1 && this.#tailLength > MOST_TAIL) {
      const dropped = this.#tail.shift()?.length ?? 0;
      this.#dropped += dropped;
      this.#tailLength -= dropped;
    }
  }

  /** Returns the finished lines after the first `from` characters, with a sentence in place of dropped lines. */
  #since(from: number): string {
    const head = this.#head.slice(from);
    const missing = this.#head.length + this.#dropped - Math.max(from, this.#head.length);
    const gap = missing > 0 ? `\n[${missing} characters are no longer kept]\n` : '';
    const inTail = Math.max(0, from - this.#head.length - this.#dropped);
    return `${head}${gap}${this.#tail.join('').slice(inTail)}`;
  }
}

/** Returns a line up to its last space. If the line begins with `taken`, returns at least `taken`. */
function withoutLastWord(line: string, taken: string): string {
  const words = /^.*\s/su.exec(line)?.[0] ?? '';
  return words.length < taken.length && line.startsWith(taken) ? taken : words;
}
