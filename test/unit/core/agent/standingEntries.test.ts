import assert from 'node:assert/strict';
import { standingEntries } from '../../../../src/core/agent/standingEntries.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

describe('The entries that a plugin saves', () => {
  it('contain no undone compaction if a message of an earlier live compaction is missing', () => {
    const built = new SessionBuilder().turns(3);
    built.compaction({ folded: [{ ids: ['m3', 'm4'], as: 'summary' }] });
    const second = built.compaction({ folded: [{ ids: ['m1', 'm2'], as: 'summary' }] });
    built.undo(second);
    const kindsWith = (...ids: readonly string[]): readonly string[] =>
      standingEntries(built.entries, new Set(ids))
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'message');
    assert.deepEqual(kindsWith('m1', 'm2', 'm3', 'm4'), ['compaction', 'compaction', 'undo']);
    assert.deepEqual(kindsWith('m1', 'm2'), []);
  });
});
