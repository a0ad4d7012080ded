import * as v from 'valibot';
import { COMPACTION_WHEN } from '../../core/compaction/settings.ts';
import { isOfContext, settingClass } from './settingClass.ts';
import { shownValue } from './shownValue.ts';

/** What the editor's settings say of a name without `longthread.`; undefined where there is no such setting. */
export interface SettingSource {
  /** The value that holds, a workspace's before the person's. */
  readonly effective: (name: string) => unknown;
  /** The person's own value or the default, whatever a workspace says. */
  readonly own: (name: string) => unknown;
}

export interface SettingsFor {
  /** The model whose own settings hold, where `perModel` has some. */
  readonly modelId?: string | undefined;
  /** Models among which a workspace may choose, beside the one that the person's own settings name. */
  readonly connected: ReadonlySet<string>;
}

/**
 * The value of a setting from whoever may set it: where a conversation goes, and what is said in the person's name, is the
 * person's alone, and neither a workspace nor a model's own settings reach it. What is left out is told in `problems`.
 */
export function rightfulValues(
  source: SettingSource,
  { modelId, connected }: SettingsFor,
  problems: string[],
): (name: string) => unknown {
  const perModel = contextSettings(modelSettings(source.effective('perModel'), modelId), problems);
  const ownPerModel = modelSettings(source.own('perModel'), modelId);
  const ofContext = (name: string): unknown =>
    perModel.has(name) ? perModel.get(name) : source.effective(name);
  const ownOfContext = (name: string): unknown =>
    ownPerModel.has(name) ? ownPerModel.get(name) : source.own(name);
  return (name) => {
    switch (settingClass(name)) {
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

/** What holds, unless it goes further than the person's own: then the person's own. A value of another kind is told as such. */
function withinOwn(own: unknown, chosen: unknown): unknown {
  const [most, wanted] = [reachOf(own), reachOf(chosen)];
  return most !== undefined && wanted !== undefined && wanted > most ? own : chosen;
}

/** How far a value goes: off to on, few to many, by the person alone to by itself. */
function reachOf(value: unknown): number | undefined {
  if (typeof value === 'boolean' || typeof value === 'number') return Number(value);
  const at = COMPACTION_WHEN.findIndex((when) => when === value);
  return at < 0 ? undefined : COMPACTION_WHEN.length - at;
}

const settingsByName = v.record(v.string(), v.unknown());

/** Empty where nothing fits; the editor marks what is no object by the setting's schema. */
function modelSettings(perModel: unknown, modelId: string | undefined): ReadonlyMap<string, unknown> {
  const models = entriesOf(perModel);
  return modelId === undefined ? new Map() : entriesOf(models.get(modelId));
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  const parsed = v.safeParse(settingsByName, value);
  return new Map(parsed.success ? Object.entries(parsed.output) : []);
}

function contextSettings(
  settings: ReadonlyMap<string, unknown>,
  problems: string[],
): ReadonlyMap<string, unknown> {
  const [fit, others] = [true, false].map((isContext) =>
    [...settings].filter(([name]) => isOfContext(name) === isContext),
  );
  for (const [name] of others ?? [])
    problems.push(
      `The setting longthread.perModel names ${shownValue(name)}, which no model may have of its own: it can only change the window and the compaction. Take it out.`,
    );
  return new Map(fit);
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
    `This workspace’s setting longthread.${name} names ${shownValue(chosen)}, which you have not connected, so your own is used. To allow it, choose it once with “Choose Model…”.`,
  );
  return own;
}
