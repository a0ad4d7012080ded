import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  mkdtempSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KeptFiles } from '../../../../src/adapters/store/keptFiles.ts';
import type { FileStep } from '../../../../src/core/tools/fileSteps.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const DAY_MS = 24 * 60 * 60 * 1000;

describe('a session’s copies of files', () => {
  let folder = '';
  const kept = (limits?: ConstructorParameters<typeof KeptFiles>[2]): KeptFiles =>
    new KeptFiles(folder, Date.now, limits);
  const list = (): string => path.join(folder, 'files', 'changes.jsonl');
  const copies = (): readonly string[] =>
    readdirSync(path.join(folder, 'files')).filter((name) => name.length === 64);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-kept-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  interface Changed {
    readonly from?: string;
    readonly to?: string;
  }

  async function change(files: KeptFiles, call: string, file: string, { from, to }: Changed): Promise<void> {
    const at = { turn: 'm1', message: 'm2', change: `m2/${call}`, file };
    const number = await files.begin(at, from === undefined ? undefined : bytes(from));
    await files.end(number, to === undefined ? undefined : bytes(to));
  }

  async function before(files: KeptFiles, index: number): Promise<string | undefined> {
    const step = (await files.steps())[index];
    const found = step === undefined ? undefined : await files.bytesOf(step.before);
    return found === undefined ? undefined : new TextDecoder().decode(found);
  }

  it('contain the bytes before and after each change', async () => {
    const files = kept();
    await change(files, 'c1', 'file:///a.ts', { from: 'one', to: 'two' });
    await change(files, 'c2', 'file:///b.ts', { to: 'new' });
    const again = kept();
    assert.deepEqual(await again.steps(), await files.steps());
    assert.equal(await before(again, 0), 'one');
    const [first, second] = await again.steps();
    assert.deepEqual(second?.before, { kind: 'absent' });
    const after = await again.bytesOf(first?.after ?? assert.fail());
    assert.equal(new TextDecoder().decode(after), 'two');
  });

  // Windows has no file modes.
  if (process.platform !== 'win32')
    it('are accessible only to their owner', async () => {
      await change(kept(), 'c1', 'file:///a.ts', { from: 'one', to: 'two' });
      for (const name of readdirSync(path.join(folder, 'files')))
        assert.equal(statSync(path.join(folder, 'files', name)).mode & 0o777, 0o600, name);
      assert.equal(statSync(path.join(folder, 'files')).mode & 0o777, 0o700);
    });

  it('are on disk before the file may be changed', async () => {
    const at = { turn: 'm1', message: 'm2', change: 'm2/c1', file: 'file:///a.ts' };
    await kept().begin(at, bytes('one'));
    const [step] = await kept().steps();
    assert.equal(step?.after, undefined);
    assert.equal(await before(kept(), 0), 'one');
  });

  it('are listed with one item for each change, which says whether the person accepted the change', async () => {
    const files = kept();
    await change(files, 'c1', 'file:///a.ts', { from: 'one', to: 'two' });
    await change(files, 'c2', 'file:///b.ts', { to: 'new' });
    await files.accept(({ file }) => file === 'file:///b.ts');
    const accepted = async (): Promise<readonly unknown[]> =>
      (await kept().steps()).map(({ isAccepted, after }) => [isAccepted, after?.kind]);
    assert.deepEqual(await accepted(), [
      [undefined, 'bytes'],
      [true, 'bytes'],
    ]);
    await files.accept(() => true);
    assert.deepEqual(await accepted(), [
      [true, 'bytes'],
      [true, 'bytes'],
    ]);
  });

  it('are stored only once if their contents are equal', async () => {
    const files = kept();
    await change(files, 'c1', 'file:///a.ts', { from: 'one', to: 'two' });
    await change(files, 'c2', 'file:///a.ts', { from: 'two', to: 'one' });
    assert.equal(copies().length, 2);
  });

  it('can be stored and read if a killed window left an incomplete line in their list', async () => {
    await change(kept(), 'c1', 'file:///a.ts', { from: 'one', to: 'two' });
    appendFileSync(list(), '\n{"step":1,"turn":"m1","mess');
    const files = kept();
    await change(files, 'c2', 'file:///a.ts', { from: 'two', to: 'three' });
    const again = kept();
    assert.equal((await again.steps()).length, 2);
    assert.equal(again.unreadLines, 1);
    assert.equal(await before(again, 1), 'two');
  });

  it('leave out files with secrets and files that are too large', async () => {
    const files = kept({ mostFileBytes: 10, mostSessionBytes: 1_000 });
    await change(files, 'c1', 'file:///home/ann/.env', { from: 'KEY=1', to: 'KEY=2' });
    await change(files, 'c2', 'file:///home/ann/big.txt', { from: 'x'.repeat(11), to: 'small' });
    const whys = (await files.steps()).map(({ before: state }) =>
      state.kind === 'notKept' ? state.why : state.kind,
    );
    assert.deepEqual(whys, ['secret', 'tooLarge']);
    assert.equal(copies().length, 1);
    assert.doesNotMatch(readFileSync(list(), 'utf8'), /KEY/u);
  });

  it('include a file with secrets if the person’s last decision about the file allows this', async () => {
    const file = 'file:///home/ann/.env';
    const at = (call: string): Parameters<KeptFiles['begin']>[0] => ({
      ...{ turn: 'm1', message: 'm2', change: `m2/${call}`, file },
    });
    const files = kept();
    await files.end(await files.begin({ ...at('c1'), secrecy: 'agreed' }, bytes('KEY=1')), bytes('KEY=2'));
    const again = kept();
    await change(again, 'back', file, { from: 'KEY=2', to: 'KEY=1' });
    await again.end(await again.begin({ ...at('c2'), secrecy: 'secret' }, bytes('KEY=1')), bytes('KEY=3'));
    await change(again, 'c3', file, { from: 'KEY=3', to: 'KEY=4' });
    assert.deepEqual(
      (await kept().steps()).map((step) => [step.before.kind, step.after?.kind]),
      [
        ['bytes', 'bytes'],
        ['bytes', 'bytes'],
        ['notKept', 'notKept'],
        ['notKept', 'notKept'],
      ],
    );
  });

  it('leave out a file that is marked as secret, even if the file’s name looks harmless', async () => {
    const files = kept();
    const at = { turn: 'm1', message: 'm2', change: 'm2/c1', file: 'file:///home/ann/local.json' } as const;
    await files.end(await files.begin({ ...at, secrecy: 'secret' }, bytes('a')), bytes('b'));
    assert.deepEqual(copies(), []);
  });

  it('are deleted, the oldest first, if a new copy would exceed the maximum total size', async () => {
    const files = kept({ mostFileBytes: 10, mostSessionBytes: 20 });
    for (const [index, text] of ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'].entries()) {
      await change(files, `c${index}`, 'file:///a.ts', { from: text });
      for (const name of copies()) {
        const place = path.join(folder, 'files', name);
        if (readFileSync(place, 'utf8') === text) utimesSync(place, index + 1, index + 1);
      }
    }
    assert.equal(await before(files, 0), undefined);
    assert.equal(await before(files, 2), 'cccccccc');
  });

  it('are deleted after thirty days', async () => {
    await change(kept(), 'c1', 'file:///a.ts', { from: 'one', to: 'two' });
    const later = new KeptFiles(folder, () => Date.now() + 31 * DAY_MS);
    assert.equal(await before(later, 0), undefined);
    assert.equal(copies().length, 0);
  });

  it('are deleted thirty days after the last change that needs them', async () => {
    const at = (days: number): KeptFiles => new KeptFiles(folder, () => Date.now() + days * DAY_MS);
    await change(at(0), 'c1', 'file:///a.ts', { from: 'one', to: 'two' });
    await change(at(20), 'c2', 'file:///a.ts', { from: 'two', to: 'three' });
    const later = at(40);
    assert.deepEqual([await before(later, 0), await before(later, 1)], [undefined, 'two']);
  });

  it('are deleted if Longthread forgets a tool call that changed the copied file', async () => {
    const files = kept();
    await change(files, 'c1', 'file:///a.ts', { from: 'one', to: 'two' });
    await change(files, 'c2', 'file:///b.ts', { from: 'alpha', to: 'beta' });
    await change(files, 'c3', 'file:///a.ts', { from: 'two', to: 'three' });
    await files.forget(({ change: name }: FileStep) => name === 'm2/c1');
    assert.deepEqual(
      copies()
        .map((name) => readFileSync(path.join(folder, 'files', name), 'utf8'))
        .sort(),
      ['alpha', 'beta'],
    );
    const [first] = await kept().steps();
    assert.deepEqual(first?.before, { kind: 'notKept', why: 'forgotten' });
    assert.ok(existsSync(list()));
  });
});
