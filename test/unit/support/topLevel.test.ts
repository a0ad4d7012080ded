import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The files and folders at the project's top level, without those whose names begin with a dot. */
const EXPECTED = [
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'docs',
  'knip.json',
  'media',
  'oxlint.config.ts',
  'package-lock.json',
  'package.json',
  'sample',
  'scripts',
  'src',
  'test',
  'tsconfig.json',
];

describe('The top level of the project', () => {
  it('contains no other files and folders than the expected ones and those in .gitignore', () => {
    const ignored = readFileSync(path.join(ROOT, '.gitignore'), 'utf8')
      .split('\n')
      .map((line) => line.replace(/\/$/, ''));
    const isIgnored = (name: string): boolean =>
      name.startsWith('.') || ignored.includes(name) || ignored.includes(`*${path.extname(name)}`);
    assert.deepEqual(
      readdirSync(ROOT)
        .filter((name) => !isIgnored(name))
        .sort(),
      EXPECTED.sort(),
    );
  });
});
