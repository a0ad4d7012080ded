import assert from 'node:assert/strict';
import { ThinkTags } from '../../../../src/adapters/models/thinkTags.ts';
import { askModel } from '../../../../src/core/model/answer.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { ChatDelta } from '../../../../src/core/ports.ts';
import { answerOf } from '../../../support/answerOf.ts';
import { askEndpoint } from '../../../support/askEndpoint.ts';
import { chunk, DONE, streams } from '../../../support/faultyEndpoint.ts';

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
    ['at the beginning', '<think>\nI plan.\n</think>\n\nHello.', '\nI plan.\n', 'Hello.'],
    ['after white space', '\n <think>I plan.</think>Hello.', 'I plan.', 'Hello.'],
    ['of another kind', '<thinking>I plan.</thinking>\nHello.', 'I plan.', 'Hello.'],
    ['of Magistral', '[THINK]I plan.[/THINK]Hello.', 'I plan.', 'Hello.'],
    ['of Gemma 4', '<|channel>thought\nI plan.<channel|>Hello.', 'thought\nI plan.', 'Hello.'],
    [
      'of gpt-oss',
      '<|channel|>analysis<|message|>I plan.<|end|><|start|>assistant<|channel|>final<|message|>Hello.<|return|>',
      'I plan.',
      'Hello.',
    ],
    [
      'of gpt-oss between two texts',
      '<|channel|>commentary<|message|>I look. <|end|><|start|>assistant<|channel|>analysis<|message|>I plan.<|end|><|start|>assistant<|channel|>final<|message|>Hello.',
      'I plan.',
      'I look. Hello.',
    ],
    ['of gpt-oss without marks', 'analysisI plan.assistantfinalHello.', 'analysisI plan.', 'Hello.'],
    [
      '“assistantfinal” in the text of another model',
      'The assistantfinal word.',
      '',
      'The assistantfinal word.',
    ],
    [
      'marks of gpt-oss within a text',
      'Use <|channel|>final<|message|>.',
      '',
      'Use <|channel|>final<|message|>.',
    ],
    ['of Kimi', '◁think▷I plan.◁/think▷Hello.', 'I plan.', 'Hello.'],
    ['two thoughts', '<think></think>\n<think>I plan.</think>\nHello.', 'I plan.', 'Hello.'],
    ['with only a closing tag', 'I plan.\n</think>\n\nHello.', 'I plan.\n', 'Hello.'],
    ['with only a closing tag at the end of a sentence', 'I plan.</think>\nHello.', 'I plan.', 'Hello.'],
    ['with only a closing tag directly before the answer', 'I plan.</think>Hello.', 'I plan.', 'Hello.'],
    ['with only a closing tag on the line of the answer', 'I plan\n</think>Hello.', 'I plan\n', 'Hello.'],
    ['with a capital letter', '<Think>I plan.</Think>Hello.', 'I plan.', 'Hello.'],
    ['of Bedrock', '<reasoning>I plan.</reasoning>Hello.', 'I plan.', 'Hello.'],
    [
      'tags on separate lines after other text',
      'Write\n<think>\na\n</think>\nso.',
      '',
      'Write\n<think>\na\n</think>\nso.',
    ],
    ['tags within a line of the text', 'Write <think>a</think>, so.', '', 'Write <think>a</think>, so.'],
    ['an empty thought with only a closing tag', '</think>\n\nHello.', '', 'Hello.'],
    [
      'with a tag in the text after the thought',
      '<think>I plan.</think>Use </think>\nso.',
      'I plan.',
      'Use </think>\nso.',
    ],
    ['a text with other tags', 'Hello, <b>you</b>.', '', 'Hello, <b>you</b>.'],
    ['an opening tag after other text', 'Write <think>\nand no more.', '', 'Write <think>\nand no more.'],
    ['a closing tag in backticks', 'The tag `</think>`\nends it.', '', 'The tag `</think>`\nends it.'],
    ['a closing tag within a line', 'a </think> b', '', 'a </think> b'],
    ['a closing tag in a code fence', '```\na\n</think>\n```\nSo.', '', '```\na\n</think>\n```\nSo.'],
    [
      'a closing tag in a code fence of four backticks, after three backticks',
      '````\n```\n</think>\n````\nSo.',
      '',
      '````\n```\n</think>\n````\nSo.',
    ],
    ['only the beginning of a tag', '<thin', '', '<thin'],
    ['a text that begins with white space', '\n\n  code', '', '\n\n  code'],
  ] as const)
    it(`is separated from the answer’s text in pieces of any size, and other text is not: ${what}`, async () => {
      for (const size of [1, 2, 3, 5, 7, 100])
        assert.deepEqual(
          await separated(text, size),
          { said, thought, error: undefined },
          `in pieces of ${String(size)}`,
        );
    });

  it('is no longer recognised after the text has mentioned fifty closing tags', async () => {
    const about = 'The tag `</think>` ends it. ';
    const often = `${about.repeat(50)}\n</think>\nHello.`;
    assert.deepEqual(await separated(often, 7), { said: often, thought: '', error: undefined });
    const seldom = await separated(`${about.repeat(49)}\n</think>\nHello.`, 7);
    assert.equal(seldom.said, 'Hello.');
  });

  it('is searched for only a short time even if the mark of a message is repeated 50,000 times', async () => {
    const text = `${'<|start|>assistant\n'.repeat(50_000)}Hello.`;
    assert.deepEqual(await separated(text, text.length), { said: 'Hello.', thought: '', error: undefined });
  });

  for (const [what, text] of [
    ['has no closing tag', '<think>I plan and never end'],
    ['is the whole answer', '<think>\nI plan.\n</think>\n\n'],
    ['is the whole answer and has no opening tag', 'I plan.\n</think>\n'],
  ] as const)
    it(`is not part of the answer’s text if it ${what}`, async () => {
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
