import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { instrumented, regionAt } from '../../mutants/regions.ts';

/** Runs an instrumented script, and returns the texts of the regions that ran. */
function ranIn(source: string): readonly string[] {
  const { text, regions } = instrumented(source, 10);
  const ran = new Set<number>();
  runInNewContext(ts.transpile(text), { __ran: (id: number) => ran.add(id) });
  return regions.filter(({ id }) => ran.has(id)).map(({ start, end }) => source.slice(start, end));
}

describe('Regions of a source', () => {
  it('are reported only if they run', () => {
    const source = `
      function f(a: number): number { if (a > 1) return 1; else { return 2; } }
      const g = (a: number) => ({ a });
      const h = (a: number) => (b: number) => a + b;
      switch (f(2)) { case 1: g(1); break; case 2: h(1)(2); break; default: h(1); }`;
    assert.deepEqual(ranIn(source), [
      '{ if (a > 1) return 1; else { return 2; } }',
      'return 1;',
      '({ a })',
      'case 1: g(1); break;',
    ]);
  });

  it('that begin or end at the same place are all reported', () => {
    assert.deepEqual(ranIn('const f = () => () => () => 1; if (f()()() === 1) f();'), [
      '() => () => 1',
      '() => 1',
      '1',
      'f();',
    ]);
  });

  it('are found by position: the innermost region, or none for top-level code', () => {
    const source = 'const a = 1; const f = () => { return () => 2; };';
    const { regions } = instrumented(source, 0);
    const textAt = (at: number): string | undefined => {
      const region = regionAt(regions, at);
      return region && source.slice(region.start, region.end);
    };
    assert.equal(textAt(source.indexOf('2')), '2');
    assert.equal(textAt(source.indexOf('return')), '{ return () => 2; }');
    assert.equal(textAt(source.indexOf('1')), undefined);
  });
});
