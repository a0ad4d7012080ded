import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { isRecord } from '../../../../src/core/context/record.ts';
import type { CompactionEntry } from '../../../../src/core/log/entry.ts';
import { contextViews, findItem, toolsView } from '../../../../src/extension/chat/contextItems.ts';
import { blockOf, headingOf, lineOf, withLines } from '../../../../src/core/log/notesLine.ts';
import { eventDetail } from '../../../../src/extension/panel/eventDetail.ts';
import {
  classesOf,
  memoryViews,
  recallViews,
  stageViews,
} from '../../../../src/extension/panel/panelModel.ts';
import { previewItems } from '../../../../src/extension/panel/previewItems.ts';
import { previewView } from '../../../../src/extension/panel/previewView.ts';
import type { ContextItemView } from '../../../../src/shared/panelView.ts';
import { planned } from '../../../support/planned.ts';
import { sampleEntries } from '../../../support/sampleEntries.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

const long = Array.from({ length: 900 }, (_, i) => `line ${i}`).join('\n');

function worked(): ViewedSession {
  const built = new ViewedSession();
  built.add({
    kind: 'message',
    message: { role: 'system', slot: 'prompt', parts: [{ type: 'text', text: 'You pair.' }] },
  });
  built.asks('Never touch gen.ts. Read a.');
  built.calls('c1', 'src/a.ts', 'I look.');
  built.results('c1', long);
  built.answers('It is a list of lines.');
  built.asks('And now?');
  return built;
}

function viewsOf(built: ViewedSession): readonly ContextItemView[] {
  const { context, account, session } = built;
  const options = { settings: { ...DEFAULT_SETTINGS, keepRecentMessages: 1 }, usableTokens: 10_000 };
  return contextViews({
    context,
    tokensOf: (item) => account.ofItem(item),
    classes: classesOf(session, account, options),
  });
}

describe('the list of the context in the panel', () => {
  it('creates new views only for the items that changed', () => {
    const built = worked();
    const { context } = built;
    const drawn = (shown: typeof context, more = 0): readonly ContextItemView[] =>
      contextViews({
        context: shown,
        tokensOf: (item) => built.account.ofItem(item) + (item === context[1] ? more : 0),
        classes: new Map(),
      });
    const first = drawn(context);
    const second = drawn([...context, { ...(context.at(-1) ?? assert.fail()), entries: ['m9'] }]);
    assert.deepEqual(
      first.map((view, at) => view === second[at]),
      first.map(() => true),
    );
    assert.deepEqual(
      drawn(context, 5).map((view, at) => view === first[at]),
      first.map((_, at) => at !== 1),
    );
  });

  it('shows the descriptions of all tools as one item', () => {
    assert.deepEqual(toolsView(7, 700), {
      id: 'tools',
      role: 'system',
      fate: 'stays',
      label: '7 tool descriptions',
      tokens: 700,
      origins: [],
      originCount: 0,
    });
    assert.equal(toolsView(1, 90).label, '1 tool description');
  });

  it('has an item with a label for each message, and says when a compaction removes the message', () => {
    const views = viewsOf(worked());
    assert.deepEqual(
      views.map(({ id, role, fate, label }) => [id, role, fate, label]),
      [
        ['m1', 'system', 'stays', 'You pair.'],
        ['m2', 'user', 'stays', 'Never touch gen.ts. Read a.'],
        ['m3', 'assistant', 'stays', 'I look. → read_file src/a.ts'],
        ['m4', 'tool', 'stays', 'read_file src/a.ts'],
        ['m5', 'assistant', 'stays', 'It is a list of lines.'],
        ['m6', 'user', 'stays', 'And now?'],
      ],
    );
    assert.equal(
      views[1]?.reason,
      'anchor (place 4 of 4 in the order in which messages leave the context): the original request',
    );
    assert.match(
      views[5]?.reason ?? '',
      /^recent \(leaves the context only if nothing else makes room\): one of the newest messages; /,
    );
  });

  it('omits the common folder of all files from paths, except in the person’s messages', () => {
    const built = new ViewedSession();
    built.asks('Read both in /home/me/harbour/src.');
    for (const [callId, file] of Object.entries({ c1: 'src/a.ts', c2: 'test/b.ts' })) {
      built.calls(callId, `/home/me/harbour/${file}`, `I look at /home/me/harbour/${file}.`);
      built.results(callId, 'text');
    }
    assert.deepEqual(
      viewsOf(built).map(({ label }) => label),
      [
        'Read both in /home/me/harbour/src.',
        'I look at src/a.ts. → read_file src/a.ts',
        'read_file src/a.ts',
        'I look at test/b.ts. → read_file test/b.ts',
        'read_file test/b.ts',
      ],
    );
  });

  it('has one item for the notes', () => {
    const built = new ViewedSession();
    for (let i = 0; i < 30; i++) {
      built.asks(`Look at part ${i} of src/part${i}.ts, word by word, and tell me what you find there.`);
      built.answers(`Part ${i} holds the function part${i}() in src/part${i}.ts, which calls next${i}().`);
    }
    built.compacts();
    const [record, ...others] = viewsOf(built).filter(({ label }) => label.startsWith('Notes'));
    assert.ok(record?.id === 'record' && others.length === 0);
    assert.match(record.label, /^Notes: .*Story/);
    const covered = built.context.find(({ message }) => isRecord(message))?.entries ?? [];
    assert.deepEqual(record.origins, [...covered.slice(0, 3), ...covered.slice(-3)]);
    assert.ok(record.originCount > 40);
  });

  it('gives items of the same message different ids', () => {
    const built = new ViewedSession();
    built.asks('Read.');
    built.calls('c1', 'a.ts');
    built.asks('Never mind.');
    assert.deepEqual(
      viewsOf(built).map(({ id }) => id),
      ['m1', 'm2', 'm2#2', 'm3'],
    );
    assert.equal(findItem(built.context, 'm2#2')?.message.role, 'tool');
    assert.equal(findItem(built.context, 'm9'), undefined);
  });
});

