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
const deed = fc.oneof(
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
type Play = FileTurns<DiskKeeper>;
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

/** Asserts that after taking changes back each file is as it was, or that a sentence names it. */
function assertAsThen(
  play: Play,
  then: ReadonlyMap<string, string | undefined>,
  problems: readonly string[],
): void {
  for (const [name, was] of then) {
    if (play.files.texts.get(name) === was) continue;
    assert.ok(
      problems.some((sentence) => sentence.startsWith(name)),
      `${name}: ${JSON.stringify([was, play.files.texts.get(name), problems])}`,
    );
  }
}

async function act(play: Play, one: Deed): Promise<void> {
  switch (one.do) {
    case 'say':
      play.say();
      return;
    case 'call':
      return play.call(one.file, one.text);
    case 'crash':
      return play.call(one.file, one.text, one.when);
    case 'outside':
      play.files.set(one.file, one.text);
      return;
    case 'undo':
      return undo(play, one.nth);
    case 'rewind': {
      const turn = 1 + (one.nth % play.turn);
      const then = new Map(play.firstSeen.get(turn));
      assertAsThen(play, then, await play.back(play.since(turn), 'exactly'));
      return;
    }
    case 'undoRewind':
      return undoRewind(play);
  }
}

/**
 * Undoes a change. If nobody changed the file since, it is as it was before the change; otherwise the change is removed
 * from it, or a sentence says why not.
 */
async function undo(play: Play, nth: number): Promise<void> {
  const { list } = play.keeper;
  const step = list[nth % Math.max(1, list.length)];
  if (step === undefined) return;
  const was = textOf(await play.keeper.bytesOf(step.before));
  const left = step.after === undefined ? undefined : textOf(await play.keeper.bytesOf(step.after));
  const now = play.files.texts.get(step.file);
  const problems = await play.back([step], 'keepingLater');
  if (isSecretFile(step.file)) return;
  if (now === left && step.after !== undefined) assert.equal(play.files.texts.get(step.file), was);
  else if (problems.length > 0) assert.equal(play.files.texts.get(step.file), now);
}

async function undoRewind(play: Play): Promise<void> {
  const last = play.keeper.list.findLast(({ takesBack }) => takesBack !== undefined);
  if (last === undefined) return;
  const steps = play.keeper.list.filter(({ change }) => change === last.change);
  const then = new Map<string, string | undefined>();
  for (const { file: name, before } of steps) then.set(name, textOf(await play.keeper.bytesOf(before)));
  assertAsThen(play, then, await play.back(steps, 'exactly'));
}

describe('undoing a session’s file changes', () => {
  let folder = '';

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-turns-'));
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('restores the files, or names the difference in a sentence, in random sequences', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 40, size: 'max' }), async (deeds) => {
        const play = new FileTurns(new DiskKeeper(mkdtempSync(path.join(folder, 'session-'))));
        play.files.set('a.ts', 'one\ntwo\nthree');
        play.files.set('b.ts', '');
        play.files.set('.env', 'KEY=1');
        play.say();
        for (const one of deeds) await act(play, one);
      }),
      { numRuns: 100 * VOLUME },
    );
  });

  it('removes one change from a file with later ones', async () => {
    const play = new FileTurns(new MemoryKeeper());
    play.files.set('a.ts', 'a\nb\nc\nd\ne\nf\ng\nh\n');
    play.say();
    await play.call('a.ts', 'A\nb\nc\nd\ne\nf\ng\nh\n');
    await play.call('a.ts', 'A\nb\nc\nd\ne\nf\ng\nH\n');
    const [first] = play.keeper.list;
    assert.ok(first);
    assert.deepEqual(await play.back([first], 'keepingLater'), []);
    assert.equal(play.files.texts.get('a.ts'), 'a\nb\nc\nd\ne\nf\ng\nH\n');
    assert.deepEqual([...takenBack(play.keeper.list)], [first.change]);
  });

  it('leaves a file alone if later changes affect the same lines, and says so', async () => {
    const play = new FileTurns(new MemoryKeeper());
    play.files.set('a.ts', 'one');
    play.say();
    await play.call('a.ts', 'two');
    play.files.set('a.ts', 'three');
    assert.deepEqual(await play.back(play.keeper.list, 'keepingLater'), [
      "a.ts was changed since in the same lines, so this change alone can't be undone.",
    ]);
    assert.equal(play.files.texts.get('a.ts'), 'three');
  });

  it('says that somebody else changed a restored file, and undoes the restoration', async () => {
    const play = new FileTurns(new MemoryKeeper());
    play.files.set('a.ts', 'one');
    play.say();
    await play.call('a.ts', 'two');
    play.files.set('a.ts', 'by hand');
    const plan = await play.changed.plan(play.since(1), 'exactly');
    assert.deepEqual(
      plan.files.map(({ isChangedSince, then }) => [isChangedSince, textOf(then)]),
      [[true, 'one']],
    );
    assert.deepEqual(await play.back(play.since(1), 'exactly'), []);
    assert.equal(play.files.texts.get('a.ts'), 'one');
    const back = play.keeper.list.filter(({ takesBack }) => takesBack !== undefined);
    await play.back(back, 'exactly');
    assert.equal(play.files.texts.get('a.ts'), 'by hand');
    assert.deepEqual([...takenBack(play.keeper.list)], [back[0]?.change]);
  });

  it('keeps no copy of a file for secrets, and says that it can’t be restored', async () => {
    const play = new FileTurns(new MemoryKeeper());
    play.files.set('.env', 'KEY=1');
    play.say();
    await play.call('.env', 'KEY=2');
    assert.equal(play.keeper.blobs.size, 0);
    assert.match(
      (await play.back(play.since(1), 'exactly')).join(),
      /^\.env can't be put back: it is a file for secrets/u,
    );
    assert.equal(play.files.texts.get('.env'), 'KEY=2');
  });
});
