/** The maximum number of bytes of one event or one JSON body. All known answers and lists of models are smaller. */
const MOST_BYTES = 2 * 1024 * 1024;
/**
 * The maximum number of JSON punctuation marks outside strings. Parsing more marks takes tens of milliseconds, even if
 * the body is small.
 */
const MOST_MARKS = 100_000;
/**
 * The maximum number of lines of one event. The SDK splits an event into lines without letting other work run in
 * between. Vendors send one line per event.
 */
const MOST_LINES = 10_000;

/** Thrown if an endpoint sends more than any chat model does in one event, one JSON body or one answer. */
export class PayloadTooLargeError extends Error {
  override readonly name = 'PayloadTooLargeError';
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const BACKSLASH = 92;
const JSON_MARKS = Uint8Array.from({ length: 256 }, (_, code) =>
  '{}[],:'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Counts the bytes of one JSON text, and its punctuation marks outside strings. Throws if a limit is exceeded. */
export class PayloadMeter {
  #bytes = 0;
  #marks = 0;
  #isInString = false;
  #isEscaped = false;

  /** Adds bytes. Throws PayloadTooLargeError if a limit is exceeded. */
  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInString) this.#readInString(byte);
      else if (byte === QUOTE) this.#isInString = true;
      else this.#marks += JSON_MARKS[byte] ?? 0;
    }
    this.#bytes += bytes.length;
    if (this.#bytes > MOST_BYTES || this.#marks > MOST_MARKS) throw new PayloadTooLargeError();
  }

  reset(): void {
    this.#bytes = 0;
    this.#marks = 0;
    this.#isInString = false;
    this.#isEscaped = false;
  }

  /** Handles a byte within a string. A line break ends the string, since a JSON string contains no line break. */
  #readInString(byte: number): void {
    const isEnd = (byte === QUOTE && !this.#isEscaped) || byte === LINE_FEED || byte === CARRIAGE_RETURN;
    this.#isInString = !isEnd;
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
  }
}

/** Measures each event of a stream. An empty line ends an event. */
export class EventMeter {
  readonly #meter = new PayloadMeter();
  #lines = 0;
  #previous = 0;
  #isLineEmpty = true;

  /** Adds bytes. Throws PayloadTooLargeError. */
  add(bytes: Uint8Array): void {
    let begin = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        if (this.#endsEvent(byte)) {
          this.#meter.add(bytes.subarray(begin, at));
          this.#meter.reset();
          this.#lines = 0;
          begin = at + 1;
        }
      } else this.#isLineEmpty = false;
      this.#previous = byte ?? 0;
    }
    this.#meter.add(bytes.subarray(begin));
  }

  #endsEvent(byte: number): boolean {
    if (byte === LINE_FEED && this.#previous === CARRIAGE_RETURN) return false;
    const wasEmpty = this.#isLineEmpty;
    this.#isLineEmpty = true;
    this.#lines += 1;
    if (this.#lines > MOST_LINES) throw new PayloadTooLargeError();
    return wasEmpty;
  }
}