describe('the details of a compaction', () => {
  it('contain the source messages of each note', () => {
    const sample = sampleEntries.find((entry) => entry.kind === 'compaction');
    const entry: CompactionEntry = withLines({
      ...sample!,
      blocks: [
        {
          kind: 'ledger',
          text: '## Files\n- src/a.ts: read\n  heightAt()\n\n## Empty',
          mode: 'replace',
          tokens: 9,
        },
        { kind: 'summary', text: 'All is well.', mode: 'replace', tokens: 3 },
        { kind: 'eviction', text: '', mode: 'replace', tokens: 0 },
      ],
      provenance: [
        { block: 'ledger', line: 1, ids: ['m3', 'm4'] },
        { block: 'summary', line: 0, ids: ['m5'] },
      ],
    });
    const { blocks, struck, added, receipt } = eventDetail(entry, { allMessages: [] });
    assert.deepEqual(blocks, [
      {
        kind: 'notes',
        tokens: 9,
        sections: [
          {
            title: 'Files',
            lines: [
              { text: 'src/a.ts: read', sources: ['m3', 'm4'] },
              { text: 'heightAt()', sources: [] },
            ],
          },
        ],
      },
      {
        kind: 'summary',
        tokens: 3,
        sections: [{ title: '', lines: [{ text: 'All is well.', sources: ['m5'] }] }],
      },
    ]);
    assert.deepEqual([struck, added, receipt.kept], [['a'], ['b'], 1]);
  });

  it('show in the heading “Files” how many of the files are listed', () => {
    const sample = sampleEntries.find((entry) => entry.kind === 'compaction');
    const entry: CompactionEntry = withLines({ ...sample!, blocks: [], provenance: [] });
    const lines = [
      { ...headingOf('Files'), tail: ' (1 of 2)' },
      lineOf({ section: 'Files', ids: [] }, 'm3: ', 'a.ts read'),
    ];
    const { blocks } = eventDetail({ ...entry, blocks: [blockOf('notes', lines, 9)] }, { allMessages: [] });
    assert.deepEqual(
      blocks.flatMap(({ sections }) => sections.map(({ title }) => title)),
      ['Files (1 of 2)'],
    );
  });
});

