import assert from 'node:assert/strict';
import type { Context } from '../../../../src/core/context/context.ts';
import type { CompactionEntry, Draft, RunEntry } from '../../../../src/core/log/entry.ts';
import { contextViews, findItem } from '../../../../src/extension/chat/contextItems.ts';
import { blockOf, linesOfText } from '../../../../src/core/log/notesLine.ts';
import { eventDetail } from '../../../../src/extension/panel/eventDetail.ts';
import { recallViews } from '../../../../src/extension/panel/panelModel.ts';
import { shownPasses, timeline } from '../../../../src/extension/panel/timeline.ts';
import { strategyViews } from '../../../../src/extension/panel/strategyViews.ts';
import { sampleEntries } from '../../../support/sampleEntries.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

type Item = Context[number];

const item = (
  message: Item['message'],
  entries: readonly string[],
  treatment: Item['treatment'] = 'verbatim',
): Item => ({ message, entries, treatment });

const said = (text: string, role: 'user' | 'assistant' = 'user'): Item['message'] => ({
  role,
  parts: [{ type: 'text', text }],
});

const result = (callId: string, toolName: string, text: string): Item['message'] => ({
  role: 'tool',
  callId,
  toolName,
  parts: [{ type: 'text', text }],
});

function viewsOf(context: Context): ReturnType<typeof contextViews> {
  return contextViews({ context, tokensOf: ({ entries }) => entries.length, classes: new Map() });
}

const labelOf = (message: Item['message'], treatment: Item['treatment'] = 'verbatim'): string | undefined =>
  viewsOf([item(message, ['m1'], treatment)])[0]?.label;

describe('an item of the context', () => {
  it('lists only the first three and the last three messages if the item covers more than six', () => {
    const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `m${at + 1}`);
    const origins = (count: number): readonly unknown[] =>
      viewsOf([item(said('x'), names(count))]).map((view) => [view.origins, view.originCount]);
    assert.deepEqual(origins(6), [[names(6), 6]]);
    assert.deepEqual(origins(7), [[['m1', 'm2', 'm3', 'm5', 'm6', 'm7'], 7]]);
  });

  it('has a unique id even if several items cover the same message', () => {
    const context = [
      item(said('a'), ['m1']),
      item(said('b'), ['m1']),
      item(said('c'), ['m1']),
      item(said('d'), ['m2', 'm3']),
      item({ role: 'system', parts: [] } as unknown as Item['message'], []),
    ];
    assert.deepEqual(
      viewsOf(context).map(({ id }) => id),
      ['m1', 'm1#2', 'm1#3', 'record', 'system'],
    );
    assert.equal(findItem(context, 'm1#2'), context[1]);
  });

  for (const [what, message, treatment, label] of [
    ['the first line of its text', said('\n one \ntwo'), 'verbatim', 'one '],
    ['the whole text if the text has 200 characters', said('x'.repeat(200)), 'verbatim', 'x'.repeat(200)],
    [
      'the first 199 characters and “…” if the text is longer than 200 characters',
      said('x'.repeat(201)),
      'verbatim',
      `${'x'.repeat(199)}…`,
    ],
    [
      'the name of the tool if the context has no call for the result',
      result('c9', 'grep', 'x'),
      'verbatim',
      'grep',
    ],
    [
      'the first line of a result if the tool has no name',
      result('c9', ' ', 'found\nmore'),
      'verbatim',
      'found',
    ],
    [
      'the line that replaces a shortened result',
      result('c9', 'grep', '[grep · 3 lines]'),
      'stub',
      '[grep · 3 lines]',
    ],
  ] as const) {
    it(`is labelled with ${what}`, () => {
      assert.equal(labelOf(message, treatment), label);
    });
  }

  it('has a label made of the message’s text and its tool calls', () => {
    const call = (name: string, path: string) => ({
      type: 'toolCall',
      callId: path,
      name,
      arguments: `{"path":"${path}"}`,
    });
    const parts = [{ type: 'text', text: 'I look.' }, call('read_file', 'a.ts'), call('read_file', 'b.ts')];
    const message = (from: number) => ({ role: 'assistant', parts: parts.slice(from) }) as Item['message'];
    assert.equal(labelOf(message(0)), 'I look. → read_file a.ts, read_file b.ts');
    assert.equal(labelOf(message(2)), '→ read_file b.ts');
  });
});

