import assert from 'node:assert/strict';
import { indexAfter } from '../../../src/webview/base/listKeys.ts';

describe('arrow keys, Home and End in a list', () => {
  it('move the focus, but not beyond the first or the last item', () => {
    const moved = (index: number): readonly (number | undefined)[] =>
      ['ArrowUp', 'ArrowDown', 'Home', 'End', 'Tab'].map((key) => indexAfter(key, index, 4));
    assert.deepEqual(moved(2), [1, 3, 0, 4, undefined]);
    assert.deepEqual([moved(0)[0], moved(4)[1]], [0, 4]);
  });
});
