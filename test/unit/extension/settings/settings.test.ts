import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { permittedValues, type SettingSource } from '../../../../src/extension/settings/permittedValues.ts';
import { parseSettings, type Settings } from '../../../../src/extension/settings/settings.ts';
import { GROUP_BEGINS, SETTINGS, settingOf } from '../../../../src/extension/settings/settingTable.ts';
import { manifestWithSettings, settingsPage } from '../../../support/settingsFiles.ts';

interface Declared {
  readonly additionalProperties?: {
    readonly enum?: readonly string[];
    readonly additionalProperties?: object;
  };
  readonly type: string | readonly string[];
  readonly default: unknown;
  readonly scope?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly markdownDescription: string;
}

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Declared>> }[];
  };
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
}

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const manifestText = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
const manifest = JSON.parse(manifestText) as Manifest;
const PREFIX = 'longthread.';
const declared = manifest.contributes.configuration
  .flatMap(({ properties }) => Object.entries(properties))
  .map(([name, schema]) => ({ name: name.slice(PREFIX.length), schema }));
const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.map((name) =>
  name.slice(PREFIX.length),
);

type Values = Readonly<Record<string, unknown>>;

/** Returns the settings of an editor in which the person and the workspace have set these values. */
function editor(person: Values, workspace: Values = {}): SettingSource {
  const defaults = Object.fromEntries(declared.map(({ name, schema }) => [name, schema.default]));
  const own: Values = { ...defaults, ...person };
  const effective: Values = { ...own, ...workspace };
  return { own: (name) => own[name], effective: (name) => effective[name] };
}

function read(source: SettingSource, modelId?: string, connected: readonly string[] = []): Settings {
  return parseSettings(source, { modelId, connected: new Set(connected) });
}

/** Returns the settings without the reported problems. */
function valuesOf(source: SettingSource, modelId?: string): Omit<Settings, 'problems'> {
  const { problems: _, ...values } = read(source, modelId);
  return values;
}

/** Returns a value that the setting’s schema allows and that is not its default. */
function otherValue({ type, default: usual, enum: words, minimum = 0, ...more }: Declared): unknown {
  if (words !== undefined) return words.find((word) => word !== usual);
  if (type === 'boolean') return usual !== true;
  if (type === 'string') return 'https://elsewhere.example/v1';
  if (more.additionalProperties?.additionalProperties !== undefined) return { tiny: { 'X-Purpose': 'code' } };
  if (type === 'object') return { tiny: more.additionalProperties?.enum?.[0] ?? { contextWindow: 2_000 } };
  return typeof usual === 'number' ? (type === 'number' ? usual - 0.001 : usual + 1) : minimum + 5_000;
}

