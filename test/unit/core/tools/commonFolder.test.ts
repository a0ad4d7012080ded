import assert from 'node:assert/strict';
import { commonFolder } from '../../../../src/core/tools/commonFolder.ts';

describe('the folder that files have in common', () => {
  const project = [
    '/home/p/code/lamp/src/a.ts',
    '/home/p/code/lamp/test/a.test.ts',
    '/home/p/code/lamp/b.md',
  ];

  for (const [what, paths, folder] of [
    ['is what all lie in', project, '/home/p/code/lamp/'],
    [
      'is most files’ own where others lie elsewhere on the machine',
      [...project, '/tmp/out.txt'],
      '/home/p/code/lamp/',
    ],
    [
      'is no person’s own folder beside an agent’s there',
      [...project, '/home/p/.agent/plan.md'],
      '/home/p/code/lamp/',
    ],
    [
      'may be a person’s own where no more is said without it',
      ['/home/p/a/b.ts', '/home/p/c/d.ts'],
      '/home/p/',
    ],
    [
      'has any kind of slash',
      ['C:\\Users\\p\\lamp\\a.ts', 'C:\\Users\\p\\lamp\\b\\c.ts'],
      'C:\\Users\\p\\lamp\\',
    ],
    ['is none of two drives', ['C:\\a\\x.ts', 'D:\\b\\y.ts'], ''],
    [
      'is the project’s where one file lies on another drive',
      ['C:\\code\\lamp\\a.ts', 'C:\\code\\lamp\\b.ts', '/tmp/a.txt'],
      'C:\\code\\lamp\\',
    ],
    ['is none where people’s own folders lie', ['C:\\Users\\a\\x.ts', 'C:\\Users\\b\\y.ts'], ''],
    ['is none of one file, nor what is on a machine', ['/etc/hosts'], ''],
    ['is not what is on a machine', ['/etc/hosts', '/var/log/a.log'], ''],
    ['is none of paths within a folder', ['src/a.ts', 'src/b.ts'], ''],
  ] as const)
    it(what, () => {
      assert.equal(commonFolder(paths), folder);
    });
});
