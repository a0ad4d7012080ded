import assert from 'node:assert/strict';
import type { ChatRow, CompactionRow } from '../../../src/shared/chatView.ts';
import { announcementOf, labelOfRow } from '../../../src/webview/chat/rows/labelOfRow.ts';

const compaction = (state: CompactionRow['state']): CompactionRow => ({
  type: 'compaction',
  id: 'e1',
  at: 0,
  tokensBefore: 84_000,
  tokensAfter: 21_000,
  begun: 'automatically',
  rulesKept: 4,
  rulesGone: 0,
  recallable: 540,
  state,
  canUndo: true,
  canRedo: false,
  figures: [],
});
const message = { id: 'm1', at: 0, isPinned: false } as const;
const rows: readonly (readonly [ChatRow, string])[] = [
  [compaction('done'), 'Compacted 84k to 21k tokens'],
  [compaction('undone'), 'Compacted 84k to 21k tokens, undone'],
  [compaction('superseded'), 'Compacted 84k to 21k tokens, removed by a rewind'],
  [compaction('prosePending'), 'Compacted 84k to 21k tokens, a model writes its notes'],
  [
    { ...message, type: 'user', text: 'Hello.', attachments: [], secrets: [], isEditable: true },
    'You: Hello.',
  ],
  [
    { ...message, type: 'assistant', markdown: 'x'.repeat(121), reasoning: '', isStreaming: false },
    `Answer: ${'x'.repeat(120)}…`,
  ],
  [{ type: 'error', id: 'e2', at: 0, sentence: 'It is gone.', actions: [] }, 'Error: It is gone.'],
  [{ type: 'notice', id: 'e3', at: 0, kind: 'stage', text: 'A stage is done.' }, 'A stage is done.'],
];

describe('a row’s label for screen readers', () => {
  for (const [row, label] of rows) {
    it(`is “${label.slice(0, 60)}”`, () => {
      assert.equal(labelOfRow(row), label);
    });
  }
});

describe('the announcement of changed rows', () => {
  const answer: ChatRow = {
    ...message,
    type: 'assistant',
    markdown: 'Yes.',
    reasoning: '',
    isStreaming: false,
  };
  const streamed: ChatRow = { ...answer, id: 'streaming:1', markdown: 'Y', isStreaming: true };
  const away = { fate: 'notes', canBringBack: true, isPinnedThen: true } as const;

  it('is made once an answer is complete, and not again for a pin or a compaction', () => {
    assert.equal(announcementOf([], [streamed]), undefined);
    assert.equal(announcementOf([streamed], [answer]), 'Answer: Yes.');
    assert.equal(announcementOf([{ ...answer, isStreaming: true }], [answer]), 'Answer: Yes.');
    assert.equal(announcementOf([answer], [{ ...answer, isPinned: true }]), undefined);
    assert.equal(
      announcementOf([answer], [{ ...answer, away }, compaction('done')]),
      'Compacted 84k to 21k tokens',
    );
  });

  it('is made for a new compaction, and again when its notes are written', () => {
    const row = compaction('prosePending');
    assert.equal(announcementOf([], [row]), labelOfRow(row));
    assert.equal(announcementOf([row], [compaction('done')]), rows[0]?.[1]);
    assert.equal(announcementOf([row], []), undefined);
  });

  it('is not made for a compaction of which only the figures changed', () => {
    const tool: ChatRow = {
      ...message,
      type: 'tool',
      name: 'read_file',
      mainArgument: 'a.ts',
      status: 'done',
      outcome: '',
    };
    const counted = { ...compaction('done'), figures: ['Pays for itself after 4 requests; 2 so far'] };
    assert.equal(announcementOf([compaction('done')], [counted, tool]), undefined);
    assert.equal(announcementOf([counted], [compaction('undone')]), 'Compacted 84k to 21k tokens, undone');
  });

  it('is not made for rows that only moved', () => {
    assert.equal(announcementOf([answer, compaction('done')], [compaction('done'), answer]), undefined);
  });
});
