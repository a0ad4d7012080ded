import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyDelta, listPatch, stateDeltas, type KeyedItem } from '../../../src/shared/stateDelta.ts';

interface Item extends KeyedItem {
  readonly text: string;
  readonly parts?: readonly string[];
}

interface State {
  readonly title: string;
  readonly lock?: string | undefined;
  readonly names: readonly string[];
  readonly items: readonly Item[];
}

const item = (id: string, text = id): Item => ({ id, text });
const state = (...items: readonly Item[]): State => ({ title: 'Tides', names: ['a'], items });

const items = fc
  .uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 12 })
  .chain((ids) => fc.tuple(...ids.map((id) => fc.constantFrom(item(`${id}`), item(`${id}`, 'changed')))));
const states = fc.record({
  title: fc.constantFrom('a', 'b'),
  lock: fc.constantFrom(undefined, 'a', 'b'),
  names: fc.constantFrom([], ['a'], ['a', 'b']),
  items,
});

/** Returns the value as a view receives it: converted to JSON and back. */
function crossed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

describe('deltas between two states', () => {
  it('turn the first state into the second', () => {
    const takes = (now: Item, old: Item): boolean => now.text === 'changed' && old.text !== 'changed';
    fc.assert(
      fc.property(states, states, (before, after) => {
        const deltas = crossed(stateDeltas<State>(before, after));
        assert.deepEqual(crossed(deltas.reduce<State>(applyDelta, before)), crossed(after));
        const patch = listPatch(before.items, after.items, takes) ?? {};
        const taken = applyDelta<State>(before, { type: 'list', field: 'items', patch });
        assert.deepEqual(
          taken.items.map(({ id, text }) => item(id, text)),
          after.items,
        );
      }),
    );
  });

  it('are empty for an equal copy', () => {
    const before: State = { ...state({ ...item('a'), parts: ['x'] }), lock: undefined };
    assert.deepEqual(stateDeltas<State>(before, crossed(before)), []);
  });

  it('list the removed, replaced and added items', () => {
    const before = [item('a'), item('b'), item('c'), item('d')];
    const after = [item('x'), item('b', 'new'), item('d'), item('e')];
    assert.deepEqual(listPatch(before, after), {
      removed: ['a', 'c'],
      replaced: [{ id: 'b', item: item('b', 'new') }],
      added: [{ items: [item('x')], before: 'b' }, { items: [item('e')] }],
    });
  });

  it('give a new item the key of the replaced item', () => {
    const put = (from: State, id: string, by: Item): State =>
      applyDelta<State>(from, { type: 'list', field: 'items', patch: { replaced: [{ id, item: by }] } });
    const taken = put(state(item('a'), item('b')), 'b', item('m2', 'Hello'));
    const again = put(taken, 'm2', item('m2', 'Hello there'));
    assert.deepEqual(
      [taken, again].map(({ items: [, second] }) => [second?.id, second?.key]),
      [['m2', 'b'], ['m2', 'b']], // prettier-ignore
    );
    assert.equal(taken.items[0], again.items[0], 'an item that the deltas do not name was copied');
  });

  it('are applied with at most four reads per item', () => {
    let reads = 0;
    const many = Array.from({ length: 1_000 }, (_, index): Item => ({
      text: '',
      get id() {
        reads += 1;
        return `r${index}`;
      },
    }));
    const readsFor = (patch: Parameters<typeof applied>[1]): number => {
      reads = 0;
      applied(many, patch);
      return reads / many.length;
    };
    const some = Array.from({ length: 800 }, (_, index) => `r${index}`);
    assert.ok(readsFor({ replaced: some.map((id) => ({ id, item: item(id, 'new') })) }) <= 4);
    assert.ok(readsFor({ removed: some }) <= 4);
    assert.ok(readsFor({ added: some.map((before) => ({ items: [item(`x${before}`)], before })) }) <= 4);
  });
});

function applied(list: readonly Item[], patch: NonNullable<ReturnType<typeof listPatch<Item>>>): State {
  return applyDelta<State>(state(...list), { type: 'list', field: 'items', patch });
}
