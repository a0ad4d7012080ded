import assert from 'node:assert/strict';
import path from 'node:path';
import { isInside, pathInside } from '../../../../src/extension/files/linksAway.ts';

describe('isInside', () => {
  const onWindows: readonly (readonly [folder: string, file: string, expected: boolean])[] = [
    ['C:\\Srv\\App', 'C:\\Srv\\App\\src\\a.ts', true],
    ['C:\\Srv\\App', 'c:\\srv\\APP\\src\\a.ts', true],
    ['C:\\Srv\\App', 'C:\\Srv\\App', true],
    ['C:\\Srv\\App', 'C:\\Srv\\App2\\a.ts', false],
    ['C:\\Srv\\App', 'C:\\Srv\\a.ts', false],
    ['C:\\Srv\\App', 'D:\\Srv\\App\\a.ts', false],
    ['C:\\Srv\\App', '\\\\server\\share\\a.ts', false],
    ['C:\\Srv\\App', 'C:\\Srv\\App\\..a\\b.ts', true],
    ['\\\\server\\share\\app', '\\\\server\\share\\app\\a.ts', true],
  ];
  for (const [folder, file, expected] of onWindows)
    it(`finds on Windows that ${file} is ${expected ? 'in' : 'outside'} ${folder}`, () => {
      assert.equal(isInside(folder, file, path.win32), expected);
    });

  it('is case-sensitive on other systems', () => {
    assert.equal(isInside('/srv/app', '/srv/APP/a.ts', path.posix), false);
  });
});

describe('pathInside', () => {
  const onWindows: readonly (readonly [folder: string, file: string, expected: string | undefined])[] = [
    ['/c:/Srv/App', '/C:/Srv/App/src/a.ts', 'src/a.ts'],
    ['/c:/Srv/App', '/c:/srv/app/SRC/a.ts', 'SRC/a.ts'],
    ['/c:/Srv/App', '/d:/Srv/App/a.ts', undefined],
    ['/c:/Srv/App', '/c:/Srv/App2/a.ts', undefined],
    ['/c:/Srv/App', '/c:/Srv/App', undefined],
  ];
  for (const [folder, file, expected] of onWindows)
    it(`returns ${String(expected)} on Windows for ${file} in ${folder}`, () => {
      assert.equal(pathInside(folder, file, true), expected);
    });

  it('is case-sensitive on other systems', () => {
    assert.equal(pathInside('/srv/app', '/srv/app/src/a.ts', false), 'src/a.ts');
    assert.equal(pathInside('/srv/app', '/srv/App/src/a.ts', false), undefined);
    assert.equal(pathInside('/srv/app', '/srv/a.ts', false), undefined);
  });
});
