import assert from 'node:assert/strict';
import { SharedNames } from '../../../../src/core/text/sharedNames.ts';

describe('shared names', () => {
  it('are tested once each, whether they are names or not', () => {
    const tested: string[] = [];
    const shared = new SharedNames((text) => {
      tested.push(text);
      return text !== 'plain';
    });
    const given = ['a_b', 'plain', 'a_b', 'plain'].map((text) => shared.nameOf(text));
    assert.deepEqual(given, ['a_b', undefined, 'a_b', undefined]);
    assert.deepEqual(tested, ['a_b', 'plain']);
  });

  it('are bounded: past a hundred thousand texts all are forgotten', () => {
    let tested = 0;
    const shared = new SharedNames(() => {
      tested += 1;
      return true;
    });
    for (let at = 0; at <= 100_000; at++) shared.nameOf(`name_${String(at)}`);
    shared.nameOf('name_0');
    assert.equal(tested, 100_002);
  });
});
