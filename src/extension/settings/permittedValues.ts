import { isDeepStrictEqual } from 'node:util';
import type { Memento } from 'vscode';
import * as v from 'valibot';
import { COMPACTION_WHEN } from '../../core/compaction/settings.ts';
import { EARLIER_NAMES, REMOVED_SETTINGS, settingOf } from './settingTable.ts';

/**
 * Reads a setting from the editor by its name without `longthread.`. Both functions return undefined if the editor has
 * no such setting.
 */
export interface SettingSource {
  /** Returns the value in effect: the workspace's value, if there is one, overrides the person's. */
  readonly effective: (name: string) => unknown;
  /** Returns the person's own value, or otherwise the default. Ignores the workspace. */
  readonly own: (name: string) => unknown;
}

export interface SettingsFor {
  /** The model whose settings in `perModel` apply. */
  readonly modelId?: string | undefined;
  /** The models that a workspace may choose, in addition to the one that the person's own setting names. */
  readonly connected: ReadonlySet<string>;
}

/**
 * Returns a function that reads a setting only from the places that may set it. Some settings, such as the endpoint's
 * address and the person's instructions, are never read from a workspace or from `perModel`. Adds a sentence to
 * `problems` for each of these:
 * - a model that a workspace may not choose
 * - a workspace's value for a `limit` or `contextLimit` setting, if the value is invalid
 * - a model whose value in `perModel` is not an object
 * - a setting in `perModel` that is invalid or can't be set for a single model
 */
export function permittedValues(
  given: SettingSource,
  { modelId, connected }: SettingsFor,
  problems: string[],
): (name: string) => unknown {
  const source = { effective: withEarlierNames(given.effective), own: withEarlierNames(given.own) };
  const perModel = contextSettings(modelSettings(source.effective('perModel'), modelId, problems), problems);
  const ownPerModel = contextSettings(modelSettings(source.own('perModel'), modelId, []), []);
  const ofContext = (name: string): unknown =>
    perModel.has(name) ? perModel.get(name) : source.effective(name);
  const ownOfContext = (name: string): unknown =>
    ownPerModel.has(name) ? ownPerModel.get(name) : source.own(name);
  return (name) => {
    switch (settingOf(name)?.access) {
      case undefined:
      case 'person':
        return source.own(name);
      case 'choice':
        return chosenModel(source, { name, connected }, problems);
      case 'context':
        return ofContext(name);
      case 'limit':
        return limitedTo(name, { own: source.own(name), chosen: source.effective(name) }, problems);
      case 'contextLimit':
        return limitedTo(name, { own: ownOfContext(name), chosen: ofContext(name) }, problems);
      case 'workspace':
        return source.effective(name);
    }
  };
}

/**
 * Returns a function that reads a setting in the same way as `valueOf`. If the setting was renamed and its current name
 * has the default value, the function reads the earlier name instead.
 */
function withEarlierNames(valueOf: (name: string) => unknown): (name: string) => unknown {
  return (name) => {
    const value = valueOf(name);
    const earlier = EARLIER_NAMES[name];
    return isChanged(name, value) || earlier === undefined ? value : (valueOf(earlier) ?? value);
  };
}

function isChanged(name: string, value: unknown): boolean {
  return value !== undefined && value !== settingOf(name)?.defaultValue;
}

interface Limited {
  readonly own: unknown;
  readonly chosen: unknown;
}

/**
 * Returns the chosen value if it is valid and does not rank above the person's own value; otherwise returns the
 * person's own value. If the own value is invalid, compares the chosen value with the default value instead. Adds a
 * sentence to `problems` if the chosen value is invalid. An invalid own value is reported later.
 */
function limitedTo(name: string, { own, chosen }: Limited, problems: string[]): unknown {
  const setting = settingOf(name);
  if (setting === undefined || chosen === undefined || isDeepStrictEqual(chosen, own)) return own;
  const isValid = (value: unknown): boolean => v.is(setting.schema, value);
  if (!isValid(chosen)) {
    problems.push(
      `This workspace’s setting longthread.${name} is ${shownValue(chosen)}, but must be ${setting.expected}. Your own value is used.`,
    );
    return own;
  }
  const limit = rankOf(isValid(own) ? own : setting.defaultValue);
  const rank = rankOf(chosen);
  return limit !== undefined && rank !== undefined && rank > limit ? own : chosen;
}

/**
 * Returns a value's rank. `false` ranks below `true`, smaller numbers below larger ones, and `manual` below `ask` below
 * `automatic`. Returns undefined for other values.
 */
function rankOf(value: unknown): number | undefined {
  if (typeof value === 'boolean' || typeof value === 'number') return Number(value);
  const at = COMPACTION_WHEN.findIndex((when) => when === value);
  return at < 0 ? undefined : COMPACTION_WHEN.length - at;
}

const ALL_EARLIER_NAMES: ReadonlySet<string> = new Set(Object.values(EARLIER_NAMES));
/** Settings by name. Excludes lists, which `v.record` accepts. */
const settingsByName = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value)),
  v.record(v.string(), v.unknown()),
);

/**
 * Returns a model's settings in `perModel` by their current names. Returns an empty map if there are none, or if the
 * value of `perModel` is invalid, which `parsedValues` reports. If the model's value is not an object, also returns an
 * empty map, and adds a sentence to `problems`.
 */
