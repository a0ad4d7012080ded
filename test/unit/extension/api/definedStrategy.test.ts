import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PASSES } from '../../../../src/core/compaction/plan/plan.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { definedStrategy } from '../../../../src/extension/api/checkedInput.ts';
import { StrategyRegistry } from '../../../../src/extension/strategyRegistry.ts';

const documentation = readFileSync(new URL('../../../../src/extension/api/api.ts', import.meta.url), 'utf8');

describe('another extension’s strategy', () => {
  it('compacts at the thresholds in the settings unless the definition has a trigger', () => {
    const { trigger } = definedStrategy({ name: 'mine', passes: ['chitchat'] });
    assert.deepEqual(trigger(DEFAULT_SETTINGS), { by: 'tiers' });
    const own = definedStrategy({ name: 'mine', passes: ['chitchat'], trigger: { at: 0.9, target: 0.5 } });
    assert.deepEqual(own.trigger(DEFAULT_SETTINGS), { by: 'share', at: 0.9, target: 0.5 });
  });

  it('writes notes and asks a model for a summary unless the definition says otherwise', () => {
    const { hasNotes, hasSummary } = definedStrategy({ name: 'mine', passes: ['chitchat'] });
    assert.deepEqual([hasNotes, hasSummary], [true, true]);
    for (const name of ['hasNotes', 'hasLedger']) {
      const without = { [name]: false, hasSummary: false };
      const bare = definedStrategy({ name: 'mine', passes: ['chitchat'], ...without });
      assert.deepEqual([bare.hasNotes, bare.hasSummary], [false, false]);
    }
  });

  const wrong = [
    ['a name with spaces', { name: 'my own', passes: ['chitchat'] }, /can’t be a strategy’s name/],
    ['an unknown pass', { name: 'mine', passes: ['chitchat', 'magic'] }, /no pass “magic”/],
    ['no pass at all', { name: 'mine', passes: [] }, /at least one pass/],
    [
      'a target above its trigger',
      { name: 'mine', passes: ['chitchat'], trigger: { at: 0.5, target: 0.6 } },
      /target/,
    ],
    [
      'a trigger above 1',
      { name: 'mine', passes: ['chitchat'], trigger: { at: 1.5, target: 0.6 } },
      /at most 1/,
    ],
  ] as const;
  for (const [what, definition, sentence] of wrong) {
    it(`is refused if it has ${what}`, () => {
      assert.throws(() => definedStrategy(definition), { name: 'RangeError', message: sentence });
    });
  }

  it('can use every built-in pass, and the documentation of the API names every pass', () => {
    for (const name of Object.keys(PASSES)) {
      assert.deepEqual(definedStrategy({ name: 'mine', passes: [name] }).passes, [name]);
      assert.ok(documentation.includes(`\`${name}\``), `${name} is not documented`);
    }
  });

  it('can be found by name until it is removed, and is refused if the name is taken', () => {
    const registry = new StrategyRegistry();
    const remove = registry.register(definedStrategy({ name: 'mine', passes: ['chitchat'] }));
    assert.equal(registry.find('mine')?.name, 'mine');
    assert.ok(registry.names.includes('mine'));
    assert.throws(
      () => registry.register(definedStrategy({ name: 'mine', passes: ['chitchat'] })),
      RangeError,
    );
    assert.throws(
      () => registry.register(definedStrategy({ name: 'hybrid', passes: ['chitchat'] })),
      RangeError,
    );
    remove();
    assert.equal(registry.find('mine'), undefined);
  });
});
