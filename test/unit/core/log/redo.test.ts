import assert from 'node:assert/strict';
import { liveCompactions } from '../../../../src/core/log/session.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

function liveIds({ session }: SessionBuilder): readonly string[] {
  return liveCompactions(session).map(({ id }) => id);
}

describe('A redo', () => {
  /** Returns a session with two compactions. The second builds on the first. */
  function compacted(): { readonly built: SessionBuilder; readonly first: string; readonly second: string } {
    const built = new SessionBuilder().turns(3);
    const first = built.compaction({ folded: [{ ids: ['m1', 'm2'], as: 'summary' }] });
    const second = built.compaction({ folded: [{ ids: ['m3'], as: 'summary' }] });
    return { built, first, second };
  }

  it('restores the compactions of the newest undo first', () => {
    const { built, first, second } = compacted();
    built.undo(second);
    built.undo(first);
    assert.deepEqual(built.session.redoable, [first]);
    built.redo(first);
    assert.deepEqual([liveIds(built), built.session.redoable], [[first], [second]]);
    built.redo(second);
    assert.deepEqual([liveIds(built), built.session.redoable], [[first, second], []]);
  });

  it('does nothing if the redo names only some compactions of the newest undo', () => {
    const { built, first, second } = compacted();
    built.redo(first);
    built.undo(first, second);
    built.redo(first);
    assert.deepEqual(liveIds(built), []);
    built.redo(first, second);
    assert.deepEqual(liveIds(built), [first, second]);
  });

  it('is impossible after another compaction was made', () => {
    const { built, first, second } = compacted();
    built.undo(first, second);
    const third = built.compaction({ folded: [{ ids: ['m1'], as: 'summary' }] });
    built.redo(first, second);
    assert.deepEqual([liveIds(built), built.session.redoable], [[third], []]);
  });

  it('is impossible after a rewind removed source messages of the compactions', () => {
    const { built, first, second } = compacted();
    built.undo(first, second);
    built.rewind('m5');
    assert.deepEqual(built.session.redoable, [first, second]);
    built.rewind('m2');
    assert.deepEqual(built.session.redoable, []);
  });

  it('is impossible after a rewind removed source messages of an earlier compaction that was not undone', () => {
    const built = new SessionBuilder().turns(3);
    const first = built.compaction({ folded: [{ ids: ['m3', 'm4'], as: 'summary' }] });
    const second = built.compaction({ folded: [{ ids: ['m1', 'm2'], as: 'summary' }] });
    built.undo(second);
    built.rewind('m3');
    assert.deepEqual(built.session.redoable, []);
    built.redo(second);
    assert.deepEqual(
      [first, second].map((id) => liveIds(built).includes(id)),
      [false, false],
    );
  });
});
