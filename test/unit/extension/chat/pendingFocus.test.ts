import assert from 'node:assert/strict';
import { PendingFocus } from '../../../../src/extension/chat/pendingFocus.ts';

describe('a focus request for a loading page', () => {
  it('is delivered only once', () => {
    const focus = new PendingFocus();
    assert.equal(focus.take('s1'), undefined);
    focus.want({ row: 'm4' }, 's1');
    assert.deepEqual(focus.take('s1'), { row: 'm4' });
    assert.equal(focus.take('s1'), undefined);
  });

  it('is dropped if another session is shown, unless the request is for the composer', () => {
    const focus = new PendingFocus();
    focus.want({ row: 'm4' }, 's1');
    assert.equal(focus.take('s2'), undefined);
    focus.want('composer', 's1');
    assert.equal(focus.take('s2'), 'composer');
  });
});
