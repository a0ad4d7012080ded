import assert from 'node:assert/strict';
import { ChatError } from '../../../../src/core/ports.ts';
import { ThreadFeed } from '../../../../src/extension/chat/threadFeed.ts';
import type { ChatDelta, ChatRow } from '../../../../src/shared/chatView.ts';
import type { ListPatch } from '../../../../src/shared/stateDelta.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

function patchesOf(sent: readonly ChatDelta[]): readonly ListPatch<ChatRow>[] {
  return sent.flatMap((delta) => (delta.type === 'list' ? [delta.patch] : []));
}

function feedOver(built: ViewedSession): { feed: ThreadFeed; sent: ChatDelta[] } {
  const sent: ChatDelta[] = [];
  const feed = new ThreadFeed({
    live: built,
    isBusy: () => true,
    now: () => 5,
    send: (delta) => sent.push(delta),
  });
  feed.newest();
  return { feed, sent };
}

function longSession(count: number): ViewedSession {
  const built = new ViewedSession();
  for (let i = 0; i < count; i++) built.asks(`message ${i}`);
  return built;
}

describe('the feed of a thread', () => {
  it('starts with the newest page, and returns earlier pages on request', () => {
    const { feed } = feedOver(longSession(150));
    const newest = feed.newest();
    assert.deepEqual(
      [newest.rows.length, newest.rows[0]?.id, newest.hasEarlier, newest.rowCount],
      [60, 'm91', true, 150],
    );
    const earlier = feed.earlier('m91');
    assert.deepEqual([earlier.rows.length, earlier.rows[0]?.id, earlier.hasEarlier], [60, 'm31', true]);
    const first = feed.earlier('m31');
    assert.deepEqual([first.rows.length, first.hasEarlier], [30, false]);
    assert.deepEqual(feed.earlier('nowhere'), { rows: [], hasEarlier: false });
  });

  it('returns earlier pages without the unfinished answer', () => {
    const { feed } = feedOver(longSession(150));
    feed.newest();
    feed.streamed({ type: 'text', text: 'An answer' });
    const ids = feed.earlier('m91').rows.map(({ id }) => id);
    assert.deepEqual([ids.length, ids.at(-1)], [60, 'm90']);
  });

  it('sends changes only for rows that the view has received', () => {
    const built = longSession(100);
    const { feed, sent } = feedOver(built);
    built.add({ kind: 'pin', target: 'm1', on: true });
    feed.update();
    assert.equal(sent.length, 0);
    built.add({ kind: 'pin', target: 'm99', on: true });
    feed.update();
    assert.deepEqual(
      patchesOf(sent).map(({ replaced }) => replaced?.map(({ id }) => id)),
      [['m99']],
    );
  });

  it('replaces the row of streamed text with the logged answer', () => {
    const built = longSession(1);
    const { feed, sent } = feedOver(built);
    feed.streamed({ type: 'reasoning', text: 'Hm.' });
    feed.streamed({ type: 'text', text: 'Hal' });
    feed.streamed({ type: 'text', text: 'lo' });
    built.answers('Hallo');
    feed.appended(built.entries.at(-1)!);
    assert.deepEqual(
      sent.map((delta) => (delta.type === 'list' ? Object.keys(delta.patch) : delta.type)),
      [['added'], 'field', 'textStreamed', 'textStreamed', ['replaced']],
    );
    assert.deepEqual(
      feed.newest().rows.map(({ id }) => id),
      ['m1', 'm2'],
    );
    feed.streamed({ type: 'reasoning', text: 'Hm.' });
    const ids = patchesOf(sent).map(({ added }) => added?.[0]?.items[0]?.id);
    assert.notDeepEqual(ids.at(-1), ids[0], 'the next streamed answer has the same row id');
  });

  it('contains the text streamed so far when a view is opened during an answer', () => {
    const { feed } = feedOver(longSession(1));
    feed.streamed({ type: 'text', text: 'Hal' });
    feed.streamed({ type: 'text', text: 'lo' });
    const row = feed.newest().rows.at(-1);
    assert.ok(row?.type === 'assistant' && row.isStreaming);
    assert.equal(row.markdown, 'Hallo');
  });

  it('removes the streamed text of a failed attempt', () => {
    const { feed, sent } = feedOver(longSession(1));
    feed.streamed({ type: 'text', text: 'Hal' });
    feed.retrying();
    assert.deepEqual(patchesOf(sent).at(-1), { removed: ['streaming:1'] });
  });

  it('removes the streamed thoughts of a request when a shorter request is sent, since the first one was too long', () => {
    const { feed, sent } = feedOver(longSession(1));
    feed.happened({ type: 'delta', delta: { type: 'reasoning', text: 'Hal' } }, true);
    feed.happened({ type: 'asking', model: 'm' }, true);
    assert.deepEqual(patchesOf(sent).at(-1), { removed: ['streaming:1'] });
    feed.happened({ type: 'delta', delta: { type: 'reasoning', text: 'Hello' } }, true);
    const row = feed.newest().rows.at(-1);
    assert.ok(row?.type === 'assistant' && row.reasoning === 'Hello');
  });

  it('shows why a turn failed until the next turn starts', () => {
    const { feed, sent } = feedOver(longSession(1));
    const error = new ChatError('unauthorized', 'The key was refused.', false);
    feed.ended({ kind: 'failed', error });
    const row = feed.newest().rows.at(-1);
    assert.ok(row?.type === 'error');
    assert.deepEqual([row.sentence, row.actions[0]?.action], ['The key was refused.', 'connect']);
    feed.began();
    assert.deepEqual(patchesOf(sent).at(-1), { removed: ['error'] });
  });

  it('offers to try again if the last message of an opened session has no answer', () => {
    const built = longSession(1);
    const lastOf = (isBusy: boolean): ChatRow | undefined => {
      const feed = new ThreadFeed({ live: built, isBusy: () => isBusy, now: () => 5, send: () => undefined });
      feed.opened();
      return feed.newest().rows.at(-1);
    };
    const row = lastOf(false);
    assert.ok(row?.type === 'error');
    assert.deepEqual(
      row.actions.map(({ action }) => action),
      ['retry'],
    );
    assert.equal(lastOf(true)?.type, 'user', 'a retry is offered while a turn is running');
    built.log.isReadOnly = true;
    assert.equal(lastOf(false)?.type, 'user', 'a retry is offered in a read-only session');
    built.log.isReadOnly = false;
    built.answers('Yes.');
    assert.equal(lastOf(false)?.type, 'assistant');
  });

  it('offers no retry in a reopened session after a new turn has begun', () => {
    const live = longSession(1);
    const feed = new ThreadFeed({ live, isBusy: () => false, now: () => 5, send: () => undefined });
    feed.opened();
    feed.began();
    feed.ended({ kind: 'stopped' });
    assert.equal(feed.newest().rows.at(-1)?.type, 'user');
  });

  it('cuts the thread at the target of a rewind', () => {
    const built = longSession(3);
    const { feed, sent } = feedOver(built);
    built.add({ kind: 'rewind', before: 'm2' });
    feed.appended(built.entries.at(-1)!);
    assert.deepEqual(
      patchesOf(sent).map((patch) => Object.keys(patch)),
      [['removed', 'added']],
    );
    assert.deepEqual(
      feed.newest().rows.map(({ type }) => type),
      ['user', 'rewind'],
    );
  });

  it('maps an answer without text to the row of its tool call, or later to the row of the call’s result', () => {
    const built = new ViewedSession();
    built.asks('Read.');
    built.calls('c1', 'a.ts');
    const { feed } = feedOver(built);
    assert.equal(feed.rowOf('m2'), 'm2:0');
    built.results('c1', 'text');
    feed.update();
    assert.deepEqual([feed.rowOf('m3'), feed.rowOf('m2'), feed.rowOf('m9')], ['m3', 'm3', undefined]);
  });

  it('extends the newest page once to include a row that the view does not have', () => {
    const { feed } = feedOver(longSession(200));
    assert.equal(feed.reachBackTo('m190'), false);
    assert.equal(feed.reachBackTo('m100'), true);
    assert.equal(feed.newest().rows[0]?.id, 'm70');
    assert.equal(feed.newest().rows[0]?.id, 'm141', 'the newest page is extended twice');
  });

  it('keeps the rows of the view, and an unfinished answer, when the log must be read again', () => {
    const { feed } = feedOver(longSession(150));
    feed.earlier('m91');
    feed.streamed({ type: 'text', text: 'An answer' });
    for (const times of ['once', 'twice']) {
      feed.reread();
      const { rows, hasEarlier } = feed.newest();
      assert.deepEqual([rows[0]?.id, rows.length, hasEarlier], ['m31', 121, true], times);
      assert.ok(rows.at(-1)?.type === 'assistant');
    }
    assert.equal(feed.newest().rows[0]?.id, 'm92');
  });

  it('shows problems of the log before all other rows', () => {
    const built = longSession(1);
    built.log.report.problems.push('A line could not be read.');
    const { feed } = feedOver(built);
    const [row] = feed.newest().rows;
    assert.ok(row?.type === 'notice');
    assert.equal(row.text, 'A line could not be read.');
  });

  it('adds and removes rows when the problems of the log change', () => {
    const built = longSession(1);
    const { feed, sent } = feedOver(built);
    built.log.report.problems.push('The session’s file no longer exists.');
    feed.update();
    built.log.report.problems.pop();
    feed.update();
    const [shown, removed] = patchesOf(sent);
    assert.deepEqual(
      shown?.added?.map(({ items, before }) => [items[0]?.id, before]),
      [['report:0', 'm1']],
    );
    assert.deepEqual(removed, { removed: ['report:0'] });
    assert.deepEqual([feed.newest().rows.length, feed.newest().rowCount], [1, 1]);
  });

  it('keeps a notice in its place when a later message is added', () => {
    const built = longSession(2);
    let now = 1_500;
    const feed = new ThreadFeed({ live: built, isBusy: () => false, now: () => now, send: () => undefined });
    feed.newest();
    feed.noticed('The endpoint cuts requests.');
    now = 2_000;
    built.add({
      kind: 'message',
      at: 3_000,
      message: { role: 'user', parts: [{ type: 'text', text: 'Later.' }] },
    });
    assert.deepEqual(
      feed.newest().rows.map(({ id }) => id),
      ['m1', 'm2', 'noticed:0', 'm3'],
    );
  });
});
