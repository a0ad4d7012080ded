/** A shorter line without an end is held back until it has one, so that `data: [DONE]` is recognised. */
const SHORT_LINE = 32;

/**
 * Rewrites the lines of an event stream for the SDK: an event without data, which has no meaning
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#dispatchMessage), becomes a comment, spaces after `[DONE]`
 * are removed, events without an empty line between them get one, and plain words become an error. Other bytes pass unchanged.
 */
export class EventLines {
  readonly #onDone: () => void;
  #rest = '';
  #isWithinLine = false;
  /** The last characters that were passed on: the end of an object, and of its line. */
  #before = '\n';
  #hasData = false;

  constructor(onDone: () => void) {
    this.#onDone = onDone;
  }

  /** Whether any event had data. */
  get hasData(): boolean {
    return this.#hasData;
  }

  take(slice: Uint8Array): Uint8Array {
    const text = this.#rest + Buffer.from(slice.buffer, slice.byteOffset, slice.length).toString('latin1');
    const line = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    const isHeld = text.length - line < SHORT_LINE && (line > 0 || !this.#isWithinLine);
    this.#rest = isHeld ? text.slice(line) : '';
    return this.#mended(isHeld ? text.slice(0, line) : text);
  }

  /** Returns the bytes that were held back. */
  end(): Uint8Array {
    return this.#mended(this.#rest === '' ? '' : `${this.#rest}\n`);
  }

  #mended(text: string): Uint8Array {
    if (text === '') return Buffer.alloc(0);
    const before = this.#before;
    const mended = (before + text)
      .replace(/(?<=[\r\n])data: *(?:null *)?(?=[\r\n])/g, ':')
      .replace(/(?<=[\r\n]data: ?\[DONE\])[ \t]+(?=[\r\n])/g, '')
      // No JSON has two objects, or one and `[DONE]`, without a sign between them.
      .replace(/(?<=\})(\r\n|\r|\n)(?=data: ?(?:\{|\[DONE\]))/g, '$1$1')
      .replace(PLAIN_WORDS, (_, words: string) => `data: ${JSON.stringify({ error: words })}`);
    this.#hasData ||= /[\r\n]data:/.test(mended);
    if (/[\r\n]data: ?\[DONE\]/.test(mended)) this.#onDone();
    this.#isWithinLine = !/[\r\n]$/.test(text);
    this.#before = (before + text).slice(-'}\r\n'.length);
    return Buffer.from(mended.slice(before.length), 'latin1');
  }
}

/** Matches an event's whole data that is neither JSON nor `[DONE]`: a gateway's own words on what went wrong. */
const PLAIN_WORDS = /(?<=[\r\n])data: ?(?!(?:true|false|null)\b)([A-Za-z][^\r\n]*)(?=[\r\n])/g;
