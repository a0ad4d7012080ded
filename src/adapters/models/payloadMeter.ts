/** Larger than a whole answer in one event, or than any list of models. */
const MOST_PAYLOAD_BYTES = 2 * 1024 * 1024;
/** Marks of JSON outside strings: with so many values a parser takes some tens of milliseconds, whatever their size. */
const MOST_JSON_MARKS = 100_000;

/** An endpoint sent more in one piece than any chat model does. */
export class PayloadTooLargeError extends Error {
  override readonly name = 'PayloadTooLargeError';
}

const [LINE_FEED, CARRIAGE_RETURN, QUOTE, BACKSLASH] = [10, 13, 34, 92];
const JSON_MARKS: ReadonlySet<number> = new Set(Array.from('{}[],:', (mark) => mark.charCodeAt(0)));

/** Weighs a whole body, or a stream event by event. */
export class PayloadMeter {
  readonly #weighed: 'body' | 'events';
  #bytes = 0;
  #marks = 0;
  #isInString = false;
  #previous = 0;
  #beforePrevious = 0;

  constructor(weighed: 'body' | 'events') {
    this.#weighed = weighed;
  }

  /** Throws PayloadTooLargeError. */
  add(bytes: Uint8Array): void {
    for (const byte of bytes) this.#addByte(byte);
    if (this.#bytes > MOST_PAYLOAD_BYTES || this.#marks > MOST_JSON_MARKS) throw new PayloadTooLargeError();
  }

  #addByte(byte: number): void {
    this.#bytes += 1;
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) this.#endLine(byte);
    else if (byte === QUOTE && this.#previous !== BACKSLASH) this.#isInString = !this.#isInString;
    else if (!this.#isInString && JSON_MARKS.has(byte)) this.#marks += 1;
    // A backslash that is escaped itself escapes nothing.
    const isEscaped = byte === BACKSLASH && this.#previous === BACKSLASH;
    this.#beforePrevious = this.#previous;
    this.#previous = isEscaped ? 0 : byte;
  }

  /** No JSON string goes on in another line; an empty line ends the event. */
  #endLine(byte: number): void {
    this.#isInString = false;
    const isAfterCarriage = this.#previous === CARRIAGE_RETURN && this.#beforePrevious === LINE_FEED;
    if (this.#weighed === 'body') return;
    if (this.#previous !== byte && !(byte === LINE_FEED && isAfterCarriage)) return;
    this.#bytes = 0;
    this.#marks = 0;
  }
}
