import assert from 'node:assert/strict';
import { readState, writeState } from '../../../../src/adapters/claudeCode/savedState.ts';

describe('the plugin’s state file beside a transcript', () => {
  it('is ignored if it has another format version or is invalid', () => {
    assert.equal(readState('{"v":2,"threads":[]}'), undefined);
    assert.equal(readState('{"v":1,"thr'), undefined);
    assert.equal(readState('[]'), undefined);
  });

  it('is read with all valid parts, and invalid parts are omitted', () => {
    const text = JSON.stringify({
      v: 1,
      threads: [
        {
          history: {
            messages: [['m1', 'user a'], ['m2'], 7],
            entries: [
              { id: 'e1', kind: 'undo', compactions: [] },
              { id: 'x', kind: 'undo' },
              { id: 'e2', kind: 'message' },
            ],
          },
        },
      ],
      wish: { kind: 'destroy' },
    });
    const state = readState(text);
    assert.deepEqual(state?.threads[0]?.history.messages, [['m1', 'user a']]);
    assert.deepEqual(
      state.threads[0].history.entries.map(({ id }) => id),
      ['e1'],
    );
    assert.equal(state.wish, undefined);
    assert.deepEqual(
      readState(writeState({ threads: [], wish: { kind: 'compact', instructions: 'é' }, wishNumber: 3 })),
      {
        threads: [],
        wish: { kind: 'compact', instructions: 'é' },
        wishNumber: 3,
      },
    );
  });
});
