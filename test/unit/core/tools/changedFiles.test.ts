import assert from 'node:assert/strict';
import { ChangedFiles, isBackTo, takeBackPlace } from '../../../../src/core/tools/changedFiles.ts';
import type { FileStep, KeptState } from '../../../../src/core/tools/fileSteps.ts';
import { FileTurns, MemoryKeeper, textOf } from '../../../support/fileTurns.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const place = { turn: 'm1', message: 'm2', change: 'm2/c1' };
const back = { turn: 'm1', message: 'm9', change: 'm9/back1' };

describe('A session’s changed files', () => {
  let play: FileTurns<MemoryKeeper>;

  beforeEach(() => {
    play = new FileTurns(new MemoryKeeper());
    play.files.set('a.ts', 'one');
    play.files.set('b.ts', 'two');
    play.say();
  });

  /** Returns the two texts that a step stored: the file's text before the change, and the text after the change. */
  async function sides(step: FileStep | undefined): Promise<readonly (string | undefined)[]> {
    assert.ok(step?.after);
    return [textOf(await play.changed.bytesOf(step.before)), textOf(await play.changed.bytesOf(step.after))];
  }

  it('are recorded with their content before and after a call', async () => {
    await play.call('a.ts', 'new');
    assert.deepEqual(await sides((await play.changed.steps())[0]), ['one', 'new']);
  });

  it('are recorded with their content before and after a call that fails halfway', async () => {
    const work = async (): Promise<never> => {
      await play.files.write('a.ts', bytes('half'));
      throw new Error('The disk is full.');
    };
    await assert.rejects(play.changed.during(place, ['a.ts'], work), /The disk is full/);
    assert.deepEqual(await sides(play.keeper.list[0]), ['one', 'half']);
  });

  it('are recorded with the same change id if one call changes several files', async () => {
    const given = await play.changed.during(place, ['a.ts', 'b.ts'], async () => {
      await play.files.write('a.ts', undefined);
      await play.files.write('b.ts', bytes('one'));
      return 'renamed';
    });
    assert.equal(given, 'renamed');
    assert.deepEqual(
      play.keeper.list.map(({ file, change, after }) => [file, change, after?.kind]),
      [
        ['a.ts', 'm2/c1', 'absent'],
        ['b.ts', 'm2/c1', 'bytes'],
      ],
    );
  });

  it('are reported to the listener after each call, in a list of all steps so far', async () => {
    const reported: (readonly FileStep[])[] = [];
    const changed = new ChangedFiles(play.keeper, play.files, (steps) => reported.push([...steps]));
    await changed.during(place, ['a.ts'], () => play.files.write('a.ts', bytes('new')));
    await changed.during({ ...place, change: 'm2/c2' }, ['b.ts'], () => Promise.resolve());
    assert.deepEqual(
      reported.map((steps) => steps.map(({ change }) => change)),
      [['m2/c1'], ['m2/c1', 'm2/c2']],
    );
    assert.ok(reported[0]?.[0]?.after);
  });

  describe('that an undo would restore', () => {
    it('are listed in the plan with their current and their restored content', async () => {
      await play.call('a.ts', 'new');
      await play.call('c.ts', 'made');
      await play.call('b.ts', undefined);
      const { files, problems, changes } = await play.changed.plan(play.since(1), 'exactly');
      assert.deepEqual(
        files.map(({ file, now, then, isChangedSince }) => [file, textOf(now), textOf(then), isChangedSince]),
        [
          ['a.ts', 'new', 'one', false],
          ['c.ts', 'made', undefined, false],
          ['b.ts', undefined, 'two', false],
        ],
      );
      assert.deepEqual([problems, changes], [[], ['m1/c1', 'm1/c2', 'm1/c3']]);
      assert.deepEqual(Object.fromEntries(play.files.texts), { 'a.ts': 'new', 'c.ts': 'made' });
    });

    it('are not listed in the plan if the earlier content is already there', async () => {
      await play.call('a.ts', 'new');
      play.files.set('a.ts', 'one');
      const { files, problems } = await play.changed.plan(play.since(1), 'exactly');
      assert.deepEqual([files, problems], [[], []]);
    });

    const notKept: readonly (readonly [why: 'secret' | 'tooLarge' | 'forgotten', words: string])[] = [
      ['secret', 'no copy is kept of a file that is meant for secrets'],
      ['tooLarge', 'the file was too large to keep a copy'],
      ['forgotten', 'its copy was deleted when a text was deleted from the session'],
    ];
    for (const [why, words] of notKept)
      it(`stay unchanged, with the reason “${words}”`, async () => {
        const before: KeptState = { kind: 'notKept', why };
        const { files, problems } = await play.changed.plan([{ ...place, file: 'a.ts', before }], 'exactly');
        assert.deepEqual([files, problems], [[], [`a.ts can't be restored: ${words}.`]]);
      });

    it('stay unchanged if the copy of the earlier content was deleted', async () => {
      await play.call('a.ts', 'new');
      play.keeper.blobs.clear();
      assert.deepEqual(await play.back(play.since(1), 'exactly'), [
        "a.ts can't be restored: its copy is no longer kept.",
      ]);
      assert.equal(play.files.texts.get('a.ts'), 'new');
    });

    it('are deleted only by an exact undo if a call created the file and somebody edited the file later', async () => {
      await play.call('c.ts', 'made');
      play.files.set('c.ts', 'made\nby hand');
      assert.match(
        (await play.back(play.since(1), 'keepingLater')).join(),
        /^The same lines of c\.ts were changed again later/,
      );
      assert.equal(play.files.texts.get('c.ts'), 'made\nby hand');
      assert.deepEqual(await play.back(play.since(1), 'exactly'), []);
      assert.equal(play.files.texts.has('c.ts'), false);
    });

    const inseparable = [
      ['notText', 'the file is not text in UTF-8'],
      ['tooLarge', 'the change is too large'],
    ] as const;
    for (const [why, words] of inseparable)
      it(`stay unchanged if later changes must stay, with the reason “${words}”`, async () => {
        await play.call('a.ts', 'new');
        play.files.set('a.ts', 'newer');
        play.files.without = () => why;
        assert.deepEqual(await play.back(play.since(1), 'keepingLater'), [notAlone(words)]);
        assert.equal(play.files.texts.get('a.ts'), 'newer');
      });

    it('stay unchanged if later changes must stay and the content after the change was not kept', async () => {
      await play.call('a.ts', 'new', 'afterWrite');
      assert.deepEqual(await play.back(play.since(1), 'keepingLater'), [
        notAlone('a copy of the file is missing'),
      ]);
      assert.equal(play.files.texts.get('a.ts'), 'new');
    });

    it('are not restored if changed after the plan was made', async () => {
      for (const now of ['newer', 'new', 'NE', undefined]) {
        play.files.set('a.ts', 'one');
        play.files.set('b.ts', 'two');
        play.say();
        await play.call('a.ts', 'NEW');
        await play.call('b.ts', 'NEW');
        const plan = await play.changed.plan(play.since(play.turn), 'exactly');
        play.files.set('a.ts', now);
        assert.deepEqual(await play.changed.takeBack(plan, back), {
          restored: ['b.ts'],
          problems: ['a.ts was changed in the meantime, so it was not restored.'],
        });
        assert.deepEqual([play.files.texts.get('a.ts'), play.files.texts.get('b.ts')], [now, 'two']);
      }
    });

    it('stay unchanged, with a reason, if a write fails', async () => {
      await play.call('a.ts', 'new');
      await play.call('b.ts', 'new');
      const plan = await play.changed.plan(play.since(1), 'exactly');
      const write = play.files.write.bind(play.files);
      play.files.write = (file, content) =>
        file === 'a.ts' ? Promise.reject(new Error('It is read-only.')) : write(file, content);
      assert.deepEqual(await play.changed.takeBack(plan, back), {
        restored: ['b.ts'],
        problems: ['a.ts could not be restored: It is read-only.'],
      });
      assert.deepEqual([play.files.texts.get('a.ts'), play.files.texts.get('b.ts')], ['new', 'two']);
    });

    it('count as restored, with a reason, if the change can’t be stored after the write', async () => {
      await play.call('a.ts', 'new');
      const plan = await play.changed.plan(play.since(1), 'exactly');
      play.keeper.end = () => Promise.reject(new Error('The disk is full.'));
      assert.deepEqual(await play.changed.takeBack(plan, back), {
        restored: ['a.ts'],
        problems: ['a.ts was restored, but Longthread could not store this change: The disk is full.'],
      });
      assert.equal(play.files.texts.get('a.ts'), 'one');
    });

    it('are recorded in a step that names the undone changes', async () => {
      await play.call('a.ts', 'new');
      await play.changed.takeBack(await play.changed.plan(play.since(1), 'exactly'), back);
      const step = play.keeper.list.at(-1);
      assert.deepEqual([step?.change, step?.takesBack], ['m9/back1', ['m1/c1']]);
      assert.deepEqual(await sides(step), ['new', 'one']);
    });
  });
});

/** Returns the sentence about a change of a.ts that can't be undone without the later changes. */
const notAlone = (why: string): string =>
  `a.ts was changed again later, and this change can't be undone alone: ${why}. You can undo the later changes, too, or change the file back yourself.`;

describe('The id of an undo', () => {
  const step: FileStep = { ...place, file: 'a.ts', before: { kind: 'absent' } };

  it('consists of the message, the kind and the number of steps', () => {
    assert.deepEqual(takeBackPlace([step], 'm9', 'back'), { ...back, turn: 'm9' });
    assert.equal(takeBackPlace([step, step], 'm9', 'back').change, 'm9/back2');
  });

  it('distinguishes an undo from going back to the same message', () => {
    const [undo, rewind] = (['undo', 'back'] as const).map(
      (kind) => takeBackPlace([step], 'm9', kind).change,
    );
    assert.deepEqual([isBackTo(undo ?? '', 'm9'), isBackTo(rewind ?? '', 'm9')], [false, true]);
  });

  it('shows to which message the person went back', () => {
    assert.equal(isBackTo('m9/back1', 'm9'), true);
    assert.equal(isBackTo('m9/c1', 'm9'), false);
    assert.equal(isBackTo('m9/back1', 'm'), false);
  });
});
