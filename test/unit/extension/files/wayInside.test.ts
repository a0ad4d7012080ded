import assert from 'node:assert/strict';
import path from 'node:path';
import { isInside, wayInside } from '../../../../src/extension/files/linksAway.ts';

describe('isInside', () => {
  const onWindows: readonly (readonly [folder: string, file: string, expected: boolean])[] = [
    ['C:\\Work\\App', 'C:\\Work\\App\\src\\a.ts', true],
    ['C:\\Work\\App', 'c:\\work\\APP\\src\\a.ts', true],
    ['C:\\Work\\App', 'C:\\Work\\App', true],
    ['C:\\Work\\App', 'C:\\Work\\App2\\a.ts', false],
    ['C:\\Work\\App', 'C:\\Work\\a.ts', false],
    ['C:\\Work\\App', 'D:\\Work\\App\\a.ts', false],
    ['C:\\Work\\App', '\\\\server\\share\\a.ts', false],
    ['C:\\Work\\App', 'C:\\Work\\App\\..a\\b.ts', true],
    ['\\\\server\\share\\app', '\\\\server\\share\\app\\a.ts', true],
  ];
  for (const [folder, file, expected] of onWindows)
    it(`finds on Windows that ${file} is ${expected ? 'in' : 'outside'} ${folder}`, () => {
      assert.equal(isInside(folder, file, path.win32), expected);
    });

  it('tells case apart elsewhere', () => {
    assert.equal(isInside('/work/app', '/work/APP/a.ts', path.posix), false);
  });
});

describe('wayInside', () => {
  const onWindows: readonly (readonly [folder: string, file: string, expected: string | undefined])[] = [
    ['/c:/Work/App', '/C:/Work/App/src/a.ts', 'src/a.ts'],
    ['/c:/Work/App', '/c:/work/app/SRC/a.ts', 'SRC/a.ts'],
    ['/c:/Work/App', '/d:/Work/App/a.ts', undefined],
    ['/c:/Work/App', '/c:/Work/App2/a.ts', undefined],
    ['/c:/Work/App', '/c:/Work/App', undefined],
  ];
  for (const [folder, file, expected] of onWindows)
    it(`finds on Windows ${expected ?? 'no way'} from ${folder} to ${file}`, () => {
      assert.equal(wayInside(folder, file, true), expected);
    });

  it('tells case apart elsewhere', () => {
    assert.equal(wayInside('/work/app', '/work/app/src/a.ts', false), 'src/a.ts');
    assert.equal(wayInside('/work/app', '/work/App/src/a.ts', false), undefined);
    assert.equal(wayInside('/work/app', '/work/a.ts', false), undefined);
  });
});
