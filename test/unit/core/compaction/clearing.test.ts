import assert from 'node:assert/strict';
import type { StrategyName } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import type { EntryId } from '../../../../src/core/log/entry.ts';
import { EngineHarness, fillTo } from '../../../support/engineHarness.ts';
import { smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

const settings = {
  ...smallSettings,
  target: 0.6,
  eligibleShares: { background: 0.3, aggressive: 0.5, emergency: 1 },
  keepRecentMessages: 2,
};

/** Returns a session with an old tool result of `resultTokens` tokens. The session fills `share` of the window. */
function engineWith(resultTokens: number, share: number, strategy: StrategyName = 'hybrid'): EngineHarness {
  const engine = new EngineHarness({ settings, strategy: STRATEGIES[strategy] });
  engine.builder.user('Read it.');
  engine.builder.tool('read_file', { path: 'a.ts' }, wordsOf(resultTokens));
  fillTo(engine, share);
  return engine;
}

function replacedIn({ compactions }: EngineHarness): readonly EntryId[] {
  return compactions.flatMap(({ replaced }) => replaced.map(({ id }) => id));
}

describe('Old tool results', () => {
  it('are shortened automatically when the context reaches the target share', async () => {
    const engine = engineWith(200, 0.6);
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background', isClearing: true });
    assert.deepEqual(replacedIn(engine), ['m3']);
    assert.deepEqual([engine.newest.folded, engine.newest.blocks], [[], []]);
    assert.equal(engine.newest.event.strategy, 'hybrid');
  });

  it('stay unchanged below the target share', async () => {
    const engine = engineWith(200, 0.59);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'below_threshold' });
    assert.deepEqual(engine.runs, []);
  });

  it('stay until shortening saves 5 % of the window', async () => {
    const [small, enough] = [engineWith(45, 0.65), engineWith(75, 0.65)];
    assert.equal((await small.compactor.check()).run, false);
    assert.deepEqual(small.runs, []);
    assert.equal((await enough.compactor.check()).run, true);
  });

  it('do not include a large result in the newest messages', async () => {
    const engine = new EngineHarness({ settings });
    fillTo(engine, 0.4);
    engine.builder.tool('read_file', { path: 'a.ts' }, wordsOf(240));
    assert.equal((await engine.compactor.check()).run, false);
  });

  it('stay if the strategy does not shorten results, or if the person postponed the compaction', async () => {
    const other = engineWith(200, 0.65, 'summarize');
    assert.equal((await other.compactor.check()).run, false);
    const resting = engineWith(200, 0.65);
    resting.compactor.defer();
    assert.equal((await resting.compactor.check()).run, false);
  });

  it('stay while shortening saves less than the setting stubs.minTotalSaving', async () => {
    const engine = engineWith(200, 0.65);
    engine.settings = { ...settings, stubs: { ...settings.stubs, minTotalSaving: 300 } };
    assert.equal((await engine.compactor.check()).run, false);
  });

  it('stay when pinned', async () => {
    const engine = engineWith(200, 0.65);
    engine.builder.pin('m3');
    assert.equal((await engine.compactor.check()).run, false);
    assert.deepEqual(engine.runs, []);
  });

  it('do not change again when a later run shortens newer results', async () => {
    const engine = engineWith(200, 0.62);
    await engine.compactor.check();
    const before = engine.builder.context;
    engine.builder.tool('read_file', { path: 'b.ts' }, wordsOf(150));
    fillTo(engine, 0.64);
    await engine.compactor.check();
    assert.equal(engine.compactions.length, 2);
    assert.deepEqual(engine.builder.context.slice(0, before.length), before);
  });

  it('are all shortened at the background tier, even beyond the eligible share', async () => {
    const engine = new EngineHarness({ settings, usableTokens: 4_000 });
    engine.builder.user('Read them.');
    for (let at = 0; at < 10; at += 1)
      engine.builder.tool('bash', { command: String(at) }, wordsOf(200, `w${String(at)}`));
    fillTo(engine, 0.75);
    await engine.compactor.check();
    assert.equal(replacedIn(engine).length, 10);
    assert.ok(engine.share < settings.target);
  });

  it('are shortened even below the background threshold, but long call arguments only from this threshold on', async () => {
    const shortenedAt = async (share: number): Promise<readonly string[]> => {
      const engine = new EngineHarness({ settings, usableTokens: 4_000 });
      engine.builder.user('Write them.');
      fillTo(engine, share - 0.2);
      const ids = engine.builder.tool('write_file', { path: 'a.ts', text: wordsOf(300) }, wordsOf(300));
      fillTo(engine, share);
      await engine.compactor.check();
      return replacedIn(engine).map((id) => (ids[0] === id ? 'call' : ids[1] === id ? 'result' : id));
    };
    assert.deepEqual(await shortenedAt(0.74), ['result']);
    assert.deepEqual(await shortenedAt(0.75), ['call', 'result']);
  });

  it('are shortened only until a requested budget is met', async () => {
    const engine = new EngineHarness({ settings, usableTokens: 4_000 });
    engine.builder.user('Read them.');
    for (let at = 0; at < 10; at += 1)
      engine.builder.tool('bash', { command: String(at) }, wordsOf(200, `w${String(at)}`));
    fillTo(engine, 0.75);
    await engine.compactor.compactNow({ budgetTokens: 2_900 });
    const { length } = replacedIn(engine);
    assert.ok(
      length > 0 && length < 10 && engine.tokens <= 2_900,
      `${String(length)}: ${String(engine.tokens)}`,
    );
  });
});
