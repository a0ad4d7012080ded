import assert from 'node:assert/strict';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { diskTarget, TargetRefusal } from '../../../../src/extension/hands/diskTarget.ts';
import { pathProblem } from '../../../../src/extension/hands/pathProblem.ts';

type Spelled = readonly [written: string, problem: RegExp];

/** Paths that are refused on every system, each with the problem that is reported. */
const everywhere: readonly Spelled[] = [
  ['', /empty/],
  ['   ', /empty/],
  ['..', /goes up/],
  ['../a.ts', /goes up/],
  ['src/../../a.ts', /goes up/],
  ['src/../a.ts', /goes up/],
  ['src\\..\\..\\a.ts', /goes up/],
  ['a/b/..', /goes up/],
  ['/home/ann/code/../../etc/passwd', /goes up/],
  ['//server/share/a.ts', /another machine or a device/],
  ['\\\\server\\share\\a.ts', /another machine or a device/],
  ['\\\\?\\C:\\a.ts', /another machine or a device/],
  ['\\\\.\\pipe\\x', /another machine or a device/],
  ['//./PhysicalDrive0', /another machine or a device/],
  ['~/a.ts', /begins with ~/],
  ['~root/.bashrc', /begins with ~/],
  ['file:///etc/passwd', /is an address/],
  ['https://example.org/a', /is an address/],
  ['vscode-remote://wsl+Ubuntu/etc', /is an address/],
  ['a\u0000.ts', /invisible characters/],
  ['a\n.ts', /invisible characters/],
  ['a\u200b.ts', /invisible characters/],
  ['a\u202egpj.ts', /invisible characters/],
  ['a\u2066b.ts', /invisible characters/],
  ['\ufeffa\u00ad.ts', /invisible characters/],
  ['deploy.sh\u3164', /invisible characters/],
  ['a\u034f\u{e0101}.ts', /invisible characters/],
  ['src/', /names a folder/],
  ['C:a.ts', /drive/],
];

/** Paths that are refused only on Windows. On other systems they are ordinary paths. */
const onWindows: readonly Spelled[] = [
  ['con', /device on Windows/],
  ['src/CON.ts', /device on Windows/],
  ['nul.txt', /device on Windows/],
  ['aux.c', /device on Windows/],
  ['COM1.log', /device on Windows/],
  ['lpt9', /device on Windows/],
  ['com\u00b9.txt', /device on Windows/],
  ['conout$', /device on Windows/],
  ['prn/a.ts', /device on Windows/],
  ['a.ts.', /dot or a space/],
  ['.git./config', /dot or a space/],
  ['src /a.ts', /dot or a space/],
  ['a.ts...', /dot or a space/],
  ['a.ts::$DATA', /has a character/],
  ['a.ts:stream', /has a character/],
  ['.git:x/config', /has a character/],
  ['a?.ts', /has a character/],
  ['a*.ts', /has a character/],
  ['GIT~1/config', /short form/],
  ['PROGRA~1/a.ts', /short form/],
];

const fine: readonly string[] = [
  'a.ts',
  './a.ts',
  'src/a b/[id].ts',
  '.github/workflows/ci.yml',
  'src\\deep\\a.ts',
  'caf\u00e9.ts',
  'cafe\u0301.ts',
  '日本語.md',
  'a..b/c...d.ts',
  'console.ts',
  'auxiliary/nullable.ts',
  'com10.ts',
];

/** Paths, each with the file to which the path leads on the disk, or with the reason for its refusal. */
const onDisk: readonly (readonly [written: string, expected: string])[] = [
  ['src/a.ts', 'there work/src/a.ts'],
  ['src/new.ts', 'new work/src/new.ts'],
  ['new/deep/b.ts', 'new work/new/deep/b.ts'],
  ['deep/a.ts', 'there work/src/a.ts'],
  ['deep/new.ts', 'new work/src/new.ts'],
  ['hook', 'there work/.git/config'],
  ['toOther', 'there other/b.ts'],
  ['out', 'outside'],
  ['chain', 'outside'],
  ['outFolder/secret', 'outside'],
  ['outFolder/new.ts', 'outside'],
  ['broken', 'brokenLink'],
  ['broken/a.ts', 'brokenLink'],
  ['round', 'brokenLink'],
  ['device', 'outside'],
  ['hard', 'hardLink'],
  ['x.txt', 'hardLink'],
  ['src/x.txt', 'hardLink'],
  ['pipe', 'special'],
  ['src', 'folder'],
  ['src/a.ts/b', 'notAFolder'],
  ['SRC/a.ts', 'alias'],
  ['src/A.ts', 'alias'],
  ['.GIT/config', 'alias'],
  ['.Git/hooks/pre-commit', 'alias'],
  ['cafe\u0301.ts', 'alias'],
  ['CAF\u00c9.ts', 'alias'],
  ['\uff53rc/a.ts', 'alias'],
  ['caf\u00e9.ts', 'there work/caf\u00e9.ts'],
];

