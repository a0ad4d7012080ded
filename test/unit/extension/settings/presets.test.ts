import assert from 'node:assert/strict';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { isInUse, presetsFor, type Preset } from '../../../../src/extension/settings/presets.ts';
import { parseSettings, type Settings } from '../../../../src/extension/settings/settings.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';

const DEFAULTS = { window: { turns: 4, batch: 10 } };

/** Returns the settings of a person who has set `own` and then chosen the preset. */
function chosen(label: RegExp, own: Readonly<Record<string, unknown>> = {}): Settings {
  const values: Readonly<Record<string, unknown>> = { ...own, ...presetOf(label).settings };
  const valueOf = (name: string): unknown => values[name];
  const settings = parseSettings(
    { effective: valueOf, own: valueOf },
    { modelId: undefined, connected: new Set() },
  );
  assert.deepEqual(settings.problems, []);
  return settings;
}

function presetOf(label: RegExp): Preset {
  return presetsFor(DEFAULTS).find((preset) => label.test(preset.label)) ?? assert.fail('no such preset');
}

function engineWith({ compaction, summaryEnabled }: Settings): EngineHarness {
  return new EngineHarness({
    settings: compaction,
    strategy: STRATEGIES[compaction.strategy],
    usableTokens: 20_000,
    hasModel: summaryEnabled,
  });
}

const verbatim = (engine: EngineHarness): number =>
  engine.builder.context.filter(({ treatment }) => treatment === 'verbatim').length;

describe('the strategy preset', () => {
  it('“Always keep the last 20 messages” keeps these messages unchanged', async () => {
    const engine = engineWith(chosen(/last 20 messages/u));
    engine.builder.turns(20, 150);
    engine.builder.turns(10, 500);
    assert.ok((await engine.compactor.check()).run);
    assert.ok(engine.builder.context.slice(-20).every(({ treatment }) => treatment === 'verbatim'));
    assert.ok((await engine.compactor.compactNow()).done || verbatim(engine) >= 20);
    assert.ok(engine.builder.context.slice(-20).every(({ treatment }) => treatment === 'verbatim'));
  });

  it('“Keep exactly the newest turns” keeps only these turns and the current turn unchanged', async () => {
    const settings = chosen(/newest 4 turns/u, { 'window.turns': 4 });
    const engine = engineWith({ ...settings, summaryEnabled: false });
    for (let turn = 1; turn <= 12; turn += 1) {
      engine.builder.turns(1, 60);
      await engine.compactor.check();
      assert.equal(verbatim(engine), 2 * Math.min(turn, 5), `after turn ${String(turn)}`);
    }
  });

  it('“No model” turns off notes by a model', () => {
    assert.equal(chosen(/No model/u).summaryEnabled, false);
  });

  it('is in use only if all settings of the preset have the preset’s values', () => {
    const preset = presetOf(/last 20 messages/u);
    const values: Readonly<Record<string, unknown>> = preset.settings;
    assert.ok(isInUse(preset, (name) => values[name]));
    assert.ok(!isInUse(preset, (name) => (name === 'strategy' ? 'window' : values[name])));
  });
});
