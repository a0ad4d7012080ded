import assert from 'node:assert/strict';
import { ThinkTags } from '../../../../src/adapters/models/thinkTags.ts';
import { askModel } from '../../../../src/core/model/answer.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { ChatDelta } from '../../../../src/core/ports.ts';
import { answerOf } from '../../../support/answerOf.ts';
import { askEndpoint } from '../../../support/askEndpoint.ts';
import { workOf } from '../../../support/countedWork.ts';
import { chunk, DONE, streams } from '../../../support/faultyEndpoint.ts';

/** If a text is twice as long, the work may grow by at most this factor: two, plus a small margin. */
const LINEAR = 2.3;

/**
 * Reads an answer in pieces of `size` characters. Returns the answer's text and thoughts, and the reason of the error
 * if there is an error.
 */
async function separated(text: string, size: number) {
  const tags = new ThinkTags();
  const deltas: ChatDelta[] = [];
  for (let at = 0; at < text.length; at += size)
    deltas.push(...tags.read({ type: 'text', text: text.slice(at, at + size) }));
  deltas.push(...tags.end(), { type: 'finish', reason: 'stop' });
  const model = {
    profile: { id: 'm', supportsTools: true, encoding: 'o200k_base' as const },
    async *stream() {
      yield* await Promise.resolve(deltas);
    },
  };
  const request = { messages: [], tools: [] };
  const { message, error } = await answerOf(
    askModel({ model, request, newCallId: () => 'c' }, neverCancelled),
  );
  const of = (type: 'text' | 'reasoning') =>
    (message?.parts ?? []).flatMap((part) => (part.type === type ? [part.text] : [])).join('');
  return { said: of('text'), thought: of('reasoning'), error: error?.reason };
}

