/** A shorter line without an end is held back until it has one, so that `data: [DONE]` is recognised. */
const SHORT_LINE = 32;

/**
 * Rewrites the lines of an event stream for the SDK: an event without data, which has no meaning
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#dispatchMessage), becomes a comment, and spaces after
 * `[DONE]` are removed. Other bytes pass unchanged.
 */
export class EventLines {
  readonly #onDone: () => void;
  #rest = '';
  #isWithinLine = false;
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
    const before = this.#isWithinLine ? ' ' : '\n';
    const mended = (before + text)
      .replace(/(?<=[\r\n])data: *(?:null *)?(?=[\r\n])/g, ':')
      .replace(/(?<=[\r\n]data: ?\[DONE\])[ \t]+(?=[\r\n])/g, '');
    this.#hasData ||= /[\r\n]data:/.test(mended);
    if (/[\r\n]data: ?\[DONE\]/.test(mended)) this.#onDone();
    if (text !== '') this.#isWithinLine = !/[\r\n]$/.test(text);
    return Buffer.from(mended.slice(1), 'latin1');
  }
}