const shownAs = { key: 'preview1', model: 'scribe' };

describe('the preview of a compaction', () => {
  it('has no cost if the model is free', () => {
    const built = worked();
    const { context, account } = built;
    const hasCost = (input: number): boolean => {
      const price = { input, output: 0 };
      const view = previewView({ ...shownAs, found: built.prepare(), context, account, price });
      return view.money !== undefined;
    };
    assert.deepEqual([hasCost(1), hasCost(0)], [true, false]);
  });

  it('shows the largest saving first', () => {
    const built = worked();
    const { context, account } = built;
    const found = built.prepare();
    const view = previewView({ ...shownAs, found, context, account });
    const [first] = previewItems({ prepared: planned(found), context, account });
    assert.ok(first !== undefined && view.tokensAfter < view.tokensBefore);
    assert.deepEqual([first.id, first.label], ['m4', 'read_file src/a.ts']);
    assert.ok(first.tokensAfter < first.tokensBefore);
    assert.ok(view.passes.every(({ treated }) => treated > 0));
  });

  it('says that there is nothing to compact yet', () => {
    const built = new ViewedSession();
    built.asks('Hello');
    const { context, account } = built;
    const view = previewView({ ...shownAs, found: built.prepare(), context, account });
    assert.deepEqual([view.passes, view.canApply], [[], false]);
    assert.match(view.remark ?? '', /nothing to compact yet/);
  });
});

describe('the panel’s lists of lookups, stages and memories', () => {
  it('group lookups by kind, with the most frequent kind first', () => {
    const built = worked();
    for (const facts of [['src/a.ts'], ['src/b.ts']]) {
      built.add({ kind: 'recall', by: 'model', target: 'm4', facts });
    }
    built.add({ kind: 'recall', by: 'person', query: 'gen.ts', facts: [] });
    built.add({ kind: 'recall', by: 'person', target: 'm2', facts: [] });
    assert.deepEqual(recallViews(built.session), [
      { kind: 'read result', count: 2, examples: ['src/a.ts', 'src/b.ts'] },
      { kind: 'words', count: 1, examples: ['gen.ts'] },
      { kind: 'message', count: 1, examples: ['m2'] },
    ]);
  });

  it('name the kind of a looked-up tool result, even if a later call has the same id', () => {
    const built = new SessionBuilder();
    built.calls([{ id: 'c', name: 'read_file', args: { path: 'a.ts' } }]);
    const target = built.result('c', 'x');
    built.calls([{ id: 'c', name: 'run_command', args: { command: 'ls' } }]);
    built.result('c', 'y');
    built.append({ kind: 'recall', by: 'model', target, facts: [] });
    assert.equal(recallViews(built.session)[0]?.kind, 'read result');
  });

  it('say whether a rewind removed a stage', () => {
    const built = worked();
    const stage = { title: 'Read', by: 'person' as const, first: 'm2', last: 'm5', messageCount: 4 };
    built.add({ kind: 'stage', ...stage, detailed: 'It is a list.', brief: 'list' });
    assert.deepEqual(
      stageViews(built.session).map(({ title, digest, state }) => [title, digest, state]),
      [['Read', 'It is a list.', 'live']],
    );
    built.add({ kind: 'rewind', before: 'm5' });
    assert.equal(stageViews(built.session)[0]?.state, 'superseded');
  });

  it('contain the source message of a memory only in the session that saved the memory', () => {
    const memory = { id: 'y', type: 'fact' as const, text: 'tabs', at: 1, sessionId: 's1', source: 'm1' };
    assert.equal(memoryViews([memory], 's1')[0]?.source, 'm1');
    assert.equal(memoryViews([memory], 's2')[0]?.source, undefined);
  });
});
