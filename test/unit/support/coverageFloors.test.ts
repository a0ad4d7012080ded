import assert from 'node:assert/strict';
import { coverageProblems, missingFiles, RUN_ELSEWHERE } from '../../support/coverageFloors.ts';
import { runtimeImports } from '../../support/runtimeImports.ts';

const share = (covered: number, total = 100) => ({ total, covered, pct: (100 * covered) / total });
const floor = { folder: 'cli', lines: 90, fileBranches: 50, branches: 80 };

describe('The coverage check', () => {
  it('has thresholds for the lines and branches of each file, and for the branches of the whole folder', () => {
    const good = { lines: share(95), branches: share(85) };
    const thin = { lines: share(89), branches: share(49) };
    assert.deepEqual(coverageProblems(new Map([['cli/a.ts', good]]), [floor]), []);
    const problems = coverageProblems(
      new Map([
        ['cli/a.ts', good],
        ['cli/b.ts', thin],
        ['core/c.ts', thin],
      ]),
      [floor],
    );
    assert.deepEqual(problems, [
      '89.0 % of the lines of src/cli/b.ts are run by unit tests; 90 % at least should be.',
      '49.0 % of the branches of src/cli/b.ts are run by unit tests; 50 % at least should be.',
      '67.0 % of the branches of src/cli are run by unit tests; 80 % at least should be.',
    ]);
  });

  it('allows one uncovered line in a file of nine lines, but not two', () => {
    const branches = share(85);
    const problemsOf = (covered: number): number =>
      coverageProblems(new Map([['cli/a.ts', { lines: share(covered, 9), branches }]]), [floor]).length;
    assert.deepEqual([problemsOf(8), problemsOf(7)], [0, 1]);
  });

  it('reports each file that no test loads and RUN_ELSEWHERE does not list, and each file that RUN_ELSEWHERE should not list', () => {
    const elsewhere = Object.values(RUN_ELSEWHERE).flat();
    assert.deepEqual(missingFiles(elsewhere, new Map()), []);
    assert.deepEqual(missingFiles([...elsewhere, 'cli/new.ts'], new Map()), [
      'No unit test loads src/cli/new.ts.',
    ]);
    assert.deepEqual(missingFiles(elsewhere.slice(1), new Map()), [
      `Remove src/${elsewhere[0] ?? ''} from RUN_ELSEWHERE: it does not exist, has no code, or needs an editor.`,
    ]);
  });
});

describe('The imports of a file at run time', () => {
  it('include all imports except type imports', () => {
    const source = `import { a } from './a.ts';
import type { B } from './b.ts';
import {
  type C,
  d,
} from 'd';
import 'e';
export { f } from './f.ts';
`;
    assert.deepEqual(runtimeImports(source), ['./a.ts', 'd', 'e', './f.ts']);
  });
});
