import assert from 'node:assert/strict';
import { planned } from '../../../support/planned.ts';
import fc from 'fast-check';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { project } from '../../../../src/core/context/project.ts';
import type { CompactionEntry, Entry } from '../../../../src/core/log/entry.ts';
import { SummaryError } from '../../../../src/core/summary/summary.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { EngineHarness, settle, talkTo } from '../../../support/engineHarness.ts';
import { growth, type Step } from '../../../support/sessionArbitrary.ts';
import { countWords, smallSettings, told, wordsOf } from '../../../support/sessionBuilder.ts';
import { assertSound } from '../../../support/validContext.ts';
import { VOLUME } from '../../../support/volume.ts';

/** Returns a session that fills half of 1,000 tokens. The model answers only when the test lets it answer. */
function engine(options: ConstructorParameters<typeof EngineHarness>[0] = {}): EngineHarness {
  const made = new EngineHarness({ hasModel: true, ...options });
  talkTo(made, 0.5);
  return made;
}

async function compacted(made: EngineHarness = engine()): Promise<EngineHarness> {
  assert.equal((await made.compactor.compactNow()).done, true);
  await settle();
  return made;
}

const MEMORY = { type: 'fact', text: 'They went on.' } as const;

/** Lets the model return a summary together with a memory. Waits until the compactor has handled the summary. */
async function answered(made: EngineHarness, text?: string): Promise<EngineHarness> {
  made.awaited.succeed(text, [MEMORY]);
  await made.compactor.settled();
  return made;
}

function entriesOf({ builder }: EngineHarness): readonly CompactionEntry[] {
  return builder.entries.filter((entry) => entry.kind === 'compaction');
}

describe('Compact Now with a model', () => {
  it('commits the mechanical part immediately, without waiting for the model', async () => {
    const made = engine();
    const before = made.tokens;
    const outcome = await made.compactor.compactNow();
    assert.ok(outcome.done && outcome.entry.prosePending);
    assert.ok(made.tokens < before);
    assert.equal(outcome.entry.event.tokensAfter, made.tokens);
    assert.equal(made.compactor.step, 'summaryToFollow');
  });

  it('sends the person’s instructions to the model and to the log with masked secrets', async () => {
    const made = engine();
    await made.compactor.compactNow({ instructions: 'keep that hunter2 is the port’s' });
    await settle();
    const masked = 'keep that [secret: password] is the port’s';
    assert.equal(made.awaited.request.instructions, masked);
    await answered(made);
    assert.equal(made.newest.event.instructions, masked);
    assert.doesNotMatch(JSON.stringify(made.builder.entries), /hunter2/u);
  });

  it('writes the same notes with a model as without a model', async () => {
    const [withModel, without] = [await compacted(), await compacted(engine({ hasModel: false }))];
    const notesOf = (made: EngineHarness): unknown =>
      made.newest.blocks.filter(({ kind }) => kind === 'notes');
    assert.deepEqual(notesOf(withModel), notesOf(without));
  });

  it('shows the compaction and the later summary as one compaction', async () => {
    const made = await answered(await compacted());
    const [first, second] = entriesOf(made);
    assert.equal(second?.completes, first?.id);
    assert.equal(made.compactions.length, 1);
    assert.deepEqual([made.newest.id, made.newest.prosePending], [first?.id, false]);
    assert.equal(made.newest.event.summary?.model, 'fake');
    assert.match(told(made.builder.context)[0] ?? '', /They went on\./u);
    assert.equal(made.newest.event.tokensAfter, made.tokens);
    assert.deepEqual(made.states, ['started', 'completed', 'completed']);
    assert.deepEqual([made.saved, made.compactor.step], [[MEMORY], undefined]);
  });

  it('writes two log entries that have the same effect on the context as one merged entry', async () => {
    const made = await answered(await compacted());
    const [first, second] = entriesOf(made);
    assert.ok(first !== undefined && second !== undefined);
    const { completes, ...alone } = second;
    assert.equal(completes, first.id);
    const whole = made.builder.entries
      .filter(({ id }) => id !== second.id)
      .map((entry): Entry => (entry === first ? { ...alone, id: first.id } : entry));
    assert.deepEqual(project(made.builder.entries), project(whole));
  });

  it('is undone together with the summary', async () => {
    const made = engine();
    const before = made.builder.context;
    await answered(await compacted(made));
    assert.deepEqual(await made.compactor.undo(made.newest.id), [made.newest.id]);
    assert.deepEqual(made.builder.context, before);
  });

  it('keeps the committed compaction when the summary is cancelled', async () => {
    const made = await compacted();
    const { context } = made.builder;
    await made.compactor.cancel();
    assert.deepEqual(made.builder.context, context);
    assert.deepEqual([made.compactions.length, made.compactor.isRunning], [1, false]);
    assert.deepEqual(made.states, ['started', 'completed', 'cancelled']);
    made.awaited.succeed();
    await settle();
    assert.equal(entriesOf(made).length, 1);
  });

  it('keeps the committed compaction if the model fails, and the next summary request includes the same messages', async () => {
    const made = await compacted();
    made.awaited.fail(new SummaryError('timeout', 'It took too long.', true, 'fake'));
    await made.compactor.settled();
    const failed = made.runs.at(-1);
    assert.deepEqual([failed?.state, failed?.compaction], ['failed', made.newest.id]);
    assert.equal(made.newest.prosePending, true);
    made.builder.turns(10);
    await compacted(made);
    const missed = made.compactions[0]?.folded.flatMap(({ ids }) => ids) ?? [];
    assert.deepEqual(made.awaited.request.folded.map(({ id }) => id).slice(0, missed.length), missed);
  });

  it('drops a summary that has more tokens than allowed', async () => {
    const made = await answered(await compacted(), wordsOf(5_000));
    assert.equal(entriesOf(made).length, 1);
    assert.match(made.runs.at(-1)?.reason ?? '', /too long for the space that is left/u);
  });

  it('stays within the requested budget even with the summary', async () => {
    const made = engine();
    assert.equal((await made.compactor.compactNow({ budgetTokens: 300 })).done, true);
    await settle();
    await answered(made, wordsOf(60));
    assert.ok(entriesOf(made).length === 2 && made.tokens <= 300, String(made.tokens));
  });

  it('reports an error if the summary can’t be written to the log', async () => {
    const made = await compacted();
    made.appendError = new Error('The disk is full.');
    await answered(made).catch(() => undefined);
    await settle();
    assert.match(made.errors[0] ?? '', /The disk is full/u);
    assert.equal(made.compactor.isRunning, false);
  });
});

