import assert from 'node:assert/strict';
import {
  loadKept,
  newWork,
  NOTHING_KEPT,
  savedKept,
  type Kept,
} from '../../../src/webview/panel/planWork.ts';

describe('what is kept of a plan', () => {
  const kept: Kept = {
    session: 's1',
    isOpen: true,
    isAsked: false,
    work: {
      strategy: 'hybrid',
      target: { figure: '30', unit: 'percent' },
      instructions: 'Keep the heights.',
      wishes: new Map([['m2', 'keep']]),
      range: { first: 'm2', last: 'm9' },
      withoutModel: true,
    },
  };
  const stored = (state: unknown): unknown => JSON.parse(JSON.stringify(state));

  it('comes back as it was', () => {
    assert.deepEqual(loadKept(stored(savedKept(kept))), kept);
    const plain = { ...kept, work: newWork('hybrid') };
    assert.deepEqual(loadKept(stored(savedKept(plain))), plain);
  });

  it('is nothing where the editor has something else, and without what it does not know', () => {
    for (const state of [undefined, null, 7, [], { drafts: [] }])
      assert.deepEqual(loadKept(state), NOTHING_KEPT);
    const wishes = [['m2', 'keep'], ['m3', 'burn'], 'm4'];
    const work = { ...kept.work, wishes, range: { first: 'm2' } };
    const loaded = loadKept({ ...kept, work }).work;
    assert.deepEqual([loaded?.wishes, loaded?.range], [new Map([['m2', 'keep']]), undefined]);
    assert.equal(loadKept({ ...kept, work: { wishes } }).work, undefined);
  });

  it('is no more than the editor should hold', () => {
    const wishes = new Map(Array.from({ length: 50_000 }, (_, at) => [`m${String(at)}`, 'keep'] as const));
    const saved = savedKept({ ...kept, work: { ...newWork('hybrid'), wishes } });
    assert.deepEqual(saved, { session: 's1', isOpen: true, isAsked: false });
  });
});
