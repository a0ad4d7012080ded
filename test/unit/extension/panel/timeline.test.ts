import assert from 'node:assert/strict';
import { planned } from '../../../support/planned.ts';
import type { RunStep } from '../../../../src/core/compaction/commit/run.ts';
import { timeline } from '../../../../src/extension/panel/timeline.ts';
import type { PanelSnapshot, TimelineItem } from '../../../../src/shared/panelView.ts';
import { applyDelta, stateDeltas } from '../../../../src/shared/stateDelta.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

function itemsOf({ entries, session, log }: ViewedSession, step?: RunStep): readonly TimelineItem[] {
  return timeline({ entries, session, isReadOnly: log.isReadOnly, step });
}

function talked(): ViewedSession {
  const built = new ViewedSession();
  built.asks('Read a.');
  built.calls('c1', 'a.ts');
  built.results('c1', Array.from({ length: 900 }, (_, i) => `line ${i}`).join('\n'));
  built.answers('Done.');
  built.asks('And now?');
  return built;
}

const textsOf = (items: readonly TimelineItem[]): readonly string[] =>
  items.map((item) => (item.type === 'remark' ? item.text : `${item.type} ${item.state}`));

describe('the timeline', () => {
  it('lists compactions, undos, and other changes of the context', () => {
    const built = talked();
    built.add({ kind: 'model', model: 'small', window: 16_000 });
    const compaction = built.compacts();
    built.add({ kind: 'undo', compactions: [compaction] });
    built.add({ kind: 'rewind', before: 'm4' });
    const [model, done, undone, back] = textsOf(itemsOf(built));
    assert.deepEqual(
      [model, done, back],
      ['small, window 16k', 'compaction undone', 'Went back to an earlier message'],
    );
    assert.match(undone ?? '', /^Undone: [\d.k]+ → \d+$/);
  });

  it('shows a compaction that a rewind removed as “superseded”', () => {
    const built = talked();
    built.compacts();
    built.add({ kind: 'rewind', before: 'm1' });
    assert.equal(textsOf(itemsOf(built))[0], 'compaction superseded');
  });

  it('says why a compaction did not run, failed or was discarded', () => {
    const built = new ViewedSession();
    built.add({ kind: 'run', state: 'skipped', reason: 'not_worth_it', usedTokens: 9_000 });
    built.add({
      kind: 'run',
      state: 'failed',
      reason: 'It took too long.',
      error: { model: 'small', class: 'timeout', retryable: true },
    });
    built.add({ kind: 'run', state: 'cancelled', reason: 'superseded' });
    built.add({ kind: 'run', state: 'started', reason: 'threshold' });
    built.add({ kind: 'run', state: 'completed', reason: 'threshold' });
    assert.deepEqual(textsOf(itemsOf(built)), [
      'Not compacted at 9k: almost nothing would have been freed',
      'No notes by small: It took too long.',
      'Compaction discarded: the messages changed meanwhile',
    ]);
  });

  it('replaces the remark on a running compaction with the compaction when the run ends', () => {
    const built = talked();
    built.add({ kind: 'run', state: 'started', reason: 'threshold' });
    const running = itemsOf(built, 'summary');
    assert.deepEqual(textsOf(running), [
      'A model is writing notes. The context changes when the notes are ready.',
    ]);
    built.add({ kind: 'run', state: 'failed', reason: 'No answer.' });
    const failed = itemsOf(built, 'summary');
    built.compacts();
    const done = itemsOf(built);
    let state: Pick<PanelSnapshot, 'timeline'> = { timeline: running };
    for (const next of [failed, done]) {
      const deltas = stateDeltas<typeof state>(state, { timeline: next });
      state = deltas.reduce(applyDelta, state);
      assert.deepEqual(state.timeline, next);
    }
    assert.deepEqual(textsOf(state.timeline), ['No answer.', 'compaction prosePending']);
  });

  it('shows a compaction and its notes by a model as one item, and a remark for each run that added no notes', () => {
    const built = talked();
    const draft = planned(built.prepare()).draft;
    const id = built.add({ ...draft, prosePending: true });
    assert.deepEqual(textsOf(itemsOf(built, 'summaryToFollow')), [
      'compaction prosePending',
      'Compacted. A model is adding its notes…',
    ]);
    const runs = ['skipped', 'cancelled', 'failed', 'completed'] as const;
    for (const state of runs) built.add({ kind: 'run', state, reason: 'cancelled', compaction: id });
    built.add({ ...draft, completes: id, prosePending: false });
    assert.deepEqual(textsOf(itemsOf(built)), [
      'compaction done',
      'The model wrote its notes; the next compaction adds them',
      'No notes by a model: it was stopped; the compaction stays',
      'No notes by the model: cancelled',
    ]);
  });

  it('offers no undo if another window writes to the session', () => {
    const built = talked();
    built.compacts();
    const canUndo = (): unknown => itemsOf(built).map((item) => item.type === 'compaction' && item.canUndo);
    assert.deepEqual(canUndo(), [true]);
    built.log.isReadOnly = true;
    assert.deepEqual(canUndo(), [false]);
  });
});
