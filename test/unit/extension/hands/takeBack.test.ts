import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { takenBack } from '../../../../src/core/tools/fileSteps.ts';
import { isSecretFile } from '../../../../src/core/tools/secretFiles.ts';
import { DiskKeeper, FileTurns, MemoryKeeper, textOf } from '../../../support/fileTurns.ts';
import { VOLUME } from '../../../support/volume.ts';

const file = fc.constantFrom('a.ts', 'b.ts', 'new.ts', '.env');
const text = fc
  .array(fc.constantFrom('one', 'two', 'three', 'four', 'five'), { maxLength: 12 })
  .map((lines) => lines.join('\n'));
const action = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('say' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      file,
      text: fc.option(text, { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      file,
      text,
      when: fc.constantFrom('beforeWrite' as const, 'afterWrite' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('outside' as const),
      file,
      text: fc.option(text, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rewind' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undoRewind' as const) }) },
);
type Turns = FileTurns<DiskKeeper>;
type Action = typeof action extends fc.Arbitrary<infer D> ? D : never;

/** Asserts that each file has its earlier text again, unless a sentence in `problems` begins with the file's name. */
function assertAsThen(
  turns: Turns,
  then: ReadonlyMap<string, string | undefined>,
  problems: readonly string[],
): void {
  for (const [name, was] of then) {
    if (turns.files.texts.get(name) === was) continue;
    assert.ok(
      problems.some((sentence) => sentence.startsWith(name)),
      `${name}: ${JSON.stringify([was, turns.files.texts.get(name), problems])}`,
    );
  }
}

async function act(turns: Turns, one: Action): Promise<void> {
  switch (one.do) {
    case 'say':
      turns.say();
      return;
    case 'call':
      return turns.call(one.file, one.text);
    case 'crash':
      return turns.call(one.file, one.text, one.when);
    case 'outside':
      turns.files.set(one.file, one.text);
      return;
    case 'undo':
      return undo(turns, one.nth);
    case 'rewind': {
      const turn = 1 + (one.nth % turns.turn);
      const then = new Map(turns.firstSeen.get(turn));
      assertAsThen(turns, then, await turns.back(turns.since(turn), 'exactly'));
      return;
    }
    case 'undoRewind':
      return undoRewind(turns);
  }
}

/**
 * Undoes a change and checks its file. If nobody changed the file after this change, the file must have the text from
 * before the change. If the undo reports a problem, the file must have the same text as before the undo.
 */
async function undo(turns: Turns, nth: number): Promise<void> {
  const { list } = turns.keeper;
  const step = list[nth % Math.max(1, list.length)];
  if (step === undefined) return;
  const was = textOf(await turns.keeper.bytesOf(step.before));
  const left = step.after === undefined ? undefined : textOf(await turns.keeper.bytesOf(step.after));
  const now = turns.files.texts.get(step.file);
  const problems = await turns.back([step], 'keepingLater');
  if (isSecretFile(step.file)) return;
  if (now === left && step.after !== undefined) assert.equal(turns.files.texts.get(step.file), was);
  else if (problems.length > 0) assert.equal(turns.files.texts.get(step.file), now);
}

async function undoRewind(turns: Turns): Promise<void> {
  const last = turns.keeper.list.findLast(({ takesBack }) => takesBack !== undefined);
  if (last === undefined) return;
  const steps = turns.keeper.list.filter(({ change }) => change === last.change);
  const then = new Map<string, string | undefined>();
  for (const { file: name, before } of steps) then.set(name, textOf(await turns.keeper.bytesOf(before)));
  assertAsThen(turns, then, await turns.back(steps, 'exactly'));
}

