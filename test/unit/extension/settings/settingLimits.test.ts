import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import {
  connectedModels,
  permittedValues,
  shownValue,
} from '../../../../src/extension/settings/permittedValues.ts';
import { parseSettings, type Settings } from '../../../../src/extension/settings/settings.ts';

function read(values: Readonly<Record<string, unknown>>): Settings {
  const valueOf = (name: string): unknown => values[name];
  return parseSettings({ own: valueOf, effective: valueOf }, { connected: new Set() });
}

type Limits = readonly [name: string, taken: readonly unknown[], refused: readonly unknown[]];
const limits: readonly Limits[] = [
  ['endpoint.headersTimeout', [5, 299], [4, 300, 5.5, '60']],
  ['endpoint.firstTokenTimeout', [5, 299], [4, 300]],
  ['endpoint.gapTimeout', [5, 299], [4, 300]],
  ['summary.memoryRounds', [0, 10], [-1, 11, 0.5]],
  ['contextWindow', [1_000, null, 2_000_000, 10_000_000], [999, 10_000_001, 1_000.5, '8k']],
  ['maxSteps', [1, 1_000], [0, 1_001, 1.5]],
  ['memories.tokens', [0, 100_000], [-1, 100_001, 0.5]],
  ['compaction.maxContextTokens', [1_000, 10_000_000, null], [-1, 10, 999, 10_000_001, 1_000.5]],
  ['compaction.recordTokens', [200, 10_000_000, null], [-1, 199, 20_000_000, 200.5]],
  ['compaction.recentShare', [0.01, 1], [-0.01, 0, 0.009, 1.01, '0.5', Number.NaN]],
  ['compaction.backgroundShare', [0.01, 1], [-0.01, 0, 1.01]],
  ['compaction.aggressiveShare', [0.01, 1], [0, 1.01]],
  ['compaction.emergencyShare', [0.01, 1], [0, 1.01]],
  ['compaction.backgroundThreshold', [0.61, 0.84], [0, 1.01]],
  ['compaction.emergencyThreshold', [0.86, 1], [0, 2]],
  ['compaction.target', [0.01, 0.74], [0, 2]],
  ['rolling.trigger', [0.81, 1], [0, 1.01]],
  ['rolling.target', [0.01, 0.94], [0, 1.01]],
  ['staged.trigger', [0.85, 1], [0, 1.01]],
  ['staged.target', [0.01, 0.84], [0, 1.01]],
  ['compaction.keepRecentMessages', [0, 100], [-1, 0.5, 2.5, 1e99]],
  ['stubs.minTokens', [0, 10_000_000], [-1, 10_000_001]],
  ['stubs.protectedTokens', [0, 10_000_000], [-1, 10_000_001]],
  ['rolling.keepMessages', [1, 10_000], [0, 1.5]],
  ['staged.batch', [1, 10_000], [0, 1.5]],
  ['staged.keepMessages', [1, 10_000], [0, 1.5]],
  ['window.turns', [1, 10_000], [0, 1.5, Number.NaN]],
  ['window.batch', [1, 10_000], [0, 1.5]],
  ['observations.live', [1, 1_000], [0, 1.5]],
  ['observations.characters', [0, 10_000], [-1, 1e99, 0.5]],
  ['stages.byCommit', [true, false], ['yes', 1]],
  ['recall', [true, false], ['yes', 0]],
  ['observations.editor', [true, false], ['yes', null]],
  ['summary.mode', ['merge', 'stack'], ['both', '']],
  ['strategy', ['hybrid', 'window'], ['other', '']],
  ['instructions', ['', 'Be brief.'], [7, null]],
];