describe('While Compact Now waits for a summary, a request', () => {
  it('does not wait for the summary', async () => {
    const made = await compacted();
    assert.deepEqual(await made.compactor.check(), { run: false, reason: 'below_threshold' });
    assert.equal(made.compactor.step, 'summaryToFollow');
  });

  it('at the emergency tier triggers a compaction immediately', async () => {
    const made = await compacted();
    made.builder.turns(48);
    assert.ok(made.share >= DEFAULT_SETTINGS.thresholds.emergency);
    assert.deepEqual(await made.compactor.check(), { run: true, tier: 'emergency' });
    assert.ok(made.share <= 1);
    assert.equal(made.asked.length, 1);
  });

  it('delays the summary’s log entry until the next compaction', async () => {
    const made = await compacted();
    made.compactor.requestSent();
    const { context } = made.builder;
    await answered(made, 'A story told late.');
    assert.deepEqual([made.builder.context, made.saved], [context, []]);
    assert.deepEqual([made.runs.at(-1)?.state, made.runs.at(-1)?.reason], ['skipped', 'waits_for_next']);
    made.builder.turns(10);
    await compacted(made);
    const [first, second, third] = entriesOf(made);
    assert.deepEqual([second?.completes, third?.completes], [first?.id, undefined]);
    assert.match(told(made.builder.context)[0] ?? '', /A story told late\./u);
    assert.match(made.awaited.request.earlier ?? '', /A story told late\./u);
    assert.deepEqual(made.saved, [MEMORY]);
  });

  it('that was sent before Compact Now does not delay the summary’s log entry', async () => {
    const made = engine();
    made.compactor.requestSent();
    await answered(await compacted(made));
    assert.equal(entriesOf(made).length, 2);
  });

  it('delays the summary’s log entry until the session is closed if no other compaction comes first', async () => {
    const made = await compacted();
    made.compactor.requestSent();
    await answered(made);
    assert.equal(entriesOf(made).length, 1);
    await made.compactor.close();
    assert.equal(entriesOf(made).length, 2);
    assertSound(made.builder.session);
  });

  it('delays the summary’s log entry, but the preview of the next compaction includes the summary', async () => {
    const made = await compacted();
    made.compactor.requestSent();
    await answered(made);
    made.builder.turns(10);
    const { context } = planned(atOnce(made.compactor.preview()));
    await compacted(made);
    assert.deepEqual(told(made.builder.context), told(context));
  });
});

