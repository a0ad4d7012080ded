import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Matches a file's path from the root of the project. */
const PATH = /(?<![\w/.-])(?:src|test|scripts|docs|media)\/[\w./-]+\.(?:ts|mjs|md|json|txt|png|svg)\b/g;
/** Matches the target of a link to another file. */
const LINK = /\]\((?!https?:|#)([^)#]+)/g;
const SCRIPT = /\bnpm run (?:--silent )?([\w:]+)/g;

/** An example path that CONTRIBUTING.md uses to show the format of test/claims.txt. */
const PLACEHOLDER = 'test/unit/some.test.ts';

describe('A document of the project', () => {
  for (const name of ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/GUIDE.md'])
    it(`names only files and npm scripts that exist: ${name}`, () => {
      const text = textOf(name);
      const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: object };
      const files = [
        ...[...text.matchAll(PATH)].map(([file]) => file),
        ...[...text.matchAll(LINK)].map(([, file = '']) => path.join(path.dirname(name), file)),
      ];
      const missing = files.filter((file) => file !== PLACEHOLDER && !existsSync(path.join(ROOT, file)));
      const unknown = [...text.matchAll(SCRIPT)].map(([, script = '']) => script);
      assert.deepEqual([...missing, ...unknown.filter((script) => !(script in scripts))], []);
    });
});
