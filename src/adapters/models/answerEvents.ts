import { PayloadMeter } from './payloadMeter.ts';
import { describesError } from './refusal.ts';
import { isObject, parseJson } from '../transcripts/json.ts';

/** Thrown if a body is not an answer of a chat model, e.g. if it is a login page or JSON of another API. */
export class NotAnAnswerError extends Error {
  override readonly name = 'NotAnAnswerError';
}

/** After this many bytes, no more of a page or plain text is kept for the error message. */
const MOST_PAGE_BYTES = 64 * 1024;

/**
 * Converts the body of a successful response into a stream of events. A JSON body that contains an error or a whole
 * answer becomes one event. A JSON body of several chunks becomes one event for each chunk. Throws NotAnAnswerError for
 * a page, plain text or other JSON. Calls `onDone` at `[DONE]` and at the end of a JSON body.
 */
export async function* answerEvents(
  slices: AsyncIterable<Uint8Array>,
  onDone: () => void,
): AsyncGenerator<Uint8Array> {
  const whole: Uint8Array[] = [];
  const meter = new PayloadMeter();
  const lines = new EventLines(onDone);
  let kind: Kind | undefined;
  for await (const slice of slices) {
    kind ??= kindOf(slice);
    if (kind === 'json') meter.add(slice);
    const isStream = kind !== 'page' && kind !== 'json';
    if (!isStream || (!lines.hasData && bytesIn(whole) < MOST_PAGE_BYTES)) whole.push(slice);
    if (isStream) yield lines.take(slice);
    if (kind === 'page' && bytesIn(whole) >= MOST_PAGE_BYTES) break;
  }
  yield lines.end();
  const text = Buffer.concat(whole).toString('utf8');
  if (kind === 'page' || (kind === 'stream' && !lines.hasData && hasWords(text)))
    throw new NotAnAnswerError(text);
  if (kind !== 'json') return;
  // Servers may send white space before the JSON to keep the connection alive. This white space was already yielded, so
  // a line break must come first.
  for (const event of eventsIn(text)) yield Buffer.from(`\n\ndata: ${JSON.stringify(event)}\n\n`);
  onDone();
}

/** Returns whether the text contains anything except comments, event names, ids and retry times. */
function hasWords(text: string): boolean {
  return /\S/.test(text.replace(/^(?::|event:|id:|retry:).*$/gm, ''));
}

type Kind = 'stream' | 'json' | 'page';

/** The byte order mark in UTF-8. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Recognises the kind of a body by the first character that is not white space. Headers are unreliable. Returns
 * undefined if the slice contains only white space.
 */
function kindOf(slice: Uint8Array): Kind | undefined {
  for (const byte of slice) {
    const character = String.fromCharCode(byte);
    if (/\s/.test(character) || BYTE_ORDER_MARK.includes(byte)) continue;
    if (character === '{' || character === '[') return 'json';
    return character === '<' ? 'page' : 'stream';
  }
  return undefined;
}

/**
 * Returns the events in a JSON body. If the body is a list of chunks or has one chunk on each line, returns the chunks.
 * Otherwise returns the single answer or error. If the body is a list of anything else, returns only its first item,
 * since Gemini sends an error as a list.
 */
function eventsIn(text: string): readonly object[] {
  const parsed = parseJson(text.trim()) ?? text.split('\n').flatMap((line) => parseJson(line.trim()) ?? []);
  const list: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const [first] = list;
  const areChunks = list.length > 1 && isObject(first) && Array.isArray(first['choices']);
  return areChunks ? list.filter(isObject) : [answerIn(first, text)];
}

function answerIn(body: unknown, text: string): object {
  if (typeof body !== 'object' || body === null) throw new NotAnAnswerError(text);
  const { choices, output, error } = body as Readonly<Record<'choices' | 'output' | 'error', unknown>>;
  if (error == null && Array.isArray(output)) return { type: 'response.completed', response: body };
  if (error != null || (Array.isArray(choices) && choices.length > 0)) return body;
  // This is an error in a gateway's own format.
  if (describesError(body)) return { error: body };
  throw new NotAnAnswerError(text);
}

