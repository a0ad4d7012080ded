import assert from 'node:assert/strict';
import type { ApprovalRow } from '../../../src/shared/approvalView.ts';
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
const call = { ...message, type: 'tool', name: 'read_file', mainArgument: 'a.ts' } as const;
const asked: ApprovalRow = {
  ...{ type: 'approval', id: 'approval:1', at: 0, question: 'Run this command?', command: 'npm test' },
  ...{ parts: [], canKeepCopy: false, reasons: ['It may change a file.', 'It is new.'] },
  rules: [
    { text: 'Never run the tests', isForbidding: true },
    { text: 'Use npm.', isForbidding: false },
  ],
};
const change = { isUndone: false, isAccepted: true, canUndo: true };
const file = { ...change, row: 'm1:changes:0', name: 'a.ts' };
const rows: readonly (readonly [ChatRow, string])[] = [
  [compaction('done'), 'Compacted 84k to 21k tokens'],
  [compaction('undone'), 'Compacted 84k to 21k tokens, undone'],
  [compaction('superseded'), 'Compacted 84k to 21k tokens, removed when you went back'],
  [compaction('prosePending'), 'Compacted 84k to 21k tokens, a model is writing the notes'],
  [
    { ...message, type: 'user', text: 'Hello.', attachments: [], secrets: [], isEditable: true },
    'You: Hello.',
  ],
  [
    { ...message, type: 'assistant', markdown: 'x'.repeat(121), reasoning: '', isStreaming: false },
    `Answer: ${'x'.repeat(120)}…`,
  ],
  [
    {
      ...{ ...message, type: 'user', text: 'Go on', attachments: [], secrets: [], isEditable: true },
      sentAlong: { label: 'Sent along: 2 observations', text: '' },
      away: { fate: 'notes', canBringBack: true, isPinnedThen: true },
    },
    'You: Go on. Sent along: 2 observations, in the notes',
  ],
  [
    {
      ...{ ...message, type: 'user', text: '', secrets: [], isEditable: true, isPinned: true },
      attachments: [
        { id: 'a1', label: 'src/a.ts', kind: 'file' },
        { id: 'a2', label: '@problems', kind: 'problems' },
      ],
    },
    'You: src/a.ts, @problems, pinned',
  ],
  [
    { ...message, type: 'assistant', markdown: '', reasoning: 'I look around.', isStreaming: false },
    'Thought',
  ],
  [
    { ...message, type: 'assistant', markdown: '', reasoning: '', isStreaming: false, ended: 'stopped' },
    'Answer',
  ],
  [{ ...call, status: 'done', outcome: '412 lines', change }, 'Tool read_file a.ts, done, 412 lines, kept'],
  [{ ...call, isPinned: true, status: 'done', outcome: '' }, 'Tool read_file a.ts, done, pinned'],
  [{ ...call, status: 'running', outcome: '' }, 'Tool read_file a.ts, running'],
  [
    { ...call, mainArgument: '', status: 'interrupted', outcome: 'interrupted' },
    'Tool read_file, interrupted',
  ],
  [{ type: 'changes', id: 'm1:changes', at: 0, files: [file], ...change }, '1 file changed, kept'],
  [
    { type: 'rewind', id: 'e4', at: 0, leftCount: 2 },
    'Asked again from here; 2 messages removed from the thread',
  ],
  [
    asked,
    'Waits for your answer. Run this command? npm test. Against your rule: Never run the tests. It may change a file. It is new.',
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

describe('the screen reader announcement of changed rows', () => {
  const answer: ChatRow = {
    ...message,
    type: 'assistant',
    markdown: 'Yes.',
    reasoning: '',
    isStreaming: false,
  };
  const streamed: ChatRow = { ...answer, id: 'streaming:1', markdown: 'Y', isStreaming: true };
  const away = { fate: 'notes', canBringBack: true, isPinnedThen: true } as const;

  it('is made when an answer is complete', () => {
    assert.equal(announcementOf([], [streamed]), undefined);
    assert.equal(announcementOf([streamed], [answer]), 'Answer: Yes.');
    assert.equal(announcementOf([{ ...answer, isStreaming: true }], [answer]), 'Answer: Yes.');
    assert.equal(announcementOf([answer], [{ ...answer, isPinned: true }]), undefined);
    assert.equal(
      announcementOf([answer], [{ ...answer, away }, compaction('done')]),
      'Compacted 84k to 21k tokens',
    );
  });

  it('is repeated for a compaction when a model has written the notes', () => {
    const row = compaction('prosePending');
    assert.equal(announcementOf([], [row]), labelOfRow(row));
    assert.equal(announcementOf([row], [compaction('done')]), rows[0]?.[1]);
    assert.equal(announcementOf([row], []), undefined);
  });

  it('is made for an undone compaction, but not for new figures or a tool call', () => {
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

  it('has exactly one full stop between the labels of two rows', () => {
    const error: ChatRow = { type: 'error', id: 'e2', at: 0, sentence: 'It is gone.', actions: [] };
    const news = announcementOf([], [error, compaction('done'), answer]);
    assert.equal(news, 'Error: It is gone. Compacted 84k to 21k tokens. Answer: Yes.');
  });

  it('is not made if rows only changed their order', () => {
    assert.equal(announcementOf([answer, compaction('done')], [compaction('done'), answer]), undefined);
  });
});
