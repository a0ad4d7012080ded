import assert from 'node:assert/strict';
import { commonFolder } from '../../../../src/core/tools/commonFolder.ts';

describe('the common folder of files', () => {
  const project = [
    '/home/p/code/lamp/src/a.ts',
    '/home/p/code/lamp/test/a.test.ts',
    '/home/p/code/lamp/b.md',
  ];

  for (const [what, paths, folder] of [
    ['contains all files', project, '/home/p/code/lamp/'],
    [
      'is the folder of most files if another file is elsewhere on the machine',
      [...project, '/tmp/out.txt'],
      '/home/p/code/lamp/',
    ],
    [
      'is the project’s folder if another file is in an agent’s folder beside the project',
      [...project, '/home/p/.agent/plan.md'],
      '/home/p/code/lamp/',
    ],
    [
      'is the home folder if the files are in different folders of the home folder',
      ['/home/p/a/b.ts', '/home/p/c/d.ts'],
      '/home/p/',
    ],
    [
      'can have backslashes',
      ['C:\\Users\\p\\lamp\\a.ts', 'C:\\Users\\p\\lamp\\b\\c.ts'],
      'C:\\Users\\p\\lamp\\',
    ],
    [
      'is found even if one drive letter is in lower case and another in upper case',
      ['c:\\Users\\p\\lamp\\a.ts', 'C:\\Users\\p\\lamp\\b.ts'],
      'c:\\Users\\p\\lamp\\',
    ],
    ['is empty for files on two drives', ['C:\\a\\x.ts', 'D:\\b\\y.ts'], ''],
    ['is empty for a Unix path and the Windows path of another file', ['/mnt/c/a/x.ts', 'C:\\b\\y.ts'], ''],
    [
      'is the project’s folder if the project has Windows paths and another file has a Unix path',
      ['C:\\code\\lamp\\a.ts', 'C:\\code\\lamp\\b.ts', '/tmp/a.txt'],
      'C:\\code\\lamp\\',
    ],
    [
      'is empty if the files share only the folder that contains all home folders',
      ['C:\\Users\\a\\x.ts', 'C:\\Users\\b\\y.ts'],
      '',
    ],
    ['is empty for one file', ['/etc/hosts'], ''],
    ['is empty if the files share only the root folder', ['/etc/hosts', '/var/log/a.log'], ''],
    ['is empty for relative paths', ['src/a.ts', 'src/b.ts'], ''],
  ] as const)
    it(what, () => {
      assert.equal(commonFolder(paths), folder);
    });
});