describe('a thought in tags', () => {
  for (const [what, text, thought, said] of [
    ['a thought at the beginning', '<think>\nI plan.\n</think>\n\nHello.', '\nI plan.\n', 'Hello.'],
    ['a thought after white space', '\n <think>I plan.</think>Hello.', 'I plan.', 'Hello.'],
    ['a thought in the tag <thinking>', '<thinking>I plan.</thinking>\nHello.', 'I plan.', 'Hello.'],
    ['a thought in the tags of Magistral', '[THINK]I plan.[/THINK]Hello.', 'I plan.', 'Hello.'],
    [
      'a thought in the tags of Gemma 4',
      '<|channel>thought\nI plan.<channel|>Hello.',
      'thought\nI plan.',
      'Hello.',
    ],
    [
      'a thought in the special tokens of gpt-oss',
      '<|channel|>analysis<|message|>I plan.<|end|><|start|>assistant<|channel|>final<|message|>Hello.<|return|>',
      'I plan.',
      'Hello.',
    ],
    [
      'a thought in the special tokens of gpt-oss between two texts',
      '<|channel|>commentary<|message|>I look. <|end|><|start|>assistant<|channel|>analysis<|message|>I plan.<|end|><|start|>assistant<|channel|>final<|message|>Hello.',
      'I plan.',
      'I look. Hello.',
    ],
    [
      'a thought of gpt-oss without the special tokens',
      'analysisI plan.assistantfinalHello.',
      'analysisI plan.',
      'Hello.',
    ],
    [
      'no thought, but “assistantfinal” in the text of another model',
      'The assistantfinal word.',
      '',
      'The assistantfinal word.',
    ],
    [
      'no thought, but special tokens of gpt-oss within a text',
      'Use <|channel|>final<|message|>.',
      '',
      'Use <|channel|>final<|message|>.',
    ],
    [
      'no thought, but both tags of Gemma 4 within a text',
      'A thought is between <|channel> and <channel|>\nThat is all.',
      '',
      'A thought is between <|channel> and <channel|>\nThat is all.',
    ],
    ['a thought in the tags of Kimi', '◁think▷I plan.◁/think▷Hello.', 'I plan.', 'Hello.'],
    ['two thoughts', '<think></think>\n<think>I plan.</think>\nHello.', 'I plan.', 'Hello.'],
    ['a thought with only a closing tag', 'I plan.\n</think>\n\nHello.', 'I plan.\n', 'Hello.'],
    [
      'a thought with only a closing tag at the end of a sentence',
      'I plan.</think>\nHello.',
      'I plan.',
      'Hello.',
    ],
    [
      'a thought with only a closing tag directly before the answer',
      'I plan.</think>Hello.',
      'I plan.',
      'Hello.',
    ],
    [
      'a thought with only a closing tag on the line of the answer',
      'I plan\n</think>Hello.',
      'I plan\n',
      'Hello.',
    ],
    ['a thought in a tag with a capital letter', '<Think>I plan.</Think>Hello.', 'I plan.', 'Hello.'],
    [
      'a thought in the tag <reasoning> of Bedrock',
      '<reasoning>I plan.</reasoning>Hello.',
      'I plan.',
      'Hello.',
    ],
    [
      'no thought, but tags on separate lines after other text',
      'Write\n<think>\na\n</think>\nso.',
      '',
      'Write\n<think>\na\n</think>\nso.',
    ],
    [
      'no thought, but tags within a line of the text',
      'Write <think>a</think>, so.',
      '',
      'Write <think>a</think>, so.',
    ],
    ['an empty thought with only a closing tag', '</think>\n\nHello.', '', 'Hello.'],
    [
      'a thought before a text that contains a tag',
      '<think>I plan.</think>Use </think>\nso.',
      'I plan.',
      'Use </think>\nso.',
    ],
    ['no thought, but other tags in the text', 'Hello, <b>you</b>.', '', 'Hello, <b>you</b>.'],
    [
      'no thought, but an opening tag after other text',
      'Write <think>\nand no more.',
      '',
      'Write <think>\nand no more.',
    ],
    [
      'no thought, but a closing tag in backticks',
      'The tag `</think>`\nends it.',
      '',
      'The tag `</think>`\nends it.',
    ],
    ['no thought, but a closing tag within a line', 'a </think> b', '', 'a </think> b'],
    [
      'no thought, but a closing tag in a code fence',
      '```\na\n</think>\n```\nSo.',
      '',
      '```\na\n</think>\n```\nSo.',
    ],
    [
      'no thought, but a closing tag after three backticks in a code fence of four backticks',
      '````\n```\n</think>\n````\nSo.',
      '',
      '````\n```\n</think>\n````\nSo.',
    ],
    ['no thought, but the beginning of a tag', '<thin', '', '<thin'],
    ['no thought, but white space at the beginning of the text', '\n\n  code', '', '\n\n  code'],
  ] as const)
    it(`is separated correctly from the text in chunks of any size: ${what}`, async () => {
      for (const size of [1, 2, 3, 5, 7, 100])
        assert.deepEqual(
          await separated(text, size),
          { said, thought, error: undefined },
          `in pieces of ${String(size)}`,
        );
    });

  it('is no longer recognised by its closing tag alone after the text has mentioned fifty closing tags', async () => {
    const about = 'The tag `</think>` ends it. ';
    const often = `${about.repeat(50)}\n</think>\nHello.`;
    assert.deepEqual(await separated(often, 7), { said: often, thought: '', error: undefined });
    const seldom = await separated(`${about.repeat(49)}\n</think>\nHello.`, 7);
    assert.equal(seldom.said, 'Hello.');
  });

  it('is ruled out in linear time if the text repeats `<|start|>assistant` thousands of times', async () => {
    const works: number[] = [];
    for (const count of [25_000, 50_000]) {
      const text = `${'<|start|>assistant\n'.repeat(count)}Hello.`;
      const work = await workOf(async () => {
        const expected = { said: 'Hello.', thought: '', error: undefined };
        assert.deepEqual(await separated(text, text.length), expected);
      });
      works.push(work);
    }
    const [half = 0, whole = 0] = works;
    assert.ok(whole < LINEAR * half, works.join());
  });

  for (const [what, text] of [
    ['has no closing tag', '<think>I plan and never end'],
    ['is the whole answer', '<think>\nI plan.\n</think>\n\n'],
    ['is the whole answer and has no opening tag', 'I plan.\n</think>\n'],
  ] as const)
    it(`is not part of the answer’s text, and the answer counts as interrupted, if the thought ${what}`, async () => {
      for (const size of [1, 4, 100]) {
        const { said, error } = await separated(text, size);
        assert.deepEqual([said, error], ['', 'interrupted']);
      }
    });

  it('is separated from the answer if only a call follows the thought', async () => {
    const call = { index: 0, id: 'c', function: { name: 'look', arguments: '{}' } };
    const { deltas } = await askEndpoint(
      streams(
        chunk({ content: '<think>I look.</think>\n' }),
        chunk({ tool_calls: [call] }),
        chunk({}, 'tool_calls'),
        DONE,
      ),
    );
    assert.deepEqual(
      deltas.map(({ type }) => type),
      ['reasoning', 'toolCall', 'finish'],
    );
  });

  it('is not assumed if the answer breaks off within a possible tag', async () => {
    const { deltas, error } = await askEndpoint(streams(chunk({ content: 'a </thi' })));
    assert.equal(deltas.map((delta) => (delta.type === 'text' ? delta.text : '')).join(''), 'a </thi');
    assert.equal(error?.reason, 'interrupted');
  });
});
