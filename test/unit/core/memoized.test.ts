import assert from 'node:assert/strict';
import { accumulated, memoized } from '../../../src/core/memoized.ts';

describe('A memoized function', () => {
  it('computes the value once for each object', () => {
    let calls = 0;
    const nameOf = memoized(({ name }: { readonly name: string }) => `${name} ${String((calls += 1))}`);
    const [lamp, pier] = [{ name: 'lamp' }, { name: 'pier' }];
    assert.deepEqual([lamp, pier, lamp].map(nameOf), ['lamp 1', 'pier 2', 'lamp 1']);
  });
});

describe('A state accumulated from a list', () => {
  const reader = (): { sum: (items: readonly { readonly n: number }[]) => number; reads: () => number } => {
    let count = 0;
    const sum = accumulated<{ readonly n: number }, number>(0, (before, { n }) => ((count += 1), before + n));
    return { sum, reads: () => count };
  };

  it('is computed without rereading earlier items when the list grows', () => {
    const { sum, reads } = reader();
    const items = [{ n: 1 }, { n: 2 }];
    assert.equal(sum(items), 3);
    items.push({ n: 3 });
    assert.equal(sum(items), 6);
    assert.equal(sum([...items, { n: 4 }]), 10);
    assert.equal(reads(), 4);
  });

  it('is computed again when the list was cut or contains other items', () => {
    const { sum } = reader();
    const items = [{ n: 1 }, { n: 2 }, { n: 3 }];
    assert.equal(sum(items), 6);
    assert.equal(sum(items.slice(0, 2)), 3);
    assert.equal(sum([...items.slice(0, 1), { n: 5 }, { n: 6 }]), 12);
    assert.equal(sum([]), 0);
  });
});
