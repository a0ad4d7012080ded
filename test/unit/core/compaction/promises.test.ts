import assert from 'node:assert/strict';
import { foldObservations } from '../../../../src/core/compaction/plan/recordBlocks.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { pendingObservations } from '../../../../src/core/compaction/plan/standing.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { EngineHarness, fillTo, newlyFolded, settle } from '../../../support/engineHarness.ts';
import { wordsOf } from '../../../support/sessionBuilder.ts';

/**
 * Returns an engine with the default settings: the newest 50 turns stay, and older turns are folded in batches of 10.
 * The turns of the tests are short.
 */
function windowed(): EngineHarness {
  return new EngineHarness({
    strategy: STRATEGIES.window,
    settings: DEFAULT_SETTINGS,
    usableTokens: 100_000,
    hasModel: true,
  });
}

async function checked(engine: EngineHarness): Promise<boolean> {
  const { run } = await engine.compactor.check();
  await settle();
  if (run) engine.awaited.succeed('They went on.');
  await engine.compactor.settled();
  return run;
}

describe('The strategy `window`', () => {
  it('folds a batch after 61 turns and after every ten further turns, even if this frees few tokens', async () => {
    const engine = windowed();
    const at: number[] = [];
    for (let turn = 1; turn <= 141; turn += 1) {
      engine.builder.turns(1);
      if (await checked(engine)) at.push(turn);
    }
    assert.deepEqual(at, [61, 71, 81, 91, 101, 111, 121, 131, 141]);
    assert.equal(engine.compactions.length, 9);
  });

  for (const how of ['Undo', 'Postpone'])
    it(`pauses automatic runs after ${how} until one more batch has left the window`, async () => {
      const engine = windowed();
      engine.builder.turns(61);
      if (how === 'Postpone') engine.compactor.defer();
      else {
        assert.ok(await checked(engine));
        await engine.compactor.undo(engine.newest.id);
      }
      for (let turn = 62; turn <= 70; turn += 1) {
        engine.builder.turns(1);
        assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'deferred_by_user' });
      }
      engine.builder.turns(1);
      assert.ok(await checked(engine));
      assert.equal(newlyFolded(engine).length, 40);
    });

  it('reports the first message of the window as the first recent message', async () => {
    const engine = windowed();
    engine.builder.turns(61);
    await checked(engine);
    assert.equal(engine.runs[0]?.firstRecent, 'm21');
  });
});

describe('The strategy `staged`', () => {
  const staged = async (): Promise<EngineHarness> => {
    const engine = new EngineHarness({
      strategy: STRATEGIES.staged,
      settings: DEFAULT_SETTINGS,
      usableTokens: 60_000,
      hasModel: true,
    });
    for (let stage = 0; stage < 9; stage += 1) {
      const first = engine.builder.user(wordsOf(926, 'ask'));
      engine.builder.stage(`Stage ${String(stage)}`, first, engine.builder.says(wordsOf(926, 'tell')));
    }
    fillTo(engine, 0.92);
    await engine.compactor.check();
    await settle();
    return engine;
  };

  it('folds only three stages of 3.1 % each to get from 92 % to 84 %', async () => {
    const engine = await staged();
    assert.deepEqual(engine.newest.folded, [{ as: 'digest', ids: ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'] }]);
    assert.ok(engine.share <= 0.84, String(engine.share));
  });

  it('does not ask a model to summarize a stage that has a digest', async () => {
    const engine = await staged();
    assert.deepEqual([engine.asked.length, engine.newest.prosePending], [0, false]);
  });
});

describe('The newest messages', () => {
  it('stay in the context, at least 20 of them (keepRecentMessages), even with fifteen parallel tool calls', async () => {
    const engine = new EngineHarness({ settings: DEFAULT_SETTINGS, usableTokens: 100_000 });
    engine.builder.turns(40, 60);
    const calls = Array.from({ length: 15 }, (_, at) => ({
      id: `call${String(at)}`,
      args: { path: 'a.ts' },
    }));
    const head = engine.builder.calls(calls);
    for (const { id } of calls) engine.builder.result(id, 'read');
    engine.builder.turns(5, 60);
    assert.ok((await engine.compactor.compactNow()).done);
    const kept = engine.builder.session.messages.filter(({ id }) => !newlyFolded(engine).includes(id));
    assert.ok(kept.length >= 20, String(kept.length));
    assert.ok(kept.some(({ id }) => id === head));
  });
});

describe('Older observations', () => {
  const observed = (texts: readonly string[]): EngineHarness => {
    const engine = new EngineHarness({ hasModel: true });
    for (const text of texts) engine.builder.append({ kind: 'note', source: 'test', text });
    engine.builder.turns(40);
    return engine;
  };
  const { liveObservations } = DEFAULT_SETTINGS;

  it('are listed up to the character limit, with the number of omitted observations', () => {
    const texts = Array.from(
      { length: 28 + liveObservations },
      (_, at) => `run ${String(at)} ${'x'.repeat(40)}`,
    );
    const { text, ids } = foldObservations(observed(texts).builder.session, DEFAULT_SETTINGS);
    const lines = text.split('\n').slice(1);
    const listed = lines.filter((line) => line.startsWith('- test: ')).length;
    assert.ok(listed >= 5 && listed < 28, String(listed));
    assert.ok(lines.includes(`- and ${String(28 - listed)} more before these`), text);
    assert.ok(text.length <= DEFAULT_SETTINGS.observationCharacters, String(text.length));
    assert.equal(ids.length, 28);
  });

  it('are all listed even if one of them is long, because the long one is cut', () => {
    const texts = [
      'first',
      'second',
      'x'.repeat(900),
      ...Array.from({ length: liveObservations }, () => 'live'),
    ];
    const { text } = foldObservations(observed(texts).builder.session, DEFAULT_SETTINGS);
    assert.match(text, /- test: first\n- test: second\n- test: x{50,}…$/u);
  });

  it('are shown to the model that writes the summary', async () => {
    const engine = observed(['npm test failed', ...Array.from({ length: liveObservations }, () => 'live')]);
    assert.ok((await engine.compactor.compactNow()).done);
    await settle();
    assert.equal(engine.awaited.request.observed, '- test: npm test failed');
  });

  it('are pending until the next compaction', async () => {
    const engine = observed(Array.from({ length: 28 + liveObservations }, (_, at) => `run ${String(at)}`));
    assert.equal(pendingObservations(engine.builder.session, liveObservations).length, 28);
    assert.ok((await engine.compactor.compactNow()).done);
    assert.equal(engine.runs[0]?.pendingNotes, 28);
    assert.equal(pendingObservations(engine.builder.session, liveObservations).length, 0);
  });
});

describe('The plan before a request', () => {
  it('reports not_worth_it if a run would free too few tokens', async () => {
    const settings = { ...DEFAULT_SETTINGS, minSavingTokens: 1_000_000 };
    const engine = new EngineHarness({ settings, usableTokens: 10_000 });
    fillTo(engine, 0.8);
    const found = atOnce(engine.compactor.beforeRequest());
    assert.ok(!found.run);
    assert.equal(found.reason, 'not_worth_it');
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'not_worth_it' });
  });
});
