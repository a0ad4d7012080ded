import assert from 'node:assert/strict';
import { foundLines } from '../../../../src/core/ledger/foundLines.ts';

describe('a search’s answer', () => {
  it('is told apart by file, lines around what was found among them', () => {
    const found = foundLines(
      'Found 2\n./src/a.ts:1:function aOne() {\nsrc/a.ts-2-  bTwo();\ndocs/x.md:7:see cThree',
    );
    assert.deepEqual(
      found?.map(({ path, blocks }) => [path, blocks.map(({ head }) => head)]),
      [
        ['src/a.ts', ['function aOne()']],
        ['docs/x.md', ['']],
      ],
    );
  });

  it('is not what names places in passing', () => {
    assert.equal(foundLines('src/a.ts:1:2 error\nnothing\nmore\nof it'), undefined);
    assert.equal(foundLines('src/a.ts:1:one line'), undefined);
    assert.equal(foundLines('12:30:11 started\n12:30:12 ended'), undefined);
    assert.equal(foundLines(''), undefined);
  });
});
