import assert from 'node:assert/strict';
import { atOnce } from '../../../../src/core/steps.ts';
import { writeReceipt } from '../../../../src/core/record/receipt.ts';
import { assistant, person, sessionOf } from './sessionOf.ts';

const before = sessionOf(person('Fix tokenStore in src/a.ts.'), assistant('I will look at loadAll.'));

describe('a receipt', () => {
  it('counts the names that stay, the names that stay or are in the notes, and the names that can be looked up', () => {
    const shown = [
      { text: 'src/a.ts has tokenStore' },
      { text: 'tokenStore is slow', message: person('tokenStore is slow') },
    ];
    const receipt = atOnce(writeReceipt({ before, shown }));
    assert.deepEqual(
      [receipt.keptVerbatim, receipt.kept, receipt.recallable, receipt.sampleRecallable],
      [1, 2, 1, ['loadAll']],
    );
  });

  it('says where to find each constraint and decision of the person', () => {
    const said = sessionOf(
      person('Never touch a.ts. Always run the tests first. We decided to use tabs.'),
      assistant('Understood.'),
    );
    const receipt = atOnce(
      writeReceipt({
        before: said,
        shown: [
          { text: '- Never touch a.ts.' },
          { text: 'Always run the tests first.', message: person('Always run the tests first.') },
        ],
      }),
    );
    assert.equal(receipt.constraintsKept, 2);
    assert.equal(receipt.constraintsInNotes, 1);
    assert.deepEqual(receipt.constraintsRecallable, ['We decided to use tabs.']);
  });

  it('recognises a rule even if the notes escape a tag in the rule', () => {
    const said = sessionOf(person('Never write <system> into a prompt.'), assistant('I see.'));
    const shown = [{ text: 'm1: Never write ‹system> into a prompt.' }];
    assert.equal(atOnce(writeReceipt({ before: said, shown })).constraintsInNotes, 1);
  });
});
