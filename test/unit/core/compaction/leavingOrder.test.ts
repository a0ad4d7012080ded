import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inLeavingOrder, LEAVING_ORDER } from '../../../../src/core/compaction/plan/leavingOrder.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

const settings = {
  ...smallSettings,
  keepRecentMessages: 2,
  stubs: { ...smallSettings.stubs, minTokens: 900 },
};

/** Returns messages of all classes except `system`. The larger messages have about a hundred tokens each. */
function engineOfClasses(): EngineHarness {
  const engine = new EngineHarness({ settings, usableTokens: 2_000 });
  const { builder } = engine;
  builder.user(`Add a parser. ${wordsOf(96)}`);
  builder.says(`We decided to keep src/parser.ts as it is. ${wordsOf(90)}`);
  builder.says(wordsOf(98));
  builder.tool('bash', { command: 'ls' }, wordsOf(90));
  builder.pin(builder.says(wordsOf(98, 'pinned')));
  builder.says('Shall we?');
  builder.says('Done.');
  builder.user('thanks');
  builder.user('Never touch src/gen.ts, whatever happens.');
  builder.says(wordsOf(98, 'late'));
  builder.says(wordsOf(20));
  builder.user('And now?');
  return engine;
}

describe('The leaving order of messages', () => {
  it('begins with small talk and ends with anchors, or with recent messages in an emergency', () => {
    const classes = [
      'anchor',
      'decision',
      'said',
      'system',
      'toolHeavy',
      'pinned',
      'chitchat',
      'recent',
    ] as const;
    const units = [...classes, 'said' as const].map((name, at) => ({ class: name, at }));
    const order = (tier: 'background' | 'emergency'): string =>
      inLeavingOrder(units, tier)
        .map((unit) => `${unit.class}${String(unit.at)}`)
        .join(' ');
    assert.equal(order('background'), 'chitchat6 said2 toolHeavy4 said8 decision1 anchor0');
    assert.equal(order('emergency'), 'chitchat6 said2 toolHeavy4 said8 decision1 anchor0 recent7');
  });

  it('keeps the request, constraints, decisions and pins if the other messages free the needed tokens', async () => {
    const engine = engineOfClasses();
    engine.settings = {
      ...settings,
      target: 0.26,
      recordTokens: 50,
      thresholds: { background: 0.3, aggressive: 0.9, emergency: 0.95 },
      eligibleShares: { background: 1, aggressive: 1, emergency: 1 },
    };
    await engine.compactor.check();
    const gone = engine.newest.folded.flatMap(({ ids }) => ids);
    assert.deepEqual(gone.slice(0, 3), ['m3', 'm4', 'm5']);
    for (const id of ['m1', 'm2', 'm6', 'm10']) assert.ok(!gone.includes(id), id);
  });

  it('never includes system text or pins, and omits recent messages below the emergency tier', () => {
    assert.deepEqual([LEAVING_ORDER.system, LEAVING_ORDER.pinned], [{}, {}]);
    assert.deepEqual(
      [LEAVING_ORDER.recent.background, LEAVING_ORDER.recent.aggressive],
      [undefined, undefined],
    );
    const { emergency = 0 } = LEAVING_ORDER.recent;
    assert.ok(Object.values(LEAVING_ORDER).every((each) => (each.emergency ?? 0) <= emergency));
  });

  it('is the same at each tier as in docs/DEFAULTS.md', () => {
    const docs = readFileSync(new URL('../../../../docs/DEFAULTS.md', import.meta.url), 'utf8');
    for (const [name, orders] of Object.entries(LEAVING_ORDER)) {
      const cells = (['background', 'aggressive', 'emergency', 'manual'] as const).map((tier) =>
        String(orders[tier] ?? 'stays'),
      );
      const row = new RegExp(['', name, ...cells, ''].join(String.raw`\s*\|\s*`), 'u');
      assert.match(docs, row);
    }
  });
});
