import { answerEvents } from './answerEvents.ts';
import { EventMeter, PayloadMeter } from './payloadMeter.ts';

/** The maximum number of bytes that are read at once, so that no body blocks the thread for long. */
const SLICE_BYTES = 16 * 1024;
/** The time after which reading pauses, so that other work can run. */
const LONGEST_WORK_MS = 10;

/** Responses whose `[DONE]` or whole JSON body has arrived. */
const done = new WeakSet<Response>();

/**
 * Returns the response with its body as a stream of events, read in slices. The stream throws PayloadTooLargeError if
 * an event or a JSON body is too large, and NotAnAnswerError if the body is not an answer.
 */
export function withBoundedEvents(response: Response): Response {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  const events = answerEvents(boundedSlices(response.body), () => done.add(bounded));
  const bounded: Response = new Response(ReadableStream.from(events), { status, statusText, headers });
  return bounded;
}

/** Returns whether the `[DONE]` or the whole JSON body of a response has arrived. */
export function receivedDone(response: Response): boolean {
  return done.has(response);
}

async function* boundedSlices(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const meter = new EventMeter();
  for await (const slice of slicesOf(body)) {
    meter.add(slice);
    yield slice;
  }
}

/** Yields a body in slices. Lets the thread do other work between slices, even if the network is fast. */
async function* slicesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let startedAt = performance.now();
  for await (const bytes of body) {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      yield bytes.subarray(at, at + SLICE_BYTES);
      if (performance.now() - startedAt < LONGEST_WORK_MS) continue;
      await new Promise(setImmediate);
      startedAt = performance.now();
    }
  }
}

/** Returns the body as text. Stops reading and rejects with PayloadTooLargeError if the body is too large. */
export async function readBounded({ body }: Response): Promise<string> {
  if (body === null) return '';
  const meter = new PayloadMeter();
  const decoder = new TextDecoder();
  let text = '';
  for await (const slice of slicesOf(body)) {
    meter.add(slice);
    text += decoder.decode(slice, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns the first `mostBytes` bytes of the body as text, without reading the rest. */
export async function readHead({ body }: Response, mostBytes: number): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let left = mostBytes;
  for await (const slice of slicesOf(body)) {
    text += decoder.decode(slice.subarray(0, left), { stream: true });
    left -= slice.length;
    if (left <= 0) break;
  }
  return text;
}
