import type { Memento } from 'vscode';
import * as v from 'valibot';
import { COMPACTION_WHEN } from '../../core/compaction/settings.ts';
import { EARLIER, GONE, settingOf } from './settingTable.ts';

/**
 * Reads the editor's value of a setting by its name without `longthread.`; undefined if there is no such setting.
 */
export interface SettingSource {
  /** Returns the value that applies; a workspace's overrides the person's. */
  readonly effective: (name: string) => unknown;
  /** Returns the person's own value or the default, ignoring any workspace. */
  readonly own: (name: string) => unknown;
}

export interface SettingsFor {
  /** The model whose settings in `perModel` apply, if there are some. */
  readonly modelId?: string | undefined;
  /** Models that a workspace may choose, besides the one that the person's own settings name. */
  readonly connected: ReadonlySet<string>;
}

/**
 * Returns a function that gives each setting's value from those who may set it. Settings on where a conversation
 * goes, and on what is said in the person's name, are never taken from a workspace or from a model's own settings.
 * Adds to `problems` a model that a workspace may not choose, and settings that can't be set for a model.
 */
export function rightfulValues(
  given: SettingSource,
  { modelId, connected }: SettingsFor,
  problems: string[],
): (name: string) => unknown {
  const source = { effective: byEarlierName(given.effective), own: byEarlierName(given.own) };
  const perModel = contextSettings(modelSettings(source.effective('perModel'), modelId), problems);
  const ownPerModel = modelSettings(source.own('perModel'), modelId);
  const ofContext = (name: string): unknown =>
    perModel.has(name) ? perModel.get(name) : source.effective(name);
  const ownOfContext = (name: string): unknown =>
    ownPerModel.has(name) ? ownPerModel.get(name) : source.own(name);
  return (name) => {
    switch (settingOf(name)?.whose) {
      case undefined:
      case 'person':
        return source.own(name);
      case 'choice':
        return chosenModel(source, { name, connected }, problems);
      case 'context':
        return ofContext(name);
      case 'limit':
        return withinOwn(source.own(name), source.effective(name));
      case 'contextLimit':
        return withinOwn(ownOfContext(name), ofContext(name));
      case 'workspace':
        return source.effective(name);
    }
  };
}

/** Reads a renamed setting by its earlier name while the current one has its default. */
function byEarlierName(valueOf: (name: string) => unknown): (name: string) => unknown {
  return (name) => {
    const value = valueOf(name);
    const earlier = EARLIER[name];
    return isChanged(name, value) || earlier === undefined ? value : (valueOf(earlier) ?? value);
  };
}

function isChanged(name: string, value: unknown): boolean {
  return value !== undefined && value !== settingOf(name)?.usual;
}

/**
 * Returns the chosen value, or the person's own if the chosen one exceeds it. Returns a value of another type
 * unchanged; it is reported later.
 */
function withinOwn(own: unknown, chosen: unknown): unknown {
  const [most, wanted] = [reachOf(own), reachOf(chosen)];
  return most !== undefined && wanted !== undefined && wanted > most ? own : chosen;
}

/** Returns how far a value goes: from off to on, from few to many, from manual to automatic. */
function reachOf(value: unknown): number | undefined {
  if (typeof value === 'boolean' || typeof value === 'number') return Number(value);
  const at = COMPACTION_WHEN.findIndex((when) => when === value);
  return at < 0 ? undefined : COMPACTION_WHEN.length - at;
}

const EARLIER_NAMES: ReadonlySet<string> = new Set(Object.values(EARLIER));
const settingsByName = v.record(v.string(), v.unknown());

/**
 * Returns a model's own settings; empty if there are none. The setting's schema reports a value that is no object.
 */
function modelSettings(perModel: unknown, modelId: string | undefined): ReadonlyMap<string, unknown> {
  const models = entriesOf(perModel);
  if (modelId === undefined) return new Map();
  const own = entriesOf(models.get(modelId));
  const renamed = Object.entries(EARLIER).flatMap(([name, earlier]) =>
    own.has(earlier) ? [[name, own.get(earlier)] as const] : [],
  );
  return new Map([...renamed, ...[...own].filter(([name]) => !EARLIER_NAMES.has(name))]);
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  const parsed = v.safeParse(settingsByName, value);
  return new Map(parsed.success ? Object.entries(parsed.output) : []);
}

function contextSettings(
  settings: ReadonlyMap<string, unknown>,
  problems: string[],
): ReadonlyMap<string, unknown> {
  const isOfContext = (name: string): boolean =>
    ['context', 'contextLimit'].includes(settingOf(name)?.whose ?? '');
  for (const [name] of settings)
    if (!isOfContext(name) && !Object.hasOwn(GONE, name))
      problems.push(
        `The setting longthread.perModel names ${shownValue(name)}, which can’t be set for a single model: only the window and the compaction can. Remove it.`,
      );
  return new Map([...settings].filter(([name]) => isOfContext(name)));
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
    `This workspace’s setting longthread.${name} names ${shownValue(chosen)}, which you have not connected, so your own model is used. To allow it, choose it once with “Choose Model…”.`,
  );
  return own;
}

/**
 * Returns a sentence for each renamed setting that is set under its earlier name, and for each removed one whose value
 * is not its default.
 */
export function goneSettings(source: SettingSource, { modelId }: SettingsFor): readonly string[] {
  const ofModel = modelSettings(source.effective('perModel'), modelId);
  const renamed = Object.entries(EARLIER).flatMap(([name, earlier]) => {
    if (source.effective(earlier) === undefined) return [];
    const effect = isChanged(name, source.effective(name))
      ? 'you have set both, so the old one has no effect. You can remove it.'
      : 'your value still applies.';
    return [`The setting longthread.${earlier} is called longthread.${name} now; ${effect}`];
  });
  const gone = Object.entries(GONE).flatMap(([name, [usual, instead]]) => {
    const value = ofModel.get(name) ?? source.effective(name) ?? usual;
    if (value === usual) return [];
    return [
      `The setting longthread.${name} no longer exists, so yours (${shownValue(value)}) has no effect: no value of it made a noticeable difference. ${instead} You can remove it.`,
    ];
  });
  return [...renamed, ...gone];
}

const CONNECTED = 'longthread.connectedModels';
/** The most model names that are remembered. */
const MOST_NAMES = 100;

/**
 * Returns the models that the person has connected on this machine: the newest 100 that the person's own settings
 * named. A workspace's settings never add one.
 */
export function connectedModels({ own }: SettingSource, memory: Memento): ReadonlySet<string> {
  const known = v.parse(v.fallback(v.array(v.string()), []), memory.get(CONNECTED));
  const named = [own('model'), own('summary.model')].filter((name) => typeof name === 'string');
  const fresh = named.filter((name) => name !== '' && !known.includes(name));
  const names = [...known, ...fresh].slice(-MOST_NAMES);
  if (fresh.length > 0) void memory.update(CONNECTED, names);
  return new Set(names);
}

const MOST_CHARACTERS = 80;

/**
 * Returns a setting's value for a sentence: short, and without the links that the editor would make of a workspace's
 * text.
 */
export function shownValue(value: unknown): string {
  const written =
    typeof value === 'string' ? `“${value}”` : ((JSON.stringify(value) as string | undefined) ?? 'empty');
  const short = written.length > MOST_CHARACTERS ? `${written.slice(0, MOST_CHARACTERS)}…` : written;
  return short.replace(/[[\]\s]+/g, ' ').toWellFormed();
}
