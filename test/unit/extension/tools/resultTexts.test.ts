import assert from 'node:assert/strict';
import {
  listedText,
  MOST_FILES,
  noneFound,
  unreadFolders,
  unsearchedFiles,
} from '../../../../src/extension/tools/resultTexts.ts';

describe('the result of a listing or search', () => {
  const unread =
    'not all folders were read, since they contain too much; to read the others, give a deeper folder as path';

  it('says that folders were not read, even if nothing was found', () => {
    assert.equal(listedText(['a', 'b'], { most: 5, isIncomplete: true }), `a\nb\n[${unread}]`);
    assert.equal(listedText([], { most: 5, isIncomplete: true }), `[no files found; ${unread}]`);
    assert.equal(noneFound('no line has x', unreadFolders(true)), `[no line has x; ${unread}]`);
  });

  it('contains no remark about folders if all folders were read', () => {
    assert.equal(listedText(['a', 'b'], { most: 5, isIncomplete: false }), 'a\nb');
    assert.equal(listedText([], { most: 5, isIncomplete: false }), '[no files found]');
    assert.equal(noneFound('no line has x', unreadFolders(false)), '[no line has x]');
  });

  it('says that there are more files than are listed', () => {
    const text = listedText(['a', 'b'], { most: 1, isIncomplete: false });
    assert.equal(text, 'a\n[more than 1 files; narrow by path or glob]');
  });

  it('says that only the first 5,000 files were searched', () => {
    assert.deepEqual(unsearchedFiles(MOST_FILES, []), []);
    assert.deepEqual(unsearchedFiles(MOST_FILES + 1, []), [
      'only 5000 files were searched; give a folder as path',
    ]);
  });

  it('names the first five files that were too large to be searched, and counts the others', () => {
    const tooLarge = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    assert.deepEqual(unsearchedFiles(9, tooLarge.slice(0, 5)), [
      'not searched, since larger than 1000000 bytes: a, b, c, d, e',
    ]);
    assert.match(unsearchedFiles(9, tooLarge)[0] ?? '', /: a, b, c, d, e and 2 more$/);
  });
});
