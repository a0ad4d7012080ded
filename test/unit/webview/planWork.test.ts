import assert from 'node:assert/strict';
import {
  KeptPlan,
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
      wishes: new Map([['m2', 'stays']]),
      range: { first: 'm2', last: 'm9' },
      withoutModel: true,
    },
  };
  const stored = (state: unknown): unknown => JSON.parse(JSON.stringify(state));

  function keptPlan(state: unknown): KeptPlan {
    return new KeptPlan({ loadState: () => state, saveState: () => undefined });
  }

  function loadKept(state: unknown): Kept {
    return keptPlan(state).now;
  }

  it('is of one session: another one begins with nothing of it', () => {
    const plan = keptPlan(savedKept(kept));
    plan.open('s2', false);
    assert.deepEqual(plan.now, { session: 's2', isOpen: true, isAsked: false, work: undefined });
  });

  it('goes on in a plan that is opened again, and not in the run that the person is asked about', () => {
    const plan = keptPlan(savedKept(kept));
    plan.leave('s1');
    plan.open('s1', false);
    assert.deepEqual(plan.of('s1'), kept);
    plan.open('s1', true);
    assert.deepEqual(plan.of('s1'), { ...kept, isAsked: true, work: undefined });
    plan.keep('s1', { work: newWork('window') });
    plan.open('s1', true);
    assert.equal(plan.of('s1').work?.strategy, 'window', 'it was chosen for this run');
    plan.leave('s1');
    plan.open('s1', true);
    assert.equal(plan.of('s1').work, undefined, 'by now it may be another run');
  });

  it('ends with its own session alone', () => {
    const plan = keptPlan(savedKept(kept));
    plan.end('s2');
    assert.deepEqual([plan.of('s1'), plan.of('s2').isOpen], [kept, false]);
    plan.end('s1');
    assert.deepEqual(plan.of('s1'), { ...kept, isOpen: false, work: undefined });
  });

  it('comes back as it was', () => {
    assert.deepEqual(loadKept(stored(savedKept(kept))), kept);
    const plain = { ...kept, work: newWork('hybrid') };
    assert.deepEqual(loadKept(stored(savedKept(plain))), plain);
    const smallest = { ...plain.work, target: { figure: '', unit: 'smallest' } } as const;
    assert.deepEqual(loadKept(stored(savedKept({ ...kept, work: smallest }))).work, smallest);
  });

  it('is nothing where the editor has something else, and without what it does not know', () => {
    for (const state of [undefined, null, 7, [], { drafts: [] }])
      assert.deepEqual(loadKept(state), NOTHING_KEPT);
    const wishes = [['m2', 'stays'], ['m3', 'burn'], 'm4'];
    const work = { ...kept.work, wishes, range: { first: 'm2' } };
    const loaded = loadKept({ ...kept, work }).work;
    assert.deepEqual([loaded?.wishes, loaded?.range], [new Map([['m2', 'stays']]), undefined]);
    assert.equal(loadKept({ ...kept, work: { wishes } }).work, undefined);
  });

  it('is no more than the editor should hold', () => {
    const wishes = new Map(Array.from({ length: 50_000 }, (_, at) => [`m${String(at)}`, 'stays'] as const));
    const saved = savedKept({ ...kept, work: { ...newWork('hybrid'), wishes } });
    assert.deepEqual(saved, { session: 's1', isOpen: true, isAsked: false });
  });
});
