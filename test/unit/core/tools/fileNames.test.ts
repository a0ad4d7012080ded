import assert from 'node:assert/strict';
import { fileNames } from '../../../../src/core/tools/fileNames.ts';

describe('the full name of a file', () => {
  const nameOf = fileNames(
    [
      ['/p/lamp/src/a.ts', 'm1'],
      ['/p/lamp/README.md', 'm2'],
      ['/p/pier/README.md', 'm3'],
      ['C:\\p\\lamp\\quay.ts', 'm4'],
    ],
    '/p/pier',
  );

  it('is the absolute path that ends with the given name', () => {
    const anywhere = fileNames([
      ['/p/lamp/src/a.ts', 'm1'],
      ['C:\\p\\lamp\\quay.ts', 'm4'],
    ]);
    assert.deepEqual(anywhere('./src/a.ts'), { path: '/p/lamp/src/a.ts', from: 'm1' });
    assert.deepEqual(anywhere('lamp/quay.ts'), { path: 'C:\\p\\lamp\\quay.ts', from: 'm4' });
    assert.deepEqual(anywhere('C:/p/lamp/quay.ts'), { path: 'C:\\p\\lamp\\quay.ts', from: 'm4' });
    assert.deepEqual(anywhere('/p/lamp/src/a.ts'), { path: '/p/lamp/src/a.ts' });
    assert.deepEqual(anywhere('./b.ts'), { path: 'b.ts' });
  });

  it('is the same for a drive letter in upper and in lower case', () => {
    assert.deepEqual(nameOf('c:\\p\\lamp\\quay.ts'), { path: 'C:\\p\\lamp\\quay.ts', from: 'm4' });
  });

  it('is the first spelling if a relative path occurs with different slashes', () => {
    const relative = fileNames([
      ['./quay\\berth.ts', 'm1'],
      ['quay/berth.ts', 'm2'],
    ]);
    assert.deepEqual(relative('quay/berth.ts'), { path: 'quay\\berth.ts', from: 'm1' });
    assert.deepEqual(relative('./quay\\berth.ts'), { path: 'quay\\berth.ts' });
  });

  it('is not the path of a file outside the working folder if the given name is relative', () => {
    assert.deepEqual(nameOf('src/a.ts'), { path: 'src/a.ts' });
  });

  it('is the path in the working folder if several paths match', () => {
    assert.deepEqual(nameOf('README.md'), { path: '/p/pier/README.md', from: 'm3' });
  });

  it('is the given name if several paths match but no working folder is known', () => {
    const elsewhere = fileNames([
      ['/p/lamp/README.md', 'm1'],
      ['/p/pier/README.md', 'm2'],
    ]);
    assert.deepEqual(elsewhere('README.md'), { path: 'README.md' });
  });

  it('is not a path that contains the given name only in the middle or as a part of a longer name', () => {
    for (const part of ['READ', 'ME.md', 'pier', 'README']) assert.deepEqual(nameOf(part), { path: part });
    const anywhere = fileNames([['/p/lamp/src/a.ts', 'm1']]);
    for (const part of ['rc/a.ts', 'src/a', 'lamp/src', 'amp/src/a.ts'])
      assert.deepEqual(anywhere(part), { path: part });
  });
});