describe('a setting', () => {
  it('is the same in package.json, docs/SETTINGS.md and the table (if not, run “npm run settings”)', () => {
    assert.equal(manifestWithSettings(manifestText), manifestText);
    assert.equal(settingsPage(), readFileSync(path.join(ROOT, 'docs/SETTINGS.md'), 'utf8'));
  });

  it('appears in package.json in the group and order of the settings table', () => {
    const [first] = manifest.contributes.configuration;
    assert.deepEqual(
      Object.keys(first?.properties ?? {}).map((name) => name.slice(PREFIX.length)),
      ['endpoint.url', 'model', 'strategy', 'compaction.when', 'instructions'],
    );
    assert.equal(manifest.contributes.configuration.length, Object.keys(GROUP_BEGINS).length);
    assert.deepEqual(
      declared.map(({ name }) => name),
      Object.keys(SETTINGS),
    );
  });

  for (const { name, schema } of declared) {
    const access = settingOf(name)?.access;
    const changed = { [name]: otherValue(schema) };
    const isLimit = access === 'limit' || access === 'contextLimit';
    const exceedsLimit = isLimit && (typeof schema.default === 'number' || schema.default === false);
    const appliesInWorkspace = access === 'context' || access === 'workspace' || (isLimit && !exceedsLimit);

    it(`${appliesInWorkspace ? 'applies if a workspace sets it' : 'does not apply if a workspace sets a value that only the person may set'}: ${name}`, () => {
      const model = name === 'perModel' ? 'tiny' : undefined;
      const usual = valuesOf(editor({}), model);
      const here = valuesOf(editor({}, changed), model);
      if (appliesInWorkspace) assert.notDeepEqual(here, usual);
      else assert.deepEqual(here, usual);
      assert.notDeepEqual(valuesOf(editor(changed), model), usual, 'the person’s own value has no effect');
    });

    const canBePerModel = access === 'context' || access === 'contextLimit';
    it(`${canBePerModel ? 'applies' : 'does not apply, and is reported,'} if perModel sets it for a single model: ${name}`, () => {
      const ofWorkspace = exceedsLimit ? [] : [editor({}, { perModel: { tiny: changed } })];
      for (const source of [editor({ perModel: { tiny: changed } }), ...ofWorkspace]) {
        const { problems } = read(source, 'tiny');
        if (canBePerModel) assert.notDeepEqual(valuesOf(source, 'tiny'), valuesOf(editor({})));
        else assert.deepEqual(valuesOf(source, 'tiny'), valuesOf(editor({})));
        assert.equal(problems.length, canBePerModel ? 0 : 1, problems.join('\n'));
        if (!canBePerModel)
          assert.ok(problems[0]?.includes(`“${name}”, which can’t be set for a single model`));
        assert.deepEqual(valuesOf(source, 'large'), valuesOf(editor({})), 'also set for other models');
      }
    });
  }

  it('is read from a workspace only if the workspace is trusted', () => {
    const settable = declared.filter(({ schema }) => schema.scope !== 'machine').map(({ name }) => name);
    assert.deepEqual([...restricted].sort(), settable.sort());
  });

  for (const [name, own, theirs] of [
    ['observations.editor', false, true],
    ['observations.terminal', false, true],
    ['recall', false, true],
    ['stages.byCommit', false, true],
    ['memories.tokens', 0, 600],
    ['summary.memoryRounds', 0, 2],
    ['maxSteps', 10, 1_000],
    ['compaction.when', 'manual', 'automatic'],
    ['compaction.when', 'ask', 'automatic'],
    ['compaction.when', 'manual', 'ask'],
  ] as const) {
    it(`can be changed by a workspace from ${theirs} to ${own}, but not from ${own} to ${theirs}: ${name}`, () => {
      const mine = { [name]: own };
      const usual = valuesOf(editor(mine), 'tiny');
      assert.deepEqual(valuesOf(editor(mine, { [name]: theirs }), 'tiny'), usual);
      const there = { ...usual, ...valuesOf(editor({ [name]: theirs }, mine), 'tiny') };
      assert.deepEqual(there, usual, 'the workspace’s value has no effect');
      if (settingOf(name)?.access !== 'contextLimit') return;
      assert.deepEqual(valuesOf(editor(mine, { perModel: { tiny: { [name]: theirs } } }), 'tiny'), usual);
      const ofModel = editor({ perModel: { tiny: mine } }, { perModel: { tiny: { [name]: theirs } } });
      assert.deepEqual(valuesOf(ofModel, 'tiny'), usual);
    });
  }

  for (const [name, own, theirs] of [
    ['recall', false, 'x'],
    ['compaction.when', 'manual', 'never'],
    ['maxSteps', 10, -1],
    ['memories.tokens', 0, -1],
  ] as const)
    it(`keeps the person’s value if the workspace’s value is invalid: ${name}`, () => {
      const source = editor({ [name]: own }, { [name]: theirs });
      assert.deepEqual(valuesOf(source), valuesOf(editor({ [name]: own })));
      const [problem = '', ...others] = read(source).problems;
      assert.deepEqual(others, []);
      assert.match(
        problem,
        /^This workspace’s setting longthread\..* must be .*\. Your own value is used\.$/u,
      );
    });

  it('that is not in the table is read only from the person’s own settings', () => {
    assert.equal(settingOf('proxy'), undefined);
    const source = editor({ proxy: 'mine' }, { proxy: 'theirs' });
    assert.equal(permittedValues(source, { connected: new Set(['theirs']) }, [])('proxy'), 'mine');
    for (const odd of ['constructor', '__proto__.x', 'toString', '']) assert.equal(settingOf(odd), undefined);
  });
});

describe('the endpoint’s address', () => {
  for (const [typed, baseUrl] of [
    ['api.openai.com/v1', 'https://api.openai.com/v1'],
    ['localhost:11434', 'http://localhost:11434/v1'],
    ['', undefined],
    ['no address', undefined],
    ['ftp://files.example', undefined],
  ] as const)
    it(`typed as “${typed}” is ${baseUrl ?? 'invalid'}`, () => {
      assert.equal(read(editor({ 'endpoint.url': typed })).baseUrl, baseUrl);
    });
});

