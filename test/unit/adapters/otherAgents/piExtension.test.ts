import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PiExtension } from '../../../../src/adapters/otherAgents/piExtension.ts';

describe('Longthread’s extension file for pi', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'lt-pi-ext-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const extension = (version: string, program = '/srv/node'): PiExtension =>
    new PiExtension({
      folder: path.join(folder, '.pi', 'agent'),
      bundle: path.join(folder, `it's ${version}`, 'longthread.js'),
      program,
    });
  /** Returns the arguments that the bundle receives when pi loads the file. */
  const loaded = async ({ path: file }: PiExtension): Promise<readonly unknown[]> => {
    const given: unknown[] = [];
    const copy = path.join(folder, `copy-${String(Math.random())}.mjs`);
    writeFileSync(copy, readFileSync(file));
    const { default: load } = (await import(pathToFileURL(copy).href)) as {
      default: (pi: unknown) => Promise<void>;
    };
    await load(given);
    return given;
  };

  it('loads the bundle, or does nothing if the bundle is gone', async () => {
    const ours = extension('1', String.raw`C:\Code\"code".exe`);
    ours.install();
    assert.equal(ours.path, path.join(folder, '.pi', 'agent', 'extensions', 'longthread.js'));
    assert.deepEqual(await loaded(ours), []);
    mkdirSync(path.join(folder, "it's 1"));
    writeFileSync(path.join(folder, "it's 1", 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(
      path.join(folder, "it's 1", 'longthread.js'),
      'export default (given, program) => given.push(program);',
    );
    assert.deepEqual(await loaded(ours), [String.raw`C:\Code\"code".exe`]);
  });

  it('can be added, updated to another version of Longthread, and removed', () => {
    const [old, fresh] = [extension('1'), extension('2')];
    assert.deepEqual([old.isInstalled, old.updateIfChanged(), existsSync(old.path)], [false, false, false]);
    old.install();
    assert.deepEqual(
      [fresh.isInstalled, old.updateIfChanged(), fresh.updateIfChanged(), fresh.updateIfChanged()],
      [true, false, true, false],
    );
    fresh.remove();
    assert.deepEqual([fresh.isInstalled, existsSync(fresh.path)], [false, false]);
    fresh.remove();
  });

  it('is not installed over another program’s file with the same name, which stays unchanged', () => {
    const ours = extension('1');
    mkdirSync(path.dirname(ours.path), { recursive: true });
    writeFileSync(ours.path, 'export default () => {};');
    assert.throws(() => {
      ours.install();
    }, /was not written by Longthread\. Nothing was changed/);
    ours.remove();
    assert.deepEqual([ours.isInstalled, ours.updateIfChanged()], [false, false]);
    assert.equal(readFileSync(ours.path, 'utf8'), 'export default () => {};');
  });

  it('is neither changed nor deleted if the path of pi’s folder is relative', () => {
    const { path: file } = extension('1');
    extension('1').install();
    const text = readFileSync(file, 'utf8');
    const ours = new PiExtension({
      ...{ folder: path.join('.pi', 'agent'), bundle: '/srv/longthread.js', program: '/srv/node' },
    });
    const before = process.cwd();
    process.chdir(folder);
    try {
      assert.equal(path.resolve(ours.path), path.resolve('.pi', 'agent', 'extensions', 'longthread.js'));
      ours.remove();
      assert.deepEqual([ours.isInstalled, ours.updateIfChanged()], [false, false]);
    } finally {
      process.chdir(before);
    }
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  it('is never written if the path of pi’s folder is relative', () => {
    const ours = new PiExtension({
      ...{ folder: 'no-such-folder', bundle: '/srv/longthread.js', program: '/srv/node' },
    });
    assert.throws(() => {
      ours.install();
    }, /not an absolute path \(no-such-folder\)\. Nothing was changed/);
    assert.deepEqual(
      [ours.isInstalled, ours.updateIfChanged(), existsSync('no-such-folder')],
      [false, false, false],
    );
    ours.remove();
  });
});
