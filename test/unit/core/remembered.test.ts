import assert from 'node:assert/strict';
import { remembered } from '../../../src/core/remembered.ts';

describe('a remembered function', () => {
  it('is asked once an object', () => {
    let asked = 0;
    const nameOf = remembered(({ name }: { readonly name: string }) => `${name} ${String((asked += 1))}`);
    const [lamp, pier] = [{ name: 'lamp' }, { name: 'pier' }];
    assert.deepEqual([lamp, pier, lamp].map(nameOf), ['lamp 1', 'pier 2', 'lamp 1']);
  });
});