describe('undoing a session’s file changes', () => {
  let folder = '';

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-turns-'));
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('restores the files after random actions, or names each file that differs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40, size: 'max' }), async (actions) => {
        const turns = new FileTurns(new DiskKeeper(mkdtempSync(path.join(folder, 'session-'))));
        turns.files.set('a.ts', 'one\ntwo\nthree');
        turns.files.set('b.ts', '');
        turns.files.set('.env', 'KEY=1');
        turns.say();
        for (const one of actions) await act(turns, one);
      }),
      { numRuns: 100 * VOLUME },
    );
  });

  it('removes one change from a file and keeps a later change', async () => {
    const turns = new FileTurns(new MemoryKeeper());
    turns.files.set('a.ts', 'a\nb\nc\nd\ne\nf\ng\nh\n');
    turns.say();
    await turns.call('a.ts', 'A\nb\nc\nd\ne\nf\ng\nh\n');
    await turns.call('a.ts', 'A\nb\nc\nd\ne\nf\ng\nH\n');
    const [first] = turns.keeper.list;
    assert.ok(first);
    assert.deepEqual(await turns.back([first], 'keepingLater'), []);
    assert.equal(turns.files.texts.get('a.ts'), 'a\nb\nc\nd\ne\nf\ng\nH\n');
    assert.deepEqual([...takenBack(turns.keeper.list)], [first.change]);
  });

  it('removes two changes from a file and keeps what somebody else changed between them', async () => {
    const turns = new FileTurns(new MemoryKeeper());
    turns.files.set('a.ts', 'a\nb\nc\nd\ne\nf\ng\nh\n');
    turns.say();
    await turns.call('a.ts', 'A\nb\nc\nd\ne\nf\ng\nh\n');
    turns.files.set('a.ts', 'A\nb\nc\nD\ne\nf\ng\nh\n');
    await turns.call('a.ts', 'A\nb\nc\nD\ne\nf\ng\nH\n');
    assert.deepEqual(await turns.back(turns.keeper.list, 'keepingLater'), []);
    assert.equal(turns.files.texts.get('a.ts'), 'a\nb\nc\nD\ne\nf\ng\nh\n');
  });

  describe('if several places in the file look alike', () => {
    const section = (name: string, seconds: number): string =>
      `[${name}]\nkind = "http"\nlog = true\ntimeout = ${seconds}\nretries = 3\ncache = false\n\n`;
    const made = section('a', 30) + section('b', 30) + section('c', 30);
    const unclear = [
      "a.ini has other lines like those of this change, so Longthread can't tell where to undo it. You can undo the later changes of the file, too, or change the lines back yourself.",
    ];
    let turns: FileTurns<MemoryKeeper>;

    beforeEach(async () => {
      turns = new FileTurns(new MemoryKeeper());
      turns.files.set('a.ini', section('a', 30) + section('b', 10) + section('c', 30));
      turns.say();
      await turns.call('a.ini', made);
    });

    it('restores the changed place, even if somebody inserted another such place above it', async () => {
      turns.files.set('a.ini', section('new', 30) + made);
      assert.deepEqual(await turns.back(turns.keeper.list, 'keepingLater'), []);
      const restored = ['new', 'a'].map((name) => section(name, 30)).join('');
      assert.equal(turns.files.texts.get('a.ini'), restored + section('b', 10) + section('c', 30));
    });

    it('reports a problem and leaves the other places as they are if somebody deleted the changed place', async () => {
      const left = section('a', 30) + section('c', 30);
      turns.files.set('a.ini', left);
      assert.deepEqual(await turns.back(turns.keeper.list, 'keepingLater'), unclear);
      assert.equal(turns.files.texts.get('a.ini'), left);
    });

    it('reports a problem and leaves the file as it is if somebody copied the changed place', async () => {
      const copied = made + section('b', 30) + section('c', 30);
      turns.files.set('a.ini', copied);
      assert.deepEqual(await turns.back(turns.keeper.list, 'keepingLater'), unclear);
      assert.equal(turns.files.texts.get('a.ini'), copied);
    });
  });

  it('removes a change and keeps lines that somebody added at the end of the file', async () => {
    const turns = new FileTurns(new MemoryKeeper());
    turns.files.set('a.ts', 'one\ntwo\n');
    turns.say();
    await turns.call('a.ts', 'ONE\ntwo');
    turns.files.set('a.ts', 'ONE\ntwo\nthree\n');
    assert.deepEqual(await turns.back(turns.keeper.list, 'keepingLater'), []);
    assert.equal(turns.files.texts.get('a.ts'), 'one\ntwo\nthree\n');
  });

  it('reports a problem and leaves the file as it is if a later change of the same lines must be kept', async () => {
    const turns = new FileTurns(new MemoryKeeper());
    turns.files.set('a.ts', 'one');
    turns.say();
    await turns.call('a.ts', 'two');
    turns.files.set('a.ts', 'three');
    assert.deepEqual(await turns.back(turns.keeper.list, 'keepingLater'), [
      "The same lines of a.ts were changed again later, so this change can't be undone unless the later changes are undone, too.",
    ]);
    assert.equal(turns.files.texts.get('a.ts'), 'three');
  });

  it('shows in its plan that somebody else changed the file, and can itself be undone', async () => {
    const turns = new FileTurns(new MemoryKeeper());
    turns.files.set('a.ts', 'one');
    turns.say();
    await turns.call('a.ts', 'two');
    turns.files.set('a.ts', 'by hand');
    const plan = await turns.changed.plan(turns.since(1), 'exactly');
    assert.deepEqual(
      plan.files.map(({ isChangedSince, then }) => [isChangedSince, textOf(then)]),
      [[true, 'one']],
    );
    assert.deepEqual(await turns.back(turns.since(1), 'exactly'), []);
    assert.equal(turns.files.texts.get('a.ts'), 'one');
    const back = turns.keeper.list.filter(({ takesBack }) => takesBack !== undefined);
    await turns.back(back, 'exactly');
    assert.equal(turns.files.texts.get('a.ts'), 'by hand');
    assert.deepEqual([...takenBack(turns.keeper.list)], [back[0]?.change]);
  });

  it('can also undo going back: if going back restored a change that had been undone, the change is then undone again', async () => {
    const turns = new FileTurns(new MemoryKeeper());
    turns.files.set('a.ts', 'one');
    turns.say();
    await turns.call('a.ts', 'two');
    const [first] = turns.keeper.list;
    assert.ok(first);
    turns.say();
    await turns.back([first], 'keepingLater');
    await turns.back(turns.since(2), 'exactly');
    const rewind = turns.keeper.list.at(-1);
    assert.ok(rewind);
    assert.equal(turns.files.texts.get('a.ts'), 'two');
    assert.equal(takenBack(turns.keeper.list).has(first.change), false);
    await turns.back([rewind], 'exactly');
    assert.equal(turns.files.texts.get('a.ts'), 'one');
    assert.deepEqual([...takenBack(turns.keeper.list)].sort(), [first.change, rewind.change].sort());
  });

  it('can’t restore a secret file such as .env, because no copy of the file is kept', async () => {
    const turns = new FileTurns(new MemoryKeeper());
    turns.files.set('.env', 'KEY=1');
    turns.say();
    await turns.call('.env', 'KEY=2');
    assert.equal(turns.keeper.blobs.size, 0);
    assert.match(
      (await turns.back(turns.since(1), 'exactly')).join(),
      /^\.env can't be restored: no copy is kept of a file that is meant for secrets/u,
    );
    assert.equal(turns.files.texts.get('.env'), 'KEY=2');
  });
});