function bytesIn(slices: readonly Uint8Array[]): number {
  return slices.reduce((sum, { length }) => sum + length, 0);
}

/**
 * If a slice ends with an incomplete line of fewer characters than this, the line is held back for the next slice. So
 * `data: [DONE]` is not split.
 */
const SHORT_LINE = 32;

/**
 * Rewrites the lines of an event stream for the SDK. Turns an event without data into a comment, since such an event
 * has no meaning (https://html.spec.whatwg.org/multipage/server-sent-events.html#dispatchMessage). Removes spaces after
 * `[DONE]`. Adds `data:` to a line of JSON without a field name. Adds a missing empty line between two events. Turns an
 * event with plain words into an error. Does not change other bytes.
 */
export class EventLines {
  readonly #onDone: () => void;
  /** The incomplete line that is held back. */
  #rest = '';
  /** Whether the bytes so far end within a line. */
  #isWithinLine = false;
  /** The last three characters of the stream so far, since a pattern may match across two slices. */
  #before = '\n';
  #hasData = false;

  constructor(onDone: () => void) {
    this.#onDone = onDone;
  }

  /** Whether any event had data. */
  get hasData(): boolean {
    return this.#hasData;
  }

  /** Returns the rewritten bytes of a slice, without a short incomplete line at its end. */
  take(slice: Uint8Array): Uint8Array {
    const text = this.#rest + Buffer.from(slice.buffer, slice.byteOffset, slice.length).toString('latin1');
    const line = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    const isHeld = text.length - line < SHORT_LINE && (line > 0 || !this.#isWithinLine);
    this.#rest = isHeld ? text.slice(line) : '';
    return this.#rewritten(isHeld ? text.slice(0, line) : text);
  }

  /** Rewrites the bytes that were held back, and returns them. Called at the end of the stream. */
  end(): Uint8Array {
    return this.#rewritten(this.#rest === '' ? '' : `${this.#rest}\n`);
  }

  #rewritten(text: string): Uint8Array {
    if (text === '') return Buffer.alloc(0);
    const before = this.#before;
    const rewritten = (before + text)
      .replace(UNNAMED_JSON, (_, at: number) => (at < before.length ? '' : 'data: '))
      .replace(/(?<=[\r\n])data: *(?:null *)?(?=[\r\n])/g, ':')
      .replace(/(?<=[\r\n]data: ?\[DONE\])[ \t]+(?=[\r\n])/g, '')
      // Adds a missing empty line. JSON requires a comma between two objects, so the two lines are separate events.
      .replace(/(?<=\})(\r\n|\r|\n)(?=data: ?(?:\{|\[DONE\]))/g, '$1$1')
      .replace(PLAIN_WORDS, (_, words: string) => `data: ${JSON.stringify({ error: words })}`);
    this.#hasData ||= /[\r\n]data:/.test(rewritten);
    if (/[\r\n]data: ?\[DONE\]/.test(rewritten)) this.#onDone();
    this.#isWithinLine = !/[\r\n]$/.test(text);
    this.#before = (before + text).slice(-'}\r\n'.length);
    return Buffer.from(rewritten.slice(before.length), 'latin1');
  }
}

/**
 * Matches the beginning of a line of JSON that is not in a field. A proxy that already sent events, such as llama-swap
 * while it loads a model, appends the JSON body of an error in this way. No field's name begins like JSON.
 */
const UNNAMED_JSON = /(?<=[\r\n])(?=[ \t]*["{}[\]])/g;

/** Matches an event whose data is plain words instead of JSON. This is a gateway's own message about a failure. */
const PLAIN_WORDS = /(?<=[\r\n])data: ?(?!(?:true|false|null)\b)([A-Za-z][^\r\n]*)(?=[\r\n])/g;
