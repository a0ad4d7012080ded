import assert from 'node:assert/strict';
import { ThreadFeed } from '../../../../src/extension/chat/threadFeed.ts';
import type { ChatDelta } from '../../../../src/shared/chatView.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

function feedOver(built: ViewedSession): { feed: ThreadFeed; sent: ChatDelta[] } {
  const sent: ChatDelta[] = [];
  const feed = new ThreadFeed({
    live: built,
    isBusy: () => false,
    now: () => 1_001,
    send: (delta) => sent.push(delta),
  });
  feed.newest();
  return { feed, sent };
}

function said(count: number): ViewedSession {
  const built = new ViewedSession();
  for (let at = 0; at < count; at++) built.asks(`message ${at}`);
  return built;
}

describe('the paged feed of a thread', () => {
  for (const [count, first, hasEarlier] of [
    [0, undefined, false],
    [60, 'm1', false],
    [61, 'm2', true],
  ] as const) {
    it(`starts with the newest page of at most 60 rows; the thread has ${count} rows`, () => {
      const page = feedOver(said(count)).feed.newest();
      assert.deepEqual([page.rows[0]?.id, page.hasEarlier, page.rowCount], [first, hasEarlier, count]);
    });
  }

  it('goes back to half a page before the requested row', () => {
    const { feed } = feedOver(said(200));
    for (const [row, first] of [
      ['m10', 'm1'],
      ['m31', 'm1'],
      ['m32', 'm2'],
      ['m140', 'm110'],
    ] as const) {
      assert.equal(feed.reachBackTo(row), true);
      assert.equal(feed.newest().rows[0]?.id, first, row);
      feed.newest();
    }
    assert.equal(feed.reachBackTo('m141'), false, 'reaches back to the first row that the view already has');
    assert.equal(feed.reachBackTo('m999'), false);
  });

  it('sends changes of earlier rows only after a request for the rows', () => {
    const built = said(200);
    const { feed, sent } = feedOver(built);
    const told = (id: string): number => {
      sent.length = 0;
      built.add({ kind: 'pin', target: id, on: true });
      feed.update();
      return sent.length;
    };
    assert.deepEqual([told('m140'), told('m141')], [0, 1]);
    assert.equal(feed.earlier('m141').rows[0]?.id, 'm81');
    assert.deepEqual([told('m80'), told('m81')], [0, 1]);
    feed.earlier('m81');
    feed.earlier('m141');
    assert.deepEqual([told('m20'), told('m21')], [0, 1], 'a repeated request has an effect');
    assert.deepEqual(feed.earlier('m21').rows.length, 20);
    assert.equal(told('m1'), 1);
    assert.deepEqual(feed.earlier('m1'), { rows: [], hasEarlier: false });
  });

  it('finds a row by its own id, and the first row of a message by the message’s id', () => {
    const built = new ViewedSession();
    built.asks('Read.');
    built.calls('c1', 'a.ts', 'I look.');
    const { feed } = feedOver(built);
    assert.equal(feed.row('m2:0')?.type, 'tool');
    assert.equal(feed.row('m3'), undefined);
    assert.deepEqual([feed.rowOf('m2'), feed.rowOf('m2:0')], ['m2', 'm2:0']);
  });

  it('maps each answer without text to the row of its own tool result', () => {
    const built = new ViewedSession();
    built.calls('c0', 'o.ts');
    built.results('c0', 'old');
    built.calls('c1', 'a.ts');
    built.results('c1', 'text');
    built.calls('c2', 'b.ts');
    built.results('c2', 'text');
    assert.deepEqual(
      ['m1', 'm3', 'm5'].map((id) => feedOver(built).feed.rowOf(id)),
      ['m2', 'm4', 'm6'],
    );
  });
});

describe('streamed text', () => {
  it('is collected separately for reasoning and answer', () => {
    const { feed, sent } = feedOver(said(1));
    for (const [type, text] of [
      ['text', ''],
      ['reasoning', 'So '],
      ['reasoning', 'far.'],
      ['text', 'Hal'],
      ['text', 'lo'],
      ['text', ''],
    ] as const)
      feed.streamed({ type, text });
    feed.streamed({ type: 'toolCall', index: 0, arguments: '{' });
    assert.deepEqual(
      sent.map(({ type }) => type),
      ['list', 'field', 'textStreamed', 'textStreamed', 'textStreamed'],
    );
    const row = feed.newest().rows.at(-1);
    assert.ok(row?.type === 'assistant');
    assert.deepEqual(
      [row.id, row.at, row.markdown, row.reasoning, row.isStreaming, row.isPinned],
      ['streaming:1', 1_001, 'Hallo', 'So far.', true, false],
    );
  });

  it('is removed when the turn ends', () => {
    const built = said(1);
    const { feed } = feedOver(built);
    const ids = (): readonly string[] => feed.newest().rows.map(({ id }) => id);
    feed.streamed({ type: 'text', text: 'Hal' });
    built.asks('More.');
    feed.appended(built.entries.at(-1) ?? assert.fail());
    assert.deepEqual(ids(), ['m1', 'm2', 'streaming:1']);
    feed.ended({ kind: 'answered' });
    assert.deepEqual(ids(), ['m1', 'm2']);
  });
});

describe('a notice in the thread', () => {
  it('is placed between older and newer rows', () => {
    const built = said(3);
    built.log.report.problems.push('One.', 'Two.');
    const { feed } = feedOver(built);
    feed.noticed('A.');
    feed.noticed('B.');
    assert.deepEqual(
      feed.newest().rows.map((row) => (row.type === 'notice' ? [row.id, row.kind, row.text] : row.id)),
      [
        ['report:0', 'report', 'One.'],
        ['report:1', 'report', 'Two.'],
        'm1',
        'm2',
        ['noticed:0', 'report', 'A.'],
        ['noticed:1', 'report', 'B.'],
        'm3',
      ],
    );
  });
});