describe('parseSettings', () => {
  for (const [name, taken, refused] of limits) {
    it(`replaces only invalid values by the default, and reports each invalid value: ${name}`, () => {
      for (const value of taken) assert.deepEqual(read({ [name]: value }).problems, [], String(value));
      for (const value of refused) {
        const { problems, ...values } = read({ [name]: value });
        assert.equal(problems.length, 1, String(value));
        assert.ok(
          problems[0]?.startsWith(`The setting longthread.${name} is ${shownValue(value)}, but must be `),
        );
        assert.ok(problems[0]?.endsWith('. The default is used.'));
        const { problems: none, ...defaults } = read({});
        assert.deepEqual([values, none], [defaults, []]);
      }
    });
  }

  it('limits a workspace’s value to the default if the person’s own value is invalid', () => {
    const own: Readonly<Record<string, unknown>> = { 'observations.terminal': 'off', maxSteps: 'few' };
    const theirs: Readonly<Record<string, unknown>> = { 'observations.terminal': true, maxSteps: 7 };
    const source = { own: (name: string) => own[name], effective: (name: string) => theirs[name] };
    const { observationSources, maxSteps, problems } = parseSettings(source, { connected: new Set() });
    assert.deepEqual([observationSources.has('terminal'), maxSteps, problems.length], [false, 7, 1]);
    assert.match(problems[0] ?? '', /observations\.terminal is “off”, .* The default is used\.$/u);
  });

  it('leaves all other settings unchanged if one setting is invalid', () => {
    const { compaction, problems } = read({ 'compaction.target': 0, 'stubs.minTokens': 7 });
    assert.equal(problems.length, 1);
    const defaults = read({}).compaction;
    assert.deepEqual(compaction, { ...defaults, stubs: { ...defaults.stubs, minTokens: 7 } });
  });

  it('uses the default of each setting that is not set', () => {
    const { waitLimits, maxSteps, memoryTokens, contextWindow, stagesByCommit, recall, observationSources } =
      read({});
    assert.deepEqual(waitLimits, { headers: 120, firstToken: 290, gap: 90 });
    assert.deepEqual([maxSteps, memoryTokens, contextWindow], [50, 600, undefined]);
    assert.deepEqual([stagesByCommit, recall], [true, true]);
    assert.deepEqual([...observationSources], ['editor', 'diagnostics', 'test', 'task', 'branch']);
  });

  it('returns only the sources of observations that are turned on', () => {
    assert.deepEqual(
      [...read({ 'observations.test': false, 'observations.terminal': true }).observationSources],
      ['editor', 'diagnostics', 'task', 'branch', 'terminal'],
    );
  });

  const manual = { 'compaction.when': 'manual', strategy: 'rolling', 'stubs.minTokens': 7 };
  for (const [what, values, reset] of [
    ['a target above its threshold', { 'compaction.target': 0.9 }, ['compaction.target']],
    [
      'a threshold below the default target',
      { 'compaction.backgroundThreshold': 0.35 },
      ['compaction.backgroundThreshold'],
    ],
    [
      'a rolling target above its trigger',
      { 'rolling.target': 0.96, 'rolling.keepMessages': 4 },
      ['rolling.target'],
    ],
    ['a staged trigger below its target', { 'staged.trigger': 0.4 }, ['staged.trigger']],
    [
      'an emergency threshold below the background threshold',
      { 'compaction.emergencyThreshold': 0.7 },
      ['compaction.emergencyThreshold'],
    ],
    [
      'two thresholds that conflict with each other and with the defaults',
      { 'compaction.backgroundThreshold': 0.99, 'compaction.emergencyThreshold': 0.7 },
      ['compaction.backgroundThreshold', 'compaction.emergencyThreshold'],
    ],
    [
      'two conflicts at the same time',
      { 'rolling.target': 1, 'staged.target': 1, 'window.turns': 9 },
      ['rolling.target', 'staged.target'],
    ],
  ] as const) {
    it(`resets only as many settings as needed to resolve a conflict: ${what}`, () => {
      const all: Readonly<Record<string, unknown>> = { ...manual, ...values };
      const { compaction, problems } = read(all);
      const others = Object.entries(all).filter(([name]) => !(reset as readonly string[]).includes(name));
      assert.deepEqual(compaction, read(Object.fromEntries(others)).compaction);
      assert.equal(compaction.when, 'manual');
      for (const name of reset) assert.ok(problems.join('\n').includes(`longthread.${name}`), name);
    });
  }
});

describe('a setting’s value in a sentence', () => {
  for (const [value, shown] of [
    ['a  [b]\nc', '“a b c”'],
    ['x'.repeat(78), `“${'x'.repeat(78)}”`],
    ['x'.repeat(79), `“${'x'.repeat(79)}…`],
    [7, '7'],
    [{ a: [1] }, '{"a": 1 }'],
    [undefined, 'empty'],
    ['', '“”'],
    [`${'x'.repeat(78)}😀`, `“${'x'.repeat(78)}�…`],
  ] as const) {
    it(`is cut off after 80 characters, and contains no brackets that could form a link: ${inspect(value).slice(0, 20)}`, () => {
      assert.equal(shownValue(value), shown);
    });
  }
});

describe('the stored names of connected models', () => {
  function names(known: unknown, own: Readonly<Record<string, unknown>>): readonly [string[], unknown] {
    let kept: unknown;
    const memory = {
      keys: () => [],
      get: () => known as never,
      update: (_key: string, value: unknown) => Promise.resolve(void (kept = value)),
    };
    const found = connectedModels({ own: (name) => own[name], effective: () => 'theirs' }, memory);
    return [[...found], kept];
  }

  it('are extended by new names, but not by known, empty or invalid names', () => {
    assert.deepEqual(names(['a'], { model: 'b', 'summary.model': 'c' }), [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    assert.deepEqual(names(['a'], { model: 'a', 'summary.model': '' }), [['a'], undefined]);
    assert.deepEqual(names('broken', { model: 7 }), [[], undefined]);
  });

  it('are limited to the newest hundred', () => {
    const known = Array.from({ length: 100 }, (_, at) => `m${at}`);
    assert.deepEqual(names(known.slice(1), { model: 'new' })[1], [...known.slice(1), 'new']);
    assert.deepEqual(names(known, { model: 'new' })[1], [...known.slice(1), 'new']);
  });

  it('must include the exact name of a workspace’s model, or the model is not used', () => {
    const problems: string[] = [];
    const source = { own: () => 'mine', effective: () => 'mine-too' };
    const valueOf = permittedValues(source, { connected: new Set(['mine']) }, problems);
    assert.deepEqual([valueOf('model'), problems.length], ['mine', 1]);
  });
});
