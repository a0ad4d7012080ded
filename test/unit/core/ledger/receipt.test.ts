import assert from 'node:assert/strict';
import { writeReceipt } from '../../../../src/core/ledger/receipt.ts';
import { assistant, person, sessionOf } from './sessionOf.ts';

const before = sessionOf(person('Fix tokenStore in src/a.ts.'), assistant('I will look at loadAll.'));

describe('a receipt', () => {
  it('counts what stands in the context and what is one recall away', () => {
    const receipt = writeReceipt({ before, shown: [{ text: 'src/a.ts has tokenStore' }], constraints: [] });
    assert.deepEqual(
      [receipt.kept, receipt.recallable, receipt.lost, receipt.sampleRecallable],
      [2, 1, 0, ['loadAll']],
    );
  });

  it('says which constraints became recallable', () => {
    const constraints = [
      { text: 'Never touch a.', id: 'm1', isKept: true },
      { text: 'Never touch b.', id: 'm2', isKept: false },
    ];
    const receipt = writeReceipt({ before, shown: [], constraints });
    assert.equal(receipt.constraintsKept, 1);
    assert.deepEqual(receipt.constraintsRecallable, ['Never touch b.']);
  });

  it('counts as lost what was forgotten and stands nowhere else', () => {
    const forgotten = ['goneName', 'loadAll', 'shownName'];
    const receipt = writeReceipt({ before, shown: [{ text: 'shownName' }], constraints: [], forgotten });
    assert.deepEqual([receipt.lost, receipt.sampleLost], [1, ['goneName']]);
  });
});
