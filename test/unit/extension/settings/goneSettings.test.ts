import assert from 'node:assert/strict';
import { parseSettings, type Settings } from '../../../../src/extension/settings/settings.ts';
import { GONE } from '../../../../src/extension/settings/settingTable.ts';

function read(values: Readonly<Record<string, unknown>>, modelId?: string): Settings {
  const valueOf = (name: string): unknown => values[name];
  return parseSettings({ own: valueOf, effective: valueOf }, { modelId, connected: new Set() });
}

describe('a setting that is gone', () => {
  const gone = (values: Readonly<Record<string, unknown>>, modelId?: string): string =>
    read(values, modelId).gone.join('\n');

  for (const [name, [usual]] of Object.entries(GONE)) {
    it(`changes nothing and is told where it took something from the person: ${name}`, () => {
      const own = { [name]: usual + 1 };
      assert.deepEqual(read(own).problems, []);
      assert.deepEqual(read(own).compaction, read({}).compaction);
      assert.match(gone(own), new RegExp(`^The setting longthread\\.${name} is no more`));
      assert.equal(gone({ [name]: usual }), '', 'the default took nothing');
    });

    it(`is no problem among a model’s own: ${name}`, () => {
      const source = { perModel: { tiny: { [name]: usual + 1, contextWindow: 2_000 } } };
      assert.deepEqual([read(source, 'tiny').problems, read(source, 'tiny').contextWindow], [[], 2_000]);
      assert.match(gone(source, 'tiny'), /is no more/);
      assert.equal(gone(source), '');
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
    it(`lies between ${background} and ${emergency}`, () => {
      const source = {
        ...{ 'compaction.backgroundThreshold': background, 'compaction.emergencyThreshold': emergency },
        'compaction.target': 0.3,
      };
      assert.deepEqual(read(source).problems, []);
      assert.ok(Math.abs(read(source).compaction.thresholds.aggressive - aggressive) < 1e-9);
    });
  }
});