describe('the text of a compaction', () => {
  const sample = sampleEntries.find((entry) => entry.kind === 'compaction') ?? assert.fail();

  function sectionsOf(text: string): unknown {
    const entry: CompactionEntry = { ...sample, blocks: [blockOf('summary', linesOfText(text), 1)] };
    return eventDetail(entry, { allMessages: [] }).blocks[0]?.sections.map(({ title, lines }) => [
      title,
      ...lines.map((line) => line.text),
    ]);
  }

  for (const [what, text, sections] of [
    [
      'has a section for each heading, whatever the heading’s level',
      '# A\na\n###### B\nb',
      [
        ['A', 'a'],
        ['B', 'b'],
      ],
    ],
    [
      'has no section for a # without a space after it, or for seven #',
      '#a\n####### b',
      [['', '#a', '####### b']],
    ],
    [
      'puts the lines before the first heading into a section without a title',
      'a\n## B\nb',
      [
        ['', 'a'],
        ['B', 'b'],
      ],
    ],
    [
      'leaves out the list marks “-”, “*” and “•” if a space follows the mark',
      '- a\n* b\n•  c\n-d\n–  e',
      [['', 'a', 'b', 'c', '-d', '–  e']],
    ],
    [
      'leaves out indentation and the marks of indented list items',
      'a\n - b\n  - c\n\td',
      [['', 'a', 'b', 'c', 'd']],
    ],
    [
      'leaves out a message id at the start of a line if a colon follows the id or the speaker',
      'm1 You: a\nm22: b\nm3 c',
      [['', 'You: a', 'b', 'm3 c']],
    ],
    [
      'leaves out empty lines, but keeps the mark of an empty list item',
      'a\n\n  \n- \nb',
      [['', 'a', '-', 'b']],
    ],
  ] as const) {
    it(what, () => {
      assert.deepEqual(sectionsOf(text), sections);
    });
  }
});

describe('a text in the timeline', () => {
  const run = (changes: Partial<RunEntry>): Draft => ({
    kind: 'run',
    state: 'skipped',
    reason: 'x',
    ...changes,
  });

  function remarks(...drafts: readonly Draft[]): readonly unknown[] {
    const built = new ViewedSession();
    for (const draft of drafts) built.add(draft);
    const { entries, session } = built;
    return timeline({ entries, session, isReadOnly: false, step: undefined }).map((shown) =>
      shown.type === 'remark' ? [shown.kind, shown.text] : shown.type,
    );
  }

  for (const [reason, why] of [
    ['already_in_flight', 'a compaction was running already'],
    ['no_eligible_batch', 'nothing old enough to compact'],
    ['not_worth_it', 'almost nothing would have been freed'],
    ['deferred_by_user', 'you postponed or undid a compaction, so the next one waits for the next threshold'],
    [
      'only_by_person',
      'by your setting longthread.compaction.when, only urgent compactions start by themselves',
    ],
    ['summarizer_resting', 'the model that writes notes failed three times'],
    ['cannot_fit', 'the context can’t be made small enough'],
    ['cancelled', 'it was stopped'],
    ['refused', 'you refused the notes'],
    ['superseded', 'the messages changed meanwhile'],
    ['a_new_one', 'a new one'],
  ] as const) {
    it(`explains the reason “${reason}” of a skipped or cancelled run`, () => {
      assert.deepEqual(remarks(run({ reason }), run({ reason, state: 'cancelled' })), [
        ['skipped', `Not compacted: ${why}`],
        ['skipped', `Compaction discarded: ${why}`],
      ]);
      assert.deepEqual(remarks(run({ reason, state: 'cancelled', compaction: 'e1' })), [
        ['notes', `No notes by a model: ${why}; the compaction stays`],
      ]);
    });
  }

  it('about a failed run names the cause', () => {
    const error = { model: 'tiny', class: 'timeout' as const, retryable: true };
    const failed = { state: 'failed', reason: 'Too long.' } as const;
    assert.deepEqual(
      remarks(run({ ...failed, error }), run({ ...failed, error, compaction: 'e1' }), run(failed)),
      [
        ['failed', 'No notes by tiny: Too long.'],
        ['failed', 'No notes by tiny: Too long.'],
        ['failed', 'Too long.'],
      ],
    );
  });

  it('about an undo calls each unknown compaction “a compaction”', () => {
    assert.deepEqual(remarks({ kind: 'undo', compactions: ['e8', 'e9'] }), [
      ['undo', 'Undone: a compaction, a compaction'],
    ]);
  });

  for (const [name, words] of [
    ['toolOutputs', 'long tool outputs'],
    ['oldStages', 'old stages'],
    ['recentStages', 'recent stages'],
    ['foldOldest', 'the oldest messages'],
    ['foldOldestOfStage', 'the oldest messages of the stage'],
    ['foldTurns', 'the oldest turns'],
    ['keepNewest', 'all but the newest messages'],
    ['evictOldest', 'the oldest messages, left out'],
    ['oldToolCalls', 'old tool calls'],
  ] as const) {
    it(`about a pass describes the pass ${name} as “${words}”`, () => {
      const pass = { name, treated: 1, tokensBefore: 3, tokensAfter: 2 };
      assert.deepEqual(shownPasses([pass]), [{ ...pass, name: words }]);
    });
  }
});

describe('the panel’s lists of lookups and strategies', () => {
  it('group lookups by kind, with the most frequent kind first', () => {
    const built = new ViewedSession();
    const target = built.asks('Hello');
    const recall = { kind: 'recall', by: 'person', facts: [] } as const;
    for (const more of [{ target }, { query: 'a' }, { query: 'b' }]) built.add({ ...recall, ...more });
    assert.deepEqual(
      recallViews(built.session).map(({ kind, count }) => [kind, count]),
      [
        ['words', 2],
        ['message', 1],
      ],
    );
  });

  it('contain a description of each strategy', () => {
    const views = strategyViews(['hybrid', 'mine']);
    assert.deepEqual(views[1], { id: 'mine', description: 'Registered by another extension.' });
    assert.match(views[0]?.description ?? '', /^Shortens tool outputs first/);
  });
});
