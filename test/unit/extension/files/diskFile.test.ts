import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  FileRefusal,
  readDiskFile,
  realPathWithin,
  type RefusalReason,
  type Roots,
} from '../../../../src/extension/files/diskFile.ts';

const MOST_BYTES = 100;

describe('a file on disk', () => {
  let scratch: string;
  let root: string;
  let server: Server;

  const inRoot = (name: string): string => path.join(root, name);
  const outside = (name: string): string => path.join(scratch, 'elsewhere', name);

  before(async () => {
    scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'lt-disk-')));
    root = path.join(scratch, 'workspace');
    mkdirSync(inRoot('src'), { recursive: true });
    mkdirSync(path.join(scratch, 'elsewhere'));
    mkdirSync(path.join(scratch, 'workspace-beside'));
    writeFileSync(inRoot('src/a.txt'), 'inside');
    writeFileSync(inRoot('full.txt'), 'x'.repeat(MOST_BYTES));
    writeFileSync(inRoot('long.txt'), 'x'.repeat(MOST_BYTES + 1));
    writeFileSync(outside('key'), 'not yours');
    writeFileSync(path.join(scratch, 'workspace-beside', 'b.txt'), 'not yours');
    symlinkSync(inRoot('src/a.txt'), inRoot('AGENTS.md'));
    symlinkSync(inRoot('src'), inRoot('linkedFolder'));
    symlinkSync(outside('key'), inRoot('keyLink'));
    symlinkSync(inRoot('keyLink'), inRoot('linkOfLink'));
    symlinkSync(path.join('..', 'elsewhere', 'key'), inRoot('relativeLink'));
    symlinkSync(path.join(scratch, 'elsewhere'), inRoot('away'));
    symlinkSync(path.join(scratch, 'workspace-beside'), inRoot('beside'));
    symlinkSync(scratch, inRoot('up'));
    symlinkSync('/dev/zero', inRoot('zero'));
    symlinkSync(inRoot('nowhere'), inRoot('dangling'));
    symlinkSync(inRoot('circle'), inRoot('circle'));
    execFileSync('mkfifo', [inRoot('pipe')]);
    symlinkSync(inRoot('pipe'), inRoot('pipeLink'));
    server = createServer();
    await new Promise<void>((resolve) => server.listen(inRoot('socket'), resolve));
  });

  after(() => {
    server.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  const read = async (name: string, roots: Roots = [root]): Promise<string> =>
    Buffer.from(await readDiskFile(path.resolve(root, name), { roots, mostBytes: MOST_BYTES })).toString();

  const refused = (reason: RefusalReason) => (error: unknown) =>
    error instanceof FileRefusal && error.reason === reason;

  for (const name of ['src/a.txt', 'AGENTS.md', 'linkedFolder/a.txt', 'up/workspace/src/a.txt']) {
    it(`is read if its real path is inside the root: ${name}`, async () => {
      assert.equal(await read(name), 'inside');
    });
  }

  it('is read if a link leads to a file in another allowed root folder', async () => {
    assert.equal(await read('keyLink', [root, path.join(scratch, 'elsewhere')]), 'not yours');
  });

  it('is read if the path of the root contains a link', async () => {
    assert.equal(await read('src/a.txt', [inRoot('up/workspace')]), 'inside');
  });

  for (const name of [
    'keyLink',
    'linkOfLink',
    'relativeLink',
    'away/key',
    'up/elsewhere/key',
    'beside/b.txt',
    'zero',
  ]) {
    it(`is refused if a link leads out of the root: ${name}`, async () => {
      await assert.rejects(() => read(name), refused('outside'));
      await assert.rejects(() => realPathWithin(inRoot(name), [root]), refused('outside'));
    });
  }

  for (const [what, name, reason] of [
    ['a folder', 'src', 'folder'],
    ['a pipe that no process writes to', 'pipe', 'special'],
    ['a link to a pipe', 'pipeLink', 'special'],
    ['a socket', 'socket', 'special'],
    ['missing', 'nothing.txt', 'missing'],
    ['below a file', 'src/a.txt/b', 'missing'],
    ['a link to nowhere', 'dangling', 'missing'],
    ['a link to itself', 'circle', 'missing'],
    ['named with a null character', 'a\0b', 'missing'],
    ['one byte too large', 'long.txt', 'tooLarge'],
  ] as const) {
    it(`is refused if it is ${what}`, async () => {
      await assert.rejects(() => read(name), refused(reason));
    });
  }

  it('is read if its size is exactly the limit', async () => {
    assert.equal((await read('full.txt')).length, MOST_BYTES);
  });

  it('is refused with the size in the error if the file is larger than the limit', async () => {
    writeFileSync(inRoot('longer.txt'), 'x'.repeat(MOST_BYTES * 3));
    await assert.rejects(() => read('longer.txt'), { reason: 'tooLarge', bytes: MOST_BYTES * 3 });
  });

  it('is never read from a device, even if every place is allowed', async () => {
    await assert.rejects(() => read('/dev/zero', 'anywhere'), refused('special'));
    assert.equal(await read('keyLink', 'anywhere'), 'not yours');
  });

  // Only Linux has files that report size 0 although they have content.
  if (process.platform === 'linux')
    it('is not read beyond the limit even if the reported size is 0', async () => {
      await assert.rejects(() => read('/proc/self/smaps', 'anywhere'), {
        reason: 'tooLarge',
        bytes: MOST_BYTES + 1,
      });
    });

  it('is refused if no allowed root folder exists', async () => {
    await assert.rejects(() => read('src/a.txt', []), refused('outside'));
    await assert.rejects(() => read('src/a.txt', [inRoot('gone')]), refused('outside'));
  });
});
