import assert from 'node:assert/strict';
import { ShownActivity } from '../../../../src/extension/chat/shownActivity.ts';
import { ManualTimers } from '../../../support/manualTimers.ts';

describe('the activity line', () => {
  let now: number;
  let changes: number;
  let timers: ManualTimers;
  let shown: ShownActivity;

  beforeEach(() => {
    now = 1_000_000;
    changes = 0;
    timers = new ManualTimers();
    shown = new ShownActivity({ timers, now: () => now, changed: () => (changes += 1) });
  });

  function passes(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      now += 1_000;
      timers.fire(1_000);
    }
  }

  const asking = { text: 'thinking', late: 'waiting for the first word from tiny' };

  it('shows the reason for the wait and the elapsed time after 5 seconds', () => {
    shown.set(asking);
    assert.deepEqual(shown.view, { activity: 'thinking' });
    passes(4);
    assert.deepEqual([shown.view, changes], [{ activity: 'thinking' }, 1]);
    passes(1);
    assert.deepEqual(shown.view, { activity: 'waiting for the first word from tiny', waited: '5 s' });
    passes(7);
    assert.deepEqual(shown.view, { activity: 'waiting for the first word from tiny', waited: '12 s' });
    assert.equal(changes, 9);
  });

  it('keeps the same words after 5 seconds if the activity has no text for a long wait', () => {
    shown.set({ text: 'reading src/a.ts' });
    passes(6);
    assert.deepEqual(shown.view, { activity: 'reading src/a.ts', waited: '6 s' });
  });

  it('restarts the elapsed time at zero with each part of the answer', () => {
    shown.set(asking);
    passes(6);
    shown.set({ text: 'answering', late: 'waiting for more' });
    assert.deepEqual(shown.view, { activity: 'answering' });
    passes(4);
    shown.set({ text: 'answering', late: 'waiting for more' });
    passes(4);
    assert.deepEqual(shown.view, { activity: 'answering' });
    passes(1);
    assert.deepEqual(shown.view, { activity: 'waiting for more', waited: '5 s' });
    assert.equal(timers.pending, 1);
  });

  it('shows the remaining time immediately if the duration is known', () => {
    shown.set({ text: 'trying again: Busy.', totalMs: 20_000 });
    assert.deepEqual(shown.view, { activity: 'trying again: Busy.', waited: 'in 20 s' });
    passes(7);
    assert.deepEqual(shown.view, { activity: 'trying again: Busy.', waited: 'in 13 s' });
    passes(20);
    assert.equal(shown.view.waited, 'in 0 s');
  });

  it('runs no timer without an activity or after its disposal', () => {
    shown.set(asking);
    shown.set(undefined);
    assert.deepEqual([shown.view, changes, timers.pending], [{}, 2, 0]);
    shown.set(asking);
    shown.dispose();
    assert.equal(timers.pending, 0);
  });
});
