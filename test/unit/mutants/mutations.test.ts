import assert from 'node:assert/strict';
import { mutationsOf } from '../../mutants/mutations.ts';

/** Returns the source after each of its mutations. */
function mutantsOf(source: string): readonly string[] {
  return mutationsOf(source).map(
    ({ start, end, after }) => source.slice(0, start) + after + source.slice(end),
  );
}

describe('Mutations', () => {
  const table: Readonly<Record<string, readonly string[]>> = {
    'a < b': ['a <= b'],
    'a >= b': ['a > b'],
    'a === b': ['a !== b'],
    'a && b': ['a || b'],
    'a ?? b': ['a'],
    '!a': ['a'],
    'a - b': ['a + b'],
    'a += b': ['a -= b'],
    "a + 'x'": [],
    'const a = 20;': ['const a = 21;'],
    'const a = true;': ['const a = false;'],
    "f('x');": [';', "f('');"],
    'await f();': [';', 'f();'],
    'const a = b.filter(c);': ['const a = b;'],
    'const a = b.some(c);': ['const a = b.every(c);'],
    'const a = Math.min(b, c);': ['const a = Math.max(b, c);'],
    'const a = /b+c/;': ['const a = /b*c/;'],
  };
  for (const [source, mutants] of Object.entries(table)) {
    it(`of "${source}" are ${mutants.length === 0 ? 'none' : mutants.map((one) => `"${one}"`).join(' and ')}`, () => {
      assert.deepEqual(mutantsOf(source), mutants);
    });
  }

  it('do not change types, imports, property keys and the tags of unions', () => {
    const source = `import a from 'a';
interface B { readonly kind: 'b'; }
type C = 'c' | 7;
const d = (e: B): boolean => { switch (e.kind) { case 'b': return f; } };
const g = { 'h': i, kind: 'b' };`;
    assert.deepEqual(mutantsOf(source), []);
  });

  it('contain the line number, the old text and the new text', () => {
    const [mutation] = mutationsOf('let a;\n\na = b < c;');
    assert.deepEqual([mutation?.line, mutation?.before, mutation?.after], [3, '<', '<=']);
  });
});
