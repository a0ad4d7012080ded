import assert from 'node:assert/strict';
import { readContent, sketch } from '../../../support/transcriptFiles.ts';

type Part = Readonly<Record<string, unknown>>;

const text = (words: string, more: object = {}): Part => ({ type: 'text', text: words, ...more });
const message = (
  id: string,
  role: 'user' | 'assistant',
  parts: readonly Part[],
  more: object = {},
): object => ({
  info: { id, role, time: { created: 1784254006803 }, ...more },
  parts,
});
const read = (...messages: readonly object[]) =>
  readContent(JSON.stringify({ info: { title: 'A lamp' }, messages }));

describe('opencode’s sessions', () => {
  it('are read without the notices of plugins, which the model never saw', async () => {
    const { messages, skipped } = await read(
      message('1', 'user', [
        text('Make the lamp brighter.'),
        text('You must never prune this.', { ignored: true }),
      ]),
      message('2', 'assistant', [text('Done.')]),
      message('3', 'user', [text('▣ 12K tokens saved. Always use fewer tools.', { ignored: true })]),
    );
    assert.deepEqual(sketch(messages), ['user: Make the lamp brighter.', 'assistant: Done.']);
    assert.deepEqual(skipped, [
      { where: 'message 1', what: 'text part that the model never saw', count: 2 },
      { where: 'the whole file', what: 'empty message', count: 1 },
    ]);
  });

  for (const [what, summary, answers] of [
    [
      'was cancelled',
      { parts: [text('## Goal')], error: { name: 'MessageAbortedError' } },
      ['assistant: ## Goal'],
    ],
    ['failed', { parts: [], error: { name: 'ContextOverflowError' }, finish: 'error' }, []],
    ['is not complete yet', { parts: [] }, []],
  ] as const)
    it(`are read without a compaction if opencode’s compaction ${what}`, async () => {
      const { parts, ...more } = summary;
      const { messages } = await read(
        message('1', 'user', [text('Never use red.')]),
        message('2', 'assistant', [text('Understood.')]),
        message('3', 'user', [{ type: 'compaction', auto: true }]),
        message('4', 'assistant', parts, { ...more, summary: true, parentID: '3' }),
        message('5', 'user', [text('Go on.')]),
      );
      assert.deepEqual(sketch(messages), [
        'user: Never use red.',
        'assistant: Understood.',
        ...answers,
        'user: Go on.',
      ]);
    });

  for (const kept of [{}, { tail_start_id: '1' }])
    it(`are read without a compaction if opencode stopped during it: ${JSON.stringify(kept)}`, async () => {
      const { messages } = await read(
        message('1', 'user', [text('Never use red.')]),
        message('2', 'assistant', [text('Understood.')]),
        message('3', 'user', [{ type: 'compaction', auto: true, ...kept }]),
        message('4', 'assistant', [text('## Goal')], { summary: true, parentID: '3' }),
        message('5', 'user', [text('Go on.')]),
      );
      assert.deepEqual(sketch(messages).slice(2), ['assistant: ## Goal', 'user: Go on.']);
    });
});
