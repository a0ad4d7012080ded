import assert from 'node:assert/strict';
import {
  MOST_FOLDERS,
  walkTree,
  type FolderItem,
  type TreeWalk,
} from '../../../../src/extension/tools/walkTree.ts';

const running = { isCancellationRequested: false };
const folder = (name: string): FolderItem => ({ name, kind: 'folder' });
const file = (name: string): FolderItem => ({ name, kind: 'file' });

/** Returns a walk through the given folders. The keys are their paths. Any other folder is empty. */
function walkOf(
  folders: Readonly<Record<string, readonly FolderItem[]>>,
  changes: Partial<TreeWalk> = {},
): TreeWalk {
  return {
    read: (path) => Promise.resolve(folders[path] ?? []),
    isLeftOut: () => false,
    isWanted: () => true,
    most: 100,
    ...changes,
  };
}

/** Returns the given number of subfolders. The last subfolder contains `deep.ts`. */
function manyFolders(count: number): Readonly<Record<string, readonly FolderItem[]>> {
  const names = Array.from({ length: count }, (_, at) => `folder${at}`);
  return { '': names.map(folder), [names.at(-1) ?? '']: [file('deep.ts')] };
}

describe('a walk through a folder and its subfolders', () => {
  it('returns the wanted files level by level', async () => {
    const folders = {
      '': [
        folder('src'),
        folder('dist'),
        { name: 'link', kind: 'other' as const },
        file('a.ts'),
        file('a.md'),
      ],
      src: [file('b.ts')],
      dist: [file('c.ts')],
    };
    const walk = walkOf(folders, {
      isLeftOut: (path) => path === 'dist',
      isWanted: (path) => path.endsWith('.ts'),
    });
    assert.deepEqual(await walkTree(walk, running), { paths: ['a.ts', 'src/b.ts'], isIncomplete: false });
  });

  it('stops at the maximum number of files or when cancelled', async () => {
    const folders = { '': [file('a'), file('b'), folder('c')], c: [file('d')] };
    assert.deepEqual((await walkTree(walkOf(folders, { most: 1 }), running)).paths, ['a']);
    assert.deepEqual((await walkTree(walkOf(folders), { isCancellationRequested: true })).paths, []);
  });

  it('reads at most 2,000 folders, and reports an incomplete result if there are more', async () => {
    const all = await walkTree(walkOf(manyFolders(MOST_FOLDERS - 1)), running);
    assert.deepEqual(all, { paths: [`folder${MOST_FOLDERS - 2}/deep.ts`], isIncomplete: false });
    const cut = await walkTree(walkOf(manyFolders(MOST_FOLDERS)), running);
    assert.deepEqual(cut, { paths: [], isIncomplete: true });
  });
});
