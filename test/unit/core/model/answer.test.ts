import assert from 'node:assert/strict';
import { askModel, type Answer } from '../../../../src/core/model/answer.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { ChatDelta, ChatModel } from '../../../../src/core/ports.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { answerOf } from '../../../support/answerOf.ts';
import { call, stop, text } from '../../../support/scriptedTurn.ts';

function answering(...deltas: readonly ChatDelta[]): Promise<Answer> {
  return answeringWithin(undefined, deltas);
}

function answeringWithin(window: number | undefined, deltas: readonly ChatDelta[]): Promise<Answer> {
  const model: ChatModel = {
    profile: { id: 'tiny', supportsTools: true, encoding: 'o200k_base', ...(window && { window }) },
    async *stream() {
      await Promise.resolve();
      yield* deltas;
    },
  };
  const asked = { model, request: { messages: [], tools: [] }, newCallId: () => 'own' };
  return answerOf(askModel(asked, neverCancelled));
}

describe('An answer', () => {
  const MOST = 4_000_000;
  const long = (type: 'text' | 'reasoning', length = MOST): ChatDelta => ({ type, text: 'x'.repeat(length) });
  const noFields: ChatDelta = { type: 'toolCall', index: 0 };
  /** Returns the deltas of a call with a thousand characters in id and name, and `args` characters in the arguments. */
  const calls = (args: number): readonly ChatDelta[] => [
    { type: 'toolCall', index: 0, callId: 'c'.repeat(100), name: 'n'.repeat(900) },
    { type: 'toolCall', index: 0, arguments: 'x'.repeat(args) },
    noFields,
  ];
  const lengths: readonly (readonly [what: string, deltas: readonly ChatDelta[], isWhole: boolean])[] = [
    ['four million characters', [text('Hi.'), long('text', MOST - 3)], true],
    ['four million and one characters', [text('Hi.'), long('text', MOST - 2)], false],
    [
      'four million and one characters, the last of them in a separate delta',
      [long('text'), text('x')],
      false,
    ],
    ['four million characters, mostly reasoning', [text('x'), long('reasoning', MOST - 1)], true],
    ['four million and one characters, mostly reasoning', [text('x'), long('reasoning')], false],
    ['four million characters, all of them in calls', calls(MOST - 1_000), true],
    ['four million and one characters, all of them in calls', calls(MOST - 999), false],
  ];
  for (const [what, deltas, isWhole] of lengths) {
    it(`is ${isWhole ? 'kept whole' : 'stopped, and the beginning is kept,'} with ${what}`, async () => {
      const { message, error } = await answering(...deltas, stop);
      assert.ok(message !== undefined);
      if (isWhole) assert.deepEqual([error, message.finish], [undefined, 'stop']);
      else {
        assert.deepEqual([error?.reason, error?.isRetryable], ['tooLarge', false]);
        assert.match(error?.message ?? '', /^tiny did not end its answer within four million characters/u);
        assert.equal(message.finish, 'interrupted');
      }
    });
  }

  const wrong: readonly (readonly [what: string, deltas: readonly ChatDelta[], error: readonly unknown[]])[] =
    [
      ['that breaks off', [text('Half')], ['interrupted', 'The answer broke off. Try again.', true]],
      [
        'without content',
        [{ type: 'finish', reason: 'stop' }],
        ['interrupted', 'The model answered with nothing. Try again.', true],
      ],
      [
        'that was filtered completely',
        [{ type: 'finish', reason: 'filtered' }],
        ['refused', 'The provider filtered the answer. Word the request differently.', false],
      ],
      [
        'for which the window has no room',
        [{ type: 'finish', reason: 'length' }],
        [
          'contextOverflow',
          "The request filled the model's window and left no room for an answer. Compact the session.",
          false,
        ],
      ],
    ];
  for (const [what, deltas, told] of wrong) {
    it(`${what} ends with its own error message`, async () => {
      const { error } = await answering(...deltas);
      assert.deepEqual([error?.reason, error?.message, error?.isRetryable], told);
    });
  }

  const cut = (outputTokens?: number): ChatDelta => ({
    ...{ type: 'finish', reason: 'length' },
    ...(outputTokens !== undefined && { usage: { inputTokens: 5_000, outputTokens } }),
  });
  const thought: ChatDelta = { type: 'reasoning', text: 'I plan' };
  for (const [what, window, deltas, reason] of [
    ['its thoughts were cut off before the window was full', 10_000, [thought, cut(4_000)], 'interrupted'],
    ['its thoughts were counted but not sent', 10_000, [cut(4_000)], 'interrupted'],
    [
      'it has thoughts and the size of the window is unknown',
      undefined,
      [thought, cut(4_000)],
      'interrupted',
    ],
    ['it has thoughts whose tokens were not counted', 10_000, [thought, cut()], 'interrupted'],
    ['its thoughts filled the window', 10_000, [thought, cut(4_900)], 'contextOverflow'],
    ['there was no room for any of its tokens', 10_000, [cut(0)], 'contextOverflow'],
  ] as const)
    it(`without text ends with the error “${reason}” if ${what}`, async () => {
      const { error } = await answeringWithin(window, deltas);
      assert.deepEqual([error?.reason, error?.isRetryable], [reason, false]);
    });

  it('is kept if cut off at the output limit or filtered after the beginning', async () => {
    for (const reason of ['length', 'filtered'] as const) {
      const { message, error } = await answering(text('Half'), { type: 'finish', reason });
      assert.deepEqual([error, message?.finish], [undefined, reason]);
    }
  });

  it('is kept if the answer contains only a call', async () => {
    const { message, error } = await answering(call(0, 'look'), { type: 'finish', reason: 'toolCalls' });
    assert.equal(error, undefined);
    assert.equal(textOf(message ?? assert.fail()), 'look {}');
  });
});
