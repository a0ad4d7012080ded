import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Trial } from './trial.ts';

const project = path.join(import.meta.dirname, '../..');

/**
 * Returns the files of the unit tests with a variable number of cases (see test/support/volume.ts). The cases are made
 * up or come from the corpus.
 */
function filesWithVolume(): readonly string[] {
  const files = globSync('test/unit/**/*.test.ts', { cwd: project });
  return files.filter((file) => readFileSync(path.join(project, file), 'utf8').includes('support/volume.ts'));
}

export const properties: Trial = {
  what: 'times the usual volume of the unit tests of properties',
  usual: 20,
  run({ count, seed, progress }) {
    const { status, stdout, stderr } = spawnSync(
      'npx',
      [
        'mocha',
        '--require',
        path.join(project, 'test/support/sameEachRun.ts'),
        '--reporter',
        'dot',
        ...filesWithVolume(),
      ],
      {
        cwd: project,
        encoding: 'utf8',
        env: { ...process.env, LONGTHREAD_VOLUME: String(count), LONGTHREAD_SEED: String(seed) },
      },
    );
    progress(count);
    const failures = status === 0 ? [] : [`${stdout}\n${stderr}`.slice(-4_000)];
    return Promise.resolve({ failures, figures: `${filesWithVolume().length} files of tests` });
  },
};
