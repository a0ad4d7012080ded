import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SaidTexts } from '../../../../src/core/audit/saidTexts.ts';
import { foldersByName, isFileMentioned } from '../../../../src/core/audit/mentionedFile.ts';

const NAMES = [
  'README.md',
  'index.ts',
  'a+b(c).ts',
  '[id].tsx',
  '*.py',
  '$x.ts',
  '.env',
  'my file.txt',
  'ルール.md',
];
const FOLDERS = ['docs', 'Docs', 'src', '(group)', 'a.b', '.', '..', ''];
const paths = fc.uniqueArray(
  fc
    .tuple(fc.array(fc.constantFrom(...FOLDERS), { maxLength: 3 }), fc.constantFrom(...NAMES))
    .map(([folders, name]) => [...folders, name].join('/')),
  { maxLength: 8 },
);

describe('The search for a file in a text', () => {
  it('finds each path that the text lists, even if the name has special characters', () => {
    fc.assert(
      fc.property(paths, (files) => {
        const after = new SaidTexts([files.join('\n')]);
        for (const path of files) assert.ok(isFileMentioned(path, after, foldersByName(files)), path);
      }),
    );
  });

  it('finds a name that is listed in braces, with or without a space after the comma', () => {
    const after = new SaidTexts(['All of tools/{logs,tags, notes}.py were changed.']);
    for (const name of ['tools/logs.py', 'tools/tags.py', 'tools/notes.py'])
      assert.ok(after.names(name), name);
    assert.ok(!after.names('tools/other.py'));
  });

  it('distinguishes a file in the root folder from files with the same name in other folders', () => {
    const files = ['index.ts', 'src/docs/index.ts', 'src/index.ts', 'docs/src/index.ts'];
    const after = new SaidTexts([files.join('\n')]);
    assert.ok(isFileMentioned('index.ts', after, foldersByName(files)));
    const others = new SaidTexts([files.slice(1).join('\n')]);
    assert.ok(!isFileMentioned('index.ts', others, foldersByName(files)));
  });

  it('finds no file in a text that names neither files nor folders', () => {
    fc.assert(
      fc.property(paths, (files) => {
        const after = new SaidTexts(['The shop was worked on.\nGo on']);
        for (const path of files) assert.ok(!isFileMentioned(path, after, foldersByName(files)), path);
      }),
    );
  });

  it('throws no error, for any path and text', () => {
    const odd = fc.oneof(
      fc.constantFrom('', '/', '.', '..', './', 'docs/', '*', '_', '______', ...NAMES),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(odd), fc.array(odd), (files, texts) => {
        const after = new SaidTexts([...texts, 'Go on']);
        for (const path of files)
          assert.equal(typeof isFileMentioned(path, after, foldersByName(files)), 'boolean');
      }),
    );
  });
});
