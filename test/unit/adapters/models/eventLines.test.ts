import assert from 'node:assert/strict';
import { EventLines } from '../../../../src/adapters/models/answerEvents.ts';
import { askEndpoint } from '../../../support/askEndpoint.ts';
import { chunk, DONE, type Fault } from '../../../support/faultyEndpoint.ts';

const sends =
  (text: string, type = 'text/event-stream'): Fault =>
  (response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(text);
  };

/** Rewrites a text in slices of `size` bytes. Returns the new text, and whether it has `[DONE]` and data. */
function rewritten(text: string, size: number) {
  let done = 0;
  const lines = new EventLines(() => (done += 1));
  const bytes = Buffer.from(text);
  const slices = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const out = Buffer.concat([...slices.map((slice) => lines.take(slice)), lines.end()]).toString();
  return { out, isDone: done > 0, hasData: lines.hasData };
}

describe('the lines of a stream', () => {
  const long = chunk({ content: `{"data: ": "ünï ${'x'.repeat(50)}\u{1F600}"}` });
  for (const [what, text, out, isDone] of [
    ['are not changed if they are one complete event with data', long, long, false],
    [
      'become a comment where an event has no data',
      `data:\n\n${long}data: \r\n\r\n`,
      `:\n\n${long}:\r\n\r\n`,
      false,
    ],
    ['become a comment where the data of an event is null', `data: null\n\n${long}`, `:\n\n${long}`, false],
    ['lose the spaces after [DONE]', `${long}data: [DONE] \t\n\n`, `${long}data: [DONE]\n\n`, true],
    [
      'get an empty line between two events if this line is missing',
      `data: {"a":1}\ndata:{"b":"${'x'.repeat(40)}"}\r\ndata: [DONE]\n`,
      `data: {"a":1}\n\ndata:{"b":"${'x'.repeat(40)}"}\r\n\r\ndata: [DONE]\n`,
      true,
    ],
    [
      'are not changed if one event has several lines of data',
      'data: {"a":[{"b":1},\ndata: {"c":2}]}\n\n',
      'data: {"a":[{"b":1},\ndata: {"c":2}]}\n\n',
      false,
    ],
    [
      'become an error where the data of an event is a few plain words',
      'data: timed "out"\n\n',
      'data: {"error":"timed \\"out\\""}\n\n',
      false,
    ],
    [
      'become an event where the JSON of an error follows the events',
      `${long}{"error":{"message":"${'x'.repeat(40)}"}}`,
      `${long}data: {"error":{"message":"${'x'.repeat(40)}"}}`,
      false,
    ],
    [
      'become one event where the JSON of an error has several lines',
      `${long}{\n  "error": {\n    "message": "${'x'.repeat(40)}"\n  }\n}\n`,
      `${long}data: {\ndata:   "error": {\ndata:     "message": "${'x'.repeat(40)}"\ndata:   }\ndata: }\n`,
      false,
    ],
    [
      'get a line break at the end of the stream if this line break is missing',
      `${long}data: [DONE]`,
      `${long}data: [DONE]\n`,
      true,
    ],
  ] as const)
    it(`${what}, no matter how the bytes are split`, () => {
      for (const size of [1, 2, 7, 31, 32, 33, 10_000])
        assert.deepEqual(rewritten(text, size), { out, isDone, hasData: true }, String(size));
    });

  it('have no data if there are only comments, names of events or plain words', () => {
    for (const text of [': alive\n\n', 'event: ping\n\n', 'out of order', 'a data: b\n'])
      assert.equal(rewritten(text, 3).hasData, false, text);
  });

  for (const [what, text] of [
    ['an event without data', 'data:\n\n'],
    ['an event with null', 'data: null\n\n'],
  ] as const)
    it(`may contain ${what}, which is ignored`, async () => {
      const { deltas, error } = await askEndpoint(sends(text + chunk({ content: 'Hi.' }) + text + DONE));
      assert.deepEqual([error, deltas[0]], [undefined, { type: 'text', text: 'Hi.' }]);
    });

  for (const type of ['text/plain', 'text/event-stream'])
    it(`are quoted in an error if they are plain text without events: content type ${type}`, async () => {
      const { error } = await askEndpoint(sends('upstream connect error', type));
      assert.equal(error?.reason, 'notAModel');
      assert.match(error.message, /\(upstream connect error\)/u);
    });

  it('may end with an error in JSON that is not in an event, which is reported like an error in an event', async () => {
    const loading = chunk({ reasoning_content: 'Loading the model.' });
    const tooLong = {
      code: 400,
      message: 'request (9000 tokens) exceeds the available context size (8192 tokens)',
      type: 'exceed_context_size_error',
    };
    for (const [body, reason, words] of [
      [{ error: tooLong }, 'contextOverflow', /9000 tokens/u],
      [
        { error: { message: 'upstream command exited', type: 'server_error' } },
        'interrupted',
        /command exited/u,
      ],
      [{ detail: 'Not Found' }, 'interrupted', /Not Found/u],
    ] as const)
      for (const space of [undefined, 2]) {
        const { error } = await askEndpoint(sends(loading + JSON.stringify(body, undefined, space)));
        assert.equal(error?.reason, reason);
        assert.match(error.message, words);
      }
  });

  it('may begin with a byte order mark', async () => {
    const answer = JSON.stringify({ choices: [{ message: { content: 'Hi.' }, finish_reason: 'stop' }] });
    for (const text of [chunk({ content: 'Hi.' }, 'stop') + DONE, answer])
      assert.deepEqual((await askEndpoint(sends(`\ufeff${text}`))).deltas[0], { type: 'text', text: 'Hi.' });
  });
});
