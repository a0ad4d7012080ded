import assert from 'node:assert/strict';
import { receiptLine } from '../../../../src/core/session/receiptLine.ts';

const receipt = {
  ...{ kept: 1_200, recallable: 30, lost: 0, constraintsKept: 2 },
  ...{ constraintsRecallable: [], sampleRecallable: [], sampleLost: [] },
};

describe('The line of a receipt', () => {
  it('says how many names stay word for word, how many are in the notes, and how many can be looked up', () => {
    assert.equal(
      receiptLine({ ...receipt, keptVerbatim: 1_000 }),
      'Of 1,230 names and figures: 1,000 word for word · 200 in the notes · 30 can be looked up',
    );
  });

  it('gives a single count for the context if an old receipt does not count the notes separately', () => {
    assert.equal(
      receiptLine(receipt),
      'Of 1,230 names and figures: 1,200 in the context · 30 can be looked up',
    );
  });
});