function modelSettings(
  perModel: unknown,
  modelId: string | undefined,
  problems: string[],
): ReadonlyMap<string, unknown> {
  if (modelId === undefined) return new Map();
  const value = entriesOf(perModel).get(modelId);
  if (value !== undefined && !v.is(settingsByName, value))
    problems.push(
      `The setting longthread.perModel gives the model ${shownValue(modelId)} the value ${shownValue(value)}, but the value must be an object of settings. The general settings are used.`,
    );
  const own = entriesOf(value);
  const renamed = Object.entries(EARLIER_NAMES).flatMap(([name, earlier]) =>
    own.has(earlier) ? [[name, own.get(earlier)] as const] : [],
  );
  return new Map([...renamed, ...[...own].filter(([name]) => !ALL_EARLIER_NAMES.has(name))]);
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  const parsed = v.safeParse(settingsByName, value);
  return new Map(parsed.success ? Object.entries(parsed.output) : []);
}

/**
 * Returns the settings that are valid and can be set for a single model. Adds a sentence to `problems` for each other
 * setting, except for removed settings, which `obsoleteSettings` reports.
 */
function contextSettings(
  settings: ReadonlyMap<string, unknown>,
  problems: string[],
): ReadonlyMap<string, unknown> {
  const usable = new Map<string, unknown>();
  for (const [name, value] of settings) {
    const setting = settingOf(name);
    if (setting === undefined || !['context', 'contextLimit'].includes(setting.access)) {
      if (!Object.hasOwn(REMOVED_SETTINGS, name))
        problems.push(
          `The setting longthread.perModel names ${shownValue(name)}, which can’t be set for a single model. Remove this entry. Only settings whose description says “Can be set per model” work there.`,
        );
    } else if (v.is(setting.schema, value)) usable.set(name, value);
    else
      problems.push(
        `The setting longthread.perModel gives ${name} the value ${shownValue(value)}, but the value must be ${setting.expected}. The general setting is used.`,
      );
  }
  return usable;
}

function chosenModel(
  source: SettingSource,
  { name, connected }: { readonly name: string; readonly connected: ReadonlySet<string> },
  problems: string[],
): unknown {
  const own = source.own(name);
  const chosen = source.effective(name);
  if (chosen === own || chosen === '' || (typeof chosen === 'string' && connected.has(chosen))) return chosen;
  problems.push(
    `This workspace’s setting longthread.${name} names ${shownValue(chosen)}, a model that you have not connected. Your own model is used. To allow the other model, choose it once with “Choose Model…”.`,
  );
  return own;
}

/**
 * Returns a sentence for each renamed setting that is set by its earlier name, and for each removed setting whose value
 * is not the default.
 */
export function obsoleteSettings(source: SettingSource, { modelId }: SettingsFor): readonly string[] {
  const ofModel = modelSettings(source.effective('perModel'), modelId, []);
  const renamed = Object.entries(EARLIER_NAMES).flatMap(([name, earlier]) => {
    if (source.effective(earlier) === undefined) return [];
    const effect = isChanged(name, source.effective(name))
      ? 'You have set both, so the old setting has no effect. You can remove the old setting.'
      : 'Your value still applies.';
    return [`The setting longthread.${earlier} is now called longthread.${name}. ${effect}`];
  });
  const removed = Object.entries(REMOVED_SETTINGS).flatMap(([name, [defaultValue, instead]]) => {
    const value = ofModel.get(name) ?? source.effective(name) ?? defaultValue;
    if (value === defaultValue) return [];
    return [
      `The setting longthread.${name} was removed, because no value made a noticeable difference. ${instead} Your value (${shownValue(value)}) has no effect; you can remove it.`,
    ];
  });
  return [...renamed, ...removed];
}

const CONNECTED_KEY = 'longthread.connectedModels';
/** The maximum number of model names that are stored. */
const MOST_NAMES = 100;

/**
 * Returns the models that the person has connected on this machine: the newest 100 models that the person's own
 * settings have ever named. Stores new names in `memory`. A workspace's settings never add a model.
 */
export function connectedModels({ own }: SettingSource, memory: Memento): ReadonlySet<string> {
  const known = v.parse(v.fallback(v.array(v.string()), []), memory.get(CONNECTED_KEY));
  const named = new Set([own('model'), own('summary.model')].filter((name) => typeof name === 'string'));
  const fresh = [...named].filter((name) => name !== '' && !known.includes(name));
  const names = [...known, ...fresh].slice(-MOST_NAMES);
  if (fresh.length > 0) void memory.update(CONNECTED_KEY, names);
  return new Set(names);
}

const MOST_CHARACTERS = 80;

/**
 * Returns a setting's value for use in a sentence. Shortens a long value. Removes square brackets, since a workspace
 * may have set the value and the editor would show `[text](address)` as a link.
 */
export function shownValue(value: unknown): string {
  const written =
    typeof value === 'string' ? `“${value}”` : ((JSON.stringify(value) as string | undefined) ?? 'empty');
  const short = written.length > MOST_CHARACTERS ? `${written.slice(0, MOST_CHARACTERS)}…` : written;
  return short.replace(/[[\]\s]+/g, ' ').toWellFormed();
}