describe('the tables of tested paths', () => {
  it('contain at least 80 paths in total', () => {
    assert.ok([everywhere, onWindows, fine, onDisk].flat().length >= 80);
  });
});

describe('the path string of a file to change', () => {
  for (const [written, problem] of everywhere)
    it(`is refused if it is ${JSON.stringify(written)}`, () => {
      for (const isWindows of [false, true]) assert.match(pathProblem(written, isWindows) ?? 'fine', problem);
    });

  for (const [written, problem] of onWindows)
    it(`is refused only on Windows if it is ${JSON.stringify(written)}`, () => {
      assert.match(pathProblem(written, true) ?? 'fine', problem);
      assert.equal(pathProblem(written, false), undefined);
    });

  for (const written of fine)
    it(`is allowed if it is ${JSON.stringify(written)}`, () => {
      for (const isWindows of [false, true]) assert.equal(pathProblem(written, isWindows), undefined);
    });

  it('may contain a drive letter only on Windows', () => {
    assert.equal(pathProblem('C:\\work\\a.ts', true), undefined);
    assert.match(pathProblem('C:\\work\\a.ts', false) ?? '', /names a drive/);
  });
});

describe('diskTarget', () => {
  let base = '';
  let work = '';
  let other = '';

  before(() => {
    base = mkdtempSync(path.join(tmpdir(), 'longthread-target-'));
    [work, other] = [path.join(base, 'work'), path.join(base, 'other')];
    for (const folder of ['work/src', 'work/.git', 'other', 'away'])
      mkdirSync(path.join(base, folder), { recursive: true });
    for (const file of [
      'work/src/a.ts',
      'work/.git/config',
      'work/caf\u00e9.ts',
      'work/x.txt',
      'other/b.ts',
      'away/secret',
    ])
      writeFileSync(path.join(base, file), 'text');
    const links = [
      ['out', '../away/secret'],
      ['outFolder', '../away'],
      ['toOther', '../other/b.ts'],
      ['hook', '.git/config'],
      ['deep', 'src'],
      ['chain', 'out'],
      ['broken', 'nothing'],
      ['round', 'round'],
      ['device', '/dev/null'],
    ] as const;
    for (const [name, target] of links) symlinkSync(target, path.join(work, name));
    linkSync(path.join(base, 'away/secret'), path.join(work, 'hard'));
    linkSync(path.join(work, 'x.txt'), path.join(work, 'src/x.txt'));
    execFileSync('mkfifo', [path.join(work, 'pipe')]);
  });

  after(() => {
    rmSync(base, { recursive: true, force: true });
  });

  async function target(written: string): Promise<string> {
    try {
      const start = { root: 0, segments: written.split('/') };
      const { root, inside, exists } = await diskTarget([work, other], start);
      return `${exists ? 'there' : 'new'} ${['work', 'other'][root] ?? ''}/${inside.join('/')}`;
    } catch (error) {
      if (error instanceof TargetRefusal) return error.problem.reason;
      throw error;
    }
  }

  for (const [written, expected] of onDisk) {
    const [kind, file] = expected.split(' ');
    const is =
      file === undefined
        ? `the problem “${expected}”`
        : `${kind === 'new' ? 'the new' : 'the existing'} file ${file}`;
    it(`finds ${is} for ${JSON.stringify(written)}`, async () => {
      assert.equal(await target(written), expected);
    });
  }

  it('allows a rename that changes nothing but the case of the file’s name', async () => {
    const to = (segments: readonly string[], renamed: string): Promise<unknown> =>
      diskTarget([work], { root: 0, segments, renamed: path.join(work, renamed) });
    assert.deepEqual(await to(['src', 'A.ts'], 'src/a.ts'), {
      root: 0,
      inside: ['src', 'A.ts'],
      exists: false,
    });
    await assert.rejects(to(['src', 'A.ts'], 'src/b.ts'));
    await assert.rejects(to(['SRC', 'a.ts'], 'src/a.ts'));
  });
});
