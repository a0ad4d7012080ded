import { PayloadMeter } from './payloadMeter.ts';

/** What answers is no stream and no answer of a chat model: a login page, or JSON of something else. */
export class NotAnAnswerError extends Error {
  override readonly name = 'NotAnAnswerError';
}

/** A page is told by its beginning. */
const MOST_PAGE_BYTES = 64 * 1024;
/** Longer than the line `data: [DONE]`, whichever way it is cut. */
const TAIL_CHARACTERS = 32;

/**
 * The body of an answer under status 200 as a stream of events, whatever the endpoint made of the wish for one: JSON is one
 * event, an error or a whole answer; a page throws NotAnAnswerError with its words. Calls `onDone` when the stream says `[DONE]`.
 */
export async function* answerEvents(
  slices: AsyncIterable<Uint8Array>,
  onDone: () => void,
): AsyncGenerator<Uint8Array> {
  const whole: Uint8Array[] = [];
  const meter = new PayloadMeter();
  let kind: Kind | undefined;
  let tail = '';
  for await (const slice of slices) {
    kind ??= kindOf(slice);
    if (kind === 'json') meter.add(slice);
    if (kind === 'page' || kind === 'json') whole.push(slice);
    else {
      const text = tail + Buffer.from(slice.buffer, slice.byteOffset, slice.length).toString('latin1');
      if (/(^|[\r\n])data: ?\[DONE\]/.test(text)) onDone();
      tail = text.slice(-TAIL_CHARACTERS);
      yield slice;
    }
    if (kind === 'page' && bytesIn(whole) >= MOST_PAGE_BYTES) break;
  }
  if (whole.length === 0) return;
  const text = Buffer.concat(whole).toString('utf8');
  if (kind === 'page') throw new NotAnAnswerError(text);
  // Behind white space that kept the connection alive.
  yield Buffer.from(`\n\ndata: ${JSON.stringify(answerIn(text))}\n\n`);
  onDone();
}

type Kind = 'stream' | 'json' | 'page';

/** Told by the first character that is no white space, since headers are not to be relied on; undefined where there is none. */
function kindOf(slice: Uint8Array): Kind | undefined {
  for (const byte of slice) {
    const character = String.fromCharCode(byte);
    if (/\s/.test(character)) continue;
    if (character === '{' || character === '[') return 'json';
    return character === '<' ? 'page' : 'stream';
  }
  return undefined;
}

/** The first of a list, as Gemini sends its errors. */
function answerIn(text: string): object {
  const parsed = jsonIn(text);
  const body: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  if (typeof body !== 'object' || body === null) throw new NotAnAnswerError(text);
  const { choices, output, error } = body as Readonly<Record<'choices' | 'output' | 'error', unknown>>;
  if (error == null && Array.isArray(output)) return { type: 'response.completed', response: body };
  if (error != null || (Array.isArray(choices) && choices.length > 0)) return body;
  // Gateways wrap what they refuse in words of their own.
  if (ERROR_KEYS.some((key) => key in body)) return { error: body };
  throw new NotAnAnswerError(text);
}

const ERROR_KEYS = ['errors', 'detail', 'message', 'msg'] as const;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotAnAnswerError(text);
  }
}

function bytesIn(slices: readonly Uint8Array[]): number {
  return slices.reduce((sum, { length }) => sum + length, 0);
}
