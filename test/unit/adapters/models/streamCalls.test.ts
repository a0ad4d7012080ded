import assert from 'node:assert/strict';
import { ChunkReader } from '../../../../src/adapters/models/chunkReader.ts';
import { askModel } from '../../../../src/core/model/answer.ts';
import { toolCallsOf } from '../../../../src/core/log/message.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { answerOf } from '../../../support/answerOf.ts';

const called = (more: object, index: number | null = 0): object => ({ tool_calls: [{ index, ...more }] });
const look = (written: string, more: object = {}): object => ({
  function: { name: 'look', arguments: written },
  ...more,
});
const written = (text: string, more: object = {}): object => ({ function: { arguments: text }, ...more });

describe('the calls in a stream', () => {
  async function callsOf(...deltas: readonly object[]): Promise<readonly unknown[]> {
    const reader = new ChunkReader(() => 'made');
    const said = deltas.flatMap((delta) => reader.read({ choices: [{ delta }] }));
    const model = {
      profile: { id: 'm', supportsTools: true, encoding: 'o200k_base' as const },
      async *stream() {
        yield* await Promise.resolve(said);
        yield { type: 'finish' as const, reason: 'toolCalls' as const };
      },
    };
    let made = 0;
    const newCallId = (): string => `new${String(++made)}`;
    const asking = askModel({ model, request: { messages: [], tools: [] }, newCallId }, neverCancelled);
    const { message } = await answerOf(asking);
    return message === undefined
      ? []
      : toolCallsOf(message).map(({ callId, name, arguments: args }) => [callId, name, args]);
  }

  for (const [what, deltas, calls] of [
    [
      'one call whose id changes with each chunk',
      [
        called(look('', { id: 'a' })),
        called(written('{"n"', { id: 'b' })),
        called(written(':1}', { id: 'c' })),
      ],
      [['a', 'look', '{"n":1}']],
    ],
    [
      'one call whose id changes and whose name is repeated',
      [called(look('', { id: 'a' })), called(look('{"n"', { id: 'b' })), called(look(':1}', { id: 'c' }))],
      [['a', 'look', '{"n":1}']],
    ],
    [
      'two calls with the same id and different indexes',
      [called(look('{"n":1}', { id: 'a' }), 0), called(look('{"n":2}', { id: 'a' }), 1)],
      [
        ['a', 'look', '{"n":1}'],
        ['made', 'look', '{"n":2}'],
      ],
    ],
    [
      'two calls in pieces with the same id and different indexes',
      [
        called(look('', { id: 'a' }), 0),
        called(written('{"n":1}'), 0),
        called(look('', { id: 'a' }), 1),
        called(written('{"n":2}'), 1),
      ],
      [
        ['a', 'look', '{"n":1}'],
        ['made', 'look', '{"n":2}'],
      ],
    ],
    [
      'one call whose index increases with each chunk',
      [
        called(look('{"n"', { id: 'a' }), 0),
        called(written(':', { id: 'a' }), 1),
        called(look('1}', { id: 'a' }), 2),
      ],
      [['a', 'look', '{"n":1}']],
    ],
    [
      'one call that is repeated completely at the end',
      [called(look('{"n":', { id: 'a' })), called(written('1}')), called(look('{"n":1}', { id: 'a' }))],
      [['a', 'look', '{"n":1}']],
    ],
    [
      'one call whose arguments are repeated as a string at the end',
      [called(look('{"q":"}"}', { id: 'a' })), called(look('"{\\"q\\":\\"}\\"}"', { id: 'a' }))],
      [['a', 'look', '{"q":"}"}']],
    ],
    [
      'one call in several chunks, if the call’s arguments begin with an empty object',
      [called(look('{}', { id: 'a' })), called(written('{"n"')), called(written(':1}'))],
      [['a', 'look', '{"n":1}']],
    ],
    [
      'one call in one chunk, if the call’s arguments begin with an empty object',
      [called(look('{}{"n":1}', { id: 'a' }))],
      [['a', 'look', '{"n":1}']],
    ],
    [
      'two complete calls of the same tool without an index',
      [called(look('{"n":1}', { id: 'a' }), null), called(look('{"n":2}', { id: 'b' }), null)],
      [
        ['a', 'look', '{"n":1}'],
        ['b', 'look', '{"n":2}'],
      ],
    ],
    [
      'two calls with different arguments, the same index and no id',
      [called(look('{"n":1}', { id: '' })), called(look('{"n":2}', { id: '' }))],
      [
        ['made', 'look', '{"n":1}'],
        ['new1', 'look', '{"n":2}'],
      ],
    ],
    [
      'two calls with different arguments, the same index and the same id',
      [called(look('{"n":1}', { id: 'a' })), called(look('{"n":2}', { id: 'a' }))],
      [
        ['a', 'look', '{"n":1}'],
        ['made', 'look', '{"n":2}'],
      ],
    ],
    [
      'one call that is repeated at the end with other white space',
      [called(look('{"n":1}', { id: 'a' })), called(look('{ "n": 1 }', { id: 'a' }))],
      [['a', 'look', '{"n":1}']],
    ],
    [
      'one call whose name arrives in pieces',
      [
        called({ id: 'a', function: { name: 'lo' } }),
        called({ function: { name: 'ok', arguments: '{"n":1}' } }),
      ],
      [['a', 'look', '{"n":1}']],
    ],
    [
      'one call whose arguments are repeated from the beginning in each chunk',
      [
        called(look('{"n', { id: 'a' })),
        called(look('{"n":1', { id: 'a' })),
        called(look('{"n":1}', { id: 'a' })),
      ],
      [['a', 'look', '{"n":1}']],
    ],
    [
      'two calls without arguments that have the same index',
      [called(look('{}', { id: 'a' })), called(look('{}', { id: 'b' }))],
      [
        ['a', 'look', '{}'],
        ['b', 'look', '{}'],
      ],
    ],
  ] as const)
    it(`are assembled from the chunks: ${what}`, async () => {
      assert.deepEqual(await callsOf(...deltas), calls);
    });

  it('keep braces, quotes and escapes in strings', async () => {
    const text = JSON.stringify({ a: '}"\\', b: [{ c: '{' }, []] });
    const pieces = Array.from(text, (character) => called(written(character)));
    assert.deepEqual(await callsOf(called(look('', { id: 'a' })), ...pieces), [['a', 'look', text]]);
  });
});