describe('A model’s summary after a compaction', () => {
  const changes: readonly [what: string, change: (made: EngineHarness) => unknown][] = [
    ['a pinned message in the compacted range', ({ builder }) => builder.pin('m1')],
    ['an excluded message in the compacted range', ({ builder }) => builder.exclude('m1')],
    ['a rewind into the compacted range', ({ builder }) => builder.rewind('m5')],
    ['a forgotten message in the compacted range', forget],
    ['an undo of the compaction', ({ builder, newest }) => builder.undo(newest.id)],
  ];
  for (const [what, change] of changes) {
    it(`is discarded because of ${what}`, async () => {
      const made = await compacted();
      change(made);
      await answered(made);
      assert.deepEqual([entriesOf(made).length, made.saved], [1, []]);
      assert.deepEqual([made.runs.at(-1)?.state, made.runs.at(-1)?.reason], ['cancelled', 'superseded']);
    });

    it(`is discarded because of ${what} while the summary waits for the next compaction`, async () => {
      const made = await compacted();
      made.compactor.requestSent();
      await answered(made);
      change(made);
      await made.compactor.close();
      assert.equal(entriesOf(made).length, 1);
    });
  }

  it('is committed despite changes outside of the compacted messages', async () => {
    const made = await compacted();
    made.builder.pin(made.builder.user('more'));
    made.builder.append({ kind: 'note', source: 'editor', text: 'a.ts' });
    assert.equal(entriesOf(await answered(made)).length, 2);
  });
});

function forget({ builder }: EngineHarness): void {
  const at = builder.entries.findIndex(({ id }) => id === 'm1');
  const [entry] = builder.entries.slice(at, at + 1);
  if (entry?.kind !== 'message') throw new Error('there is no such message');
  const parts = [{ type: 'text' as const, text: '[forgotten at the person’s request]' }];
  builder.entries[at] = { ...entry, message: { role: 'user', parts } };
}

describe('An undo of Compact Now', () => {
  const said: fc.Arbitrary<readonly Step[]> = fc.array(growth, { maxLength: 6 });

  it('restores the uncompacted context byte for byte, for any messages before and after the summary', async () => {
    let both = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(growth, { minLength: 1, maxLength: 20 }),
        fc.record({
          between: said,
          after: said,
          isSent: fc.boolean(),
          words: fc.integer({ min: 0, max: 40 }),
        }),
        async (before, { between, after, isSent, words }) => {
          const made = new EngineHarness({
            hasModel: true,
            settings: { ...smallSettings, keepRecentMessages: 0 },
            strategy: STRATEGIES.hybrid,
            usableTokens: 8_000,
            count: countWords,
          });
          made.builder.turns(3, 60);
          for (const step of before) step(made.builder);
          if (!(await made.compactor.compactNow()).done) return;
          await settle();
          for (const step of between) step(made.builder);
          if (isSent) made.compactor.requestSent();
          made.asked.at(-1)?.succeed(wordsOf(words, 'story'));
          await made.compactor.settled();
          await made.compactor.close();
          for (const step of after) step(made.builder);
          both += Number(entriesOf(made).length === 2);
          assertSound(made.builder.session);
          const ids = new Set(entriesOf(made).map(({ id }) => id));
          const without = made.builder.entries.filter(({ id }) => !ids.has(id));
          made.builder.undo(made.newest.id);
          assert.equal(JSON.stringify(made.builder.context), JSON.stringify(project(without)));
        },
      ),
      { numRuns: 60 * VOLUME },
    );
    assert.ok(both > 20, String(both));
  });
});
