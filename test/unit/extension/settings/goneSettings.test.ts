import assert from 'node:assert/strict';
import { parseSettings, type Settings } from '../../../../src/extension/settings/settings.ts';
import {
  EARLIER_NAMES,
  REMOVED_SETTINGS,
  settingOf,
} from '../../../../src/extension/settings/settingTable.ts';

function read(values: Readonly<Record<string, unknown>>, modelId?: string): Settings {
  const valueOf = (name: string): unknown => values[name];
  return parseSettings({ own: valueOf, effective: valueOf }, { modelId, connected: new Set() });
}

describe('a removed setting', () => {
  const reported = (values: Readonly<Record<string, unknown>>, modelId?: string): string =>
    read(values, modelId).obsolete.join('\n');

  for (const [name, [defaultValue]] of Object.entries(REMOVED_SETTINGS)) {
    it(`is reported unless the value is the former default: ${name}`, () => {
      const own = { [name]: defaultValue + 1 };
      assert.deepEqual(read(own).problems, []);
      assert.deepEqual(read(own).compaction, read({}).compaction);
      assert.match(reported(own), new RegExp(`^The setting longthread\\.${name} was removed`));
      assert.equal(reported({ [name]: defaultValue }), '', 'the default is reported');
    });

    it(`is reported as removed if set for a single model: ${name}`, () => {
      const source = { perModel: { tiny: { [name]: defaultValue + 1, contextWindow: 2_000 } } };
      assert.deepEqual([read(source, 'tiny').problems, read(source, 'tiny').contextWindow], [[], 2_000]);
      assert.match(reported(source, 'tiny'), /was removed/);
      assert.equal(reported(source), '');
    });
  }
});

describe('the aggressive threshold', () => {
  for (const [background, emergency, aggressive] of [
    [0.75, 0.95, 0.85],
    [0.4, 0.95, 0.85],
    [0.88, 0.96, 0.92],
    [0.5, 0.8, 0.65],
  ] as const) {
    it(`is ${aggressive} if the background threshold is ${background} and the emergency threshold is ${emergency}`, () => {
      const source = {
        ...{ 'compaction.backgroundThreshold': background, 'compaction.emergencyThreshold': emergency },
        'compaction.target': 0.3,
      };
      assert.deepEqual(read(source).problems, []);
      assert.ok(Math.abs(read(source).compaction.thresholds.aggressive - aggressive) < 1e-9);
    });
  }
});

describe('a renamed setting', () => {
  for (const [name, earlier] of Object.entries(EARLIER_NAMES)) {
    const { defaultValue } = settingOf(name) ?? assert.fail(name);
    const other = typeof defaultValue === 'number' ? defaultValue + 1 : defaultValue !== true;

    it(`is read under the earlier name if the new name has the default value: ${name}`, () => {
      const meant = read({ [name]: other });
      for (const set of [{ [earlier]: other }, { [earlier]: other, [name]: defaultValue }]) {
        const now = read(set);
        assert.deepEqual({ ...now, obsolete: [] }, meant);
        assert.deepEqual(now.obsolete, [
          `The setting longthread.${earlier} is now called longthread.${name}. Your value still applies.`,
        ]);
      }
      const both = read({ [name]: other, [earlier]: defaultValue });
      assert.deepEqual({ ...both, obsolete: [] }, meant);
      assert.match(
        both.obsolete.join('\n'),
        / is now called .*\. You have set both, so the old setting has no effect\. /u,
      );
    });
  }

  it('is read under the earlier name in perModel too, unless perModel also contains the new name', () => {
    const source = { perModel: { tiny: { 'notes.live': 3 } } };
    assert.deepEqual(
      [read(source, 'tiny').compaction.liveObservations, read(source, 'tiny').problems],
      [3, []],
    );
    const both = { perModel: { tiny: { 'notes.live': 3, 'observations.live': 4 } } };
    assert.equal(read(both, 'tiny').compaction.liveObservations, 4);
  });
});
