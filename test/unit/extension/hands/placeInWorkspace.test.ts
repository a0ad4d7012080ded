import assert from 'node:assert/strict';
import { placeInWorkspace, targetSentence } from '../../../../src/extension/hands/placeInWorkspace.ts';

const code = { name: 'code', uri: { path: '/home/ann/code' } };
const docs = { name: 'docs', uri: { path: '/home/ann/docs' } };

describe('placeInWorkspace', () => {
  it('finds a path in the only folder of the workspace', () => {
    for (const written of ['src/a.ts', './src/a.ts', ' src\\a.ts ', 'src//a.ts', '/home/ann/code/src/a.ts'])
      assert.deepEqual(placeInWorkspace(written, [code], false), { folder: code, inside: 'src/a.ts' });
  });

  it('finds the workspace folder of a path that begins with the folder’s name or full path', () => {
    assert.deepEqual(placeInWorkspace('docs/a.md', [code, docs], false), { folder: docs, inside: 'a.md' });
    assert.deepEqual(placeInWorkspace('/home/ann/docs/a.md', [code, docs], false), {
      folder: docs,
      inside: 'a.md',
    });
  });

  it('refuses a relative path in a workspace with two folders if the path does not begin with the name of one of them, or is only that name', () => {
    for (const written of ['src/a.ts', 'a.md', 'docs'])
      assert.throws(() => placeInWorkspace(written, [code, docs], false), {
        name: 'PathError',
        message: `${written} names no file in a folder of the workspace; begin the path with one of: code, docs.`,
      });
  });

  it('refuses an absolute path that is in no folder of the workspace', () => {
    for (const written of ['/etc/passwd', '/home/ann/code2/a.ts', '/home/ann/code'])
      assert.throws(() => placeInWorkspace(written, [code, docs], false), {
        name: 'PathError',
        message: `${written} lies outside the workspace; only files inside it can be changed.`,
      });
  });

  it('compares paths on Windows regardless of upper and lower case', () => {
    const folder = { name: 'code', uri: { path: '/c:/Code' } };
    assert.deepEqual(placeInWorkspace('C:\\code\\src\\a.ts', [folder], true), { folder, inside: 'src/a.ts' });
    assert.throws(() => placeInWorkspace('D:\\code\\a.ts', [folder], true), /lies outside the workspace/);
  });
});

describe('the message for a refused file change', () => {
  it('contains the path exactly as written in the tool call', () => {
    assert.equal(targetSentence({ reason: 'folder' }, 'src'), 'src is a folder; name a file in it.');
    assert.match(targetSentence({ reason: 'outside' }, 'away'), /^away .* outside the workspace; .*\.$/);
    assert.match(
      targetSentence({ reason: 'alias', name: 'a.ts' }, 'A.ts'),
      /^“a\.ts” exists already, and A\.ts /,
    );
  });
});
