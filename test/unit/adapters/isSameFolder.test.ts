import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { isSameFolder } from '../../../src/adapters/isSameFolder.ts';

describe('Folder paths', () => {
  it('that differ only in case, in the kind of slash or in a slash at the end are the same folder on Windows', () => {
    for (const other of ['c:\\users\\Me\\App', 'C:/Users/me/app', 'C:\\Users\\me\\app\\'])
      assert.ok(isSameFolder('C:\\Users\\me\\app', other, win32), other);
    for (const other of ['C:\\Users\\me', 'D:\\Users\\me\\app', 'C:\\Users\\me\\app2'])
      assert.equal(isSameFolder('C:\\Users\\me\\app', other, win32), false, other);
  });

  it('that differ only in case are different folders on other systems, but a slash at the end makes no difference', () => {
    assert.ok(isSameFolder('/home/me/app', '/home/me/app/', posix));
    assert.equal(isSameFolder('/home/me/app', '/home/me/App', posix), false);
  });
});