describe('a model’s own settings', () => {
  for (const id of ['constructor', '__proto__', 'toString', 'other']) {
    it(`are empty if none are set: ${id}`, () => {
      assert.deepEqual(read(editor({ perModel: { tiny: { contextWindow: 2_000 } } }), id).problems, []);
      assert.equal(
        read(editor({ perModel: { tiny: { contextWindow: 2_000 } } }), id).contextWindow,
        undefined,
      );
    });
  }

  it('can reset a general setting to empty', () => {
    const source = editor({ contextWindow: 9_000, perModel: { tiny: { contextWindow: null } } });
    assert.equal(read(source, 'tiny').contextWindow, undefined);
    assert.equal(read(source).contextWindow, 9_000);
  });

  it('are reported and have no effect if they are invalid', () => {
    const mine = { 'compaction.when': 'manual', perModel: { tiny: { 'compaction.when': 'manul' } } };
    for (const workspace of [{}, { perModel: { tiny: { 'compaction.when': 'automatic' } } }])
      assert.equal(read(editor(mine, workspace), 'tiny').compaction.when, 'manual');
    assert.deepEqual(read(editor(mine), 'tiny').problems, [
      'The setting longthread.perModel gives compaction.when the value “manul”, but the value must be one of automatic, ask, manual. The general setting is used.',
    ]);
  });

  it('are ignored if perModel has the wrong type', () => {
    for (const perModel of ['all', null, { tiny: 'small' }, [1]])
      assert.deepEqual(valuesOf(editor({ perModel }), 'tiny'), valuesOf(editor({})));
  });

  it('are reported if the model’s value is not an object', () => {
    const source = editor({ perModel: { tiny: 'small', large: 5 } });
    assert.deepEqual(read(source, 'tiny').problems, [
      'The setting longthread.perModel gives the model “tiny” the value “small”, but the value must be an object of settings. The general settings are used.',
    ]);
    assert.match(
      read(editor({ perModel: { tiny: [] } }), 'tiny').problems.join(),
      /must be an object of settings/,
    );
    assert.deepEqual(read(source, 'other').problems, []);
  });
});

describe('a workspace’s choice of a model', () => {
  for (const [name, setting] of [
    ['model', 'model'],
    ['summary.model', 'summaryModel'],
  ] as const) {
    it(`applies if the person has connected the model: ${name}`, () => {
      const source = editor({ [name]: 'mine' }, { [name]: 'mine-too' });
      assert.equal(read(source, undefined, ['mine-too'])[setting], 'mine-too');
      assert.deepEqual(read(source, undefined, ['mine-too']).problems, []);
    });

    it(`does not apply if the person has not connected the model: ${name}`, () => {
      const settings = read(editor({ [name]: 'mine' }, { [name]: 'vscode:theirs' }), undefined, ['mine-too']);
      assert.equal(settings[setting], 'mine');
      assert.match(
        settings.problems.join('\n'),
        /“vscode:theirs”, a model that you have not connected.*Choose Model/,
      );
    });

    it(`applies if the person’s own settings name the same model: ${name}`, () => {
      assert.deepEqual(read(editor({ [name]: 'mine' })).problems, []);
      assert.deepEqual(read(editor({ [name]: 'mine' }, { [name]: 'mine' })).problems, []);
    });

    it(`may be empty: ${name}`, () => {
      assert.equal(read(editor({ [name]: 'mine' }, { [name]: '' }))[setting], '');
    });
  }

  it('is reported in fewer than 400 characters, without the links in the model’s name', () => {
    const { problems } = read(editor({}, { model: `[Fix it](command:evil) ${'x'.repeat(500)}` }));
    assert.equal(problems.length, 1);
    assert.doesNotMatch(problems.join(), /[[\]]/);
    assert.ok(problems.join().length < 400);
  });

  it('is reported even if its value has the wrong type', () => {
    const { problems } = read(editor({}, { model: ['[Fix it](command:evil)'] }));
    assert.equal(problems.length, 1);
    assert.doesNotMatch(problems.join(), /[[\]]/);
  });
});
