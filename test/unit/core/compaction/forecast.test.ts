import type { StrategyName } from '../../../../src/core/compaction/settings.ts';
import assert from 'node:assert/strict';
import { STRATEGIES, STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import { turnGrowth } from '../../../../src/core/context/gauge.ts';
import { EngineHarness, fillTo } from '../../../support/engineHarness.ts';
import { smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

const settings = {
  ...smallSettings,
  target: 0.6,
  keepRecentMessages: 2,
  stubs: { ...smallSettings.stubs, protectedTokens: 100 },
  window: { turns: 6, batch: 3 },
};

/** A number of turns that is larger than any of these sessions needs. */
const MOST_TURNS = 40;

/** Adds a turn. All turns have the same length. */
function sayTurn({ builder }: EngineHarness, number: number): void {
  builder.user(`Please read file ${number}. ${wordsOf(10)}`);
  builder.tool('read_file', { path: `src/file${number}.ts` }, wordsOf(30));
  builder.says(`I read it. ${wordsOf(10)}`);
}

function foreseen(engine: EngineHarness): ReturnType<EngineHarness['compactor']['forecast']> {
  const growth = turnGrowth(engine.builder.session.messages, ({ id, message }) =>
    engine.account.ofMessage(message, id),
  );
  return engine.compactor.forecast(engine.tokens, growth);
}

/** Returns the forecast after each turn, up to the turn after which a run would start. */
function playUntilDue(strategy: StrategyName): readonly number[] {
  const engine = new EngineHarness({ settings, strategy: STRATEGIES[strategy] });
  const turns: number[] = [];
  for (let number = 1; number <= MOST_TURNS; number += 1) {
    sayTurn(engine, number);
    turns.push(foreseen(engine)?.turns ?? Number.NaN);
    if (engine.compactor.wouldRun().run) return turns;
  }
  assert.fail(`no run would start with the strategy ${strategy}`);
}

describe('The forecast of the next run', () => {
  for (const strategy of STRATEGY_NAMES) {
    it(`is off by at most one turn with the strategy ${strategy}`, () => {
      const turns = playUntilDue(strategy);
      const left = turns.map((_, at) => turns.length - 1 - at);
      // Skips the first turn, because a single turn is not enough for a forecast.
      for (const [at, foretold] of [...turns.entries()].slice(1)) {
        assert.ok(
          Math.abs(foretold - left[at]!) <= 1,
          `foreseen ${turns.join(' ')}, it was ${left.join(' ')}`,
        );
      }
      assert.deepEqual(
        [turns.at(-1), turns.indexOf(0)],
        [0, turns.length - 1],
        'the forecast was not 0 exactly when a run would start',
      );
    });
  }

  it('announces the shortening of old tool results if no other run is due earlier', () => {
    const engine = new EngineHarness({ settings });
    engine.builder.user('Read it.');
    engine.builder.tool('read_file', { path: 'a.ts' }, wordsOf(200));
    fillTo(engine, 0.5);
    assert.deepEqual(engine.compactor.forecast(500), { usedTokens: 600, isClearing: true });
    assert.deepEqual(engine.compactor.forecast(600), { usedTokens: 600, turns: 0, isClearing: true });
  });

  it('skips tiers that are postponed or start no run', () => {
    const engine = new EngineHarness({ settings: { ...settings, when: 'ask' } });
    fillTo(engine, 0.8);
    assert.equal(engine.compactor.forecast(800)?.usedTokens, 800);
    engine.compactor.defer();
    assert.equal(engine.compactor.forecast(800)?.usedTokens, 850);
    engine.settings = { ...settings, when: 'manual' };
    assert.equal(engine.compactor.forecast(500)?.usedTokens, 950, 'the emergency run was not forecast');
    engine.isReadOnly = true;
    assert.equal(engine.compactor.forecast(500), undefined);
  });
});
