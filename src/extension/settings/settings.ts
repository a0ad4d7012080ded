import * as v from 'valibot';
import { parseBaseUrl } from '../../adapters/models/endpoint.ts';
import type { EndpointApi } from '../../adapters/models/endpointModel.ts';
import { ownHeaders, type OwnHeaders } from '../../adapters/models/ownHeaders.ts';
import type { Effort } from '../../adapters/models/thinkingEffort.ts';
import type { WaitLimits } from '../../adapters/models/waitLimits.ts';
import type { Budget } from '../../core/chat/sessionBudget.ts';
import {
  aggressiveThreshold,
  settingsConflicts,
  type CompactionSettings,
} from '../../core/compaction/settings.ts';
import {
  goneSettings,
  rightfulValues,
  shownValue,
  type SettingsFor,
  type SettingSource,
} from './rightfulValues.ts';
import { SETTINGS, type SettingName, type SettingValues } from './settingTable.ts';

/** Models of the editor itself are named `vscode:ID` in the settings; all others are the endpoint's. */
export const EDITOR_PREFIX = 'vscode:';

/** All settings, parsed. An invalid value is replaced by its default, and a sentence in `problems` says so. */
export interface Settings {
  readonly compaction: CompactionSettings;
  /** The address as the person typed it. */
  readonly endpointUrl: string;
  /** The base address in `endpointUrl`; undefined if that is invalid. */
  readonly baseUrl: string | undefined;
  /** Fields sent with each request to an endpoint, in addition to its key. */
  readonly headers?: OwnHeaders;
  /** Seconds of silence before a request is given up. */
  readonly waitLimits: WaitLimits;
  /** The OpenAI API to use; `auto` finds out which one the endpoint has. */
  readonly api: EndpointApi;
  readonly model: string;
  /** Whether a model is asked for notes at all. */
  readonly summaryEnabled: boolean;
  /** Whether the model that wrote a summary is asked to check it against the session. */
  readonly summaryCheck: boolean;
  readonly summaryModel: string;
  /** The reasoning effort by model name; the provider's default holds for all others. */
  readonly thinkingEffort?: Readonly<Record<string, Effort>>;
  /** Limits of one session; beyond them the person is asked. */
  readonly budget: Budget;
  readonly summaryPrompt: string;
  /** The most requests of one summary in which the model may suggest memories. */
  readonly memoryRounds: number;
  readonly contextWindow: number | undefined;
  readonly instructions: string;
  readonly maxSteps: number;
  /** How long the provider keeps its cache, and whether a resting session is compacted before it expires. */
  readonly rest: { readonly cacheMs: number; readonly compacts: boolean };
  readonly memoryTokens: number;
  readonly observationSources: ReadonlySet<string>;
  readonly stagesByCommit: boolean;
  /** Whether the model may read back originals. */
  readonly recall: boolean;
  readonly problems: readonly string[];
  /** A sentence for each renamed or removed setting that is set. */
  readonly gone: readonly string[];
}

/** Parses all settings. Takes each only from those who may set it. */
export function parseSettings(source: SettingSource, settingsFor: SettingsFor): Settings {
  const problems: string[] = [];
  const values = valuesFrom(rightfulValues(source, settingsFor, problems), problems);
  return {
    compaction: reconciled(values, problems),
    endpointUrl: values['endpoint.url'],
    baseUrl: baseUrlOf(values['endpoint.url']),
    headers: ownHeaders(values['endpoint.headers'], problems),
    waitLimits: {
      headers: values['endpoint.headersTimeout'],
      firstToken: values['endpoint.firstTokenTimeout'],
      gap: values['endpoint.gapTimeout'],
    },
    api: values['endpoint.api'],
    model: values.model,
    thinkingEffort: values.thinkingEffort,
    budget: set({ dollars: values['budget.dollars'], tokens: values['budget.tokens'] }),
    summaryEnabled: values['summary.enabled'],
    summaryCheck: values['summary.check'],
    summaryModel: values['summary.model'],
    summaryPrompt: values['summary.prompt'],
    memoryRounds: values['summary.memoryRounds'],
    contextWindow: values.contextWindow ?? undefined,
    instructions: values.instructions,
    maxSteps: values.maxSteps,
    rest: { cacheMs: values['compaction.cacheMinutes'] * 60_000, compacts: values['compaction.atRest'] },
    memoryTokens: values['memories.tokens'],
    observationSources: new Set(OBSERVATION_SOURCES.filter((one) => values[`observations.${one}`])),
    stagesByCommit: values['stages.byCommit'],
    recall: values.recall,
    problems,
    gone: goneSettings(source, settingsFor),
  };
}

const OBSERVATION_SOURCES = ['editor', 'diagnostics', 'test', 'task', 'branch', 'terminal'] as const;

function baseUrlOf(typed: string): string | undefined {
  try {
    return parseBaseUrl(typed);
  } catch {
    return undefined;
  }
}

/**
 * Returns each value as the table has it. Replaces an invalid value by its default and adds a sentence to `problems`.
 */
function valuesFrom(valueOf: (name: string) => unknown, problems: string[]): SettingValues {
  const values = Object.entries(SETTINGS).map(([name, { schema, usual, must }]) => {
    const value = valueOf(name);
    if (value === undefined) return [name, usual];
    const parsed = v.safeParse<typeof schema>(schema, value);
    if (parsed.success) return [name, parsed.output];
    problems.push(
      `The setting longthread.${name} is ${shownValue(value)} and must be ${must}. The default is used.`,
    );
    return [name, usual];
  });
  return Object.fromEntries(values) as SettingValues;
}

function compactionSettings(values: SettingValues): CompactionSettings {
  const background = values['compaction.backgroundThreshold'];
  const emergency = values['compaction.emergencyThreshold'];
  return {
    strategy: values.strategy,
    when: values['compaction.when'],
    thresholds: { background, aggressive: aggressiveThreshold(background, emergency), emergency },
    target: values['compaction.target'],
    eligibleShares: {
      background: values['compaction.backgroundShare'],
      aggressive: values['compaction.aggressiveShare'],
      emergency: values['compaction.emergencyShare'],
    },
    rolling: under('rolling', values),
    staged: under('staged', values),
    window: under('window', values),
    stubs: under('stubs', values),
    ...set({
      maxContextTokens: values['compaction.maxContextTokens'],
      recordTokens: values['compaction.recordTokens'],
    }),
    keepRecentMessages: values['compaction.keepRecentMessages'],
    recentShare: values['compaction.recentShare'],
    summaries: values['summary.mode'],
    evictionNote: values['compaction.evictionNote'],
    liveObservations: values['observations.live'],
    observationCharacters: values['observations.characters'],
  };
}

type Under<G extends string> = {
  readonly [N in SettingName as N extends `${G}.${infer Rest}` ? Rest : never]: SettingValues[N];
};

/** Returns the settings of a group, by their names without the group's prefix. */
function under<G extends string>(group: G, values: SettingValues): Under<G> {
  const its = Object.entries(values).filter(([name]) => name.startsWith(`${group}.`));
  return Object.fromEntries(its.map(([name, value]) => [name.slice(group.length + 1), value])) as Under<G>;
}

/** Returns the values that are not empty. */
function set<K extends string>(values: Readonly<Record<K, number | null>>): { readonly [N in K]?: number } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    readonly [N in K]?: number;
  };
}

/**
 * Resolves settings that contradict each other, e.g. a target above its threshold: resets a single one to its default
 * if that is enough, and adds a sentence to `problems`. The defaults never contradict each other.
 */
function reconciled(values: SettingValues, problems: string[]): CompactionSettings {
  const without = (names: ReadonlySet<string>): CompactionSettings =>
    compactionSettings(valuesFrom((name) => (names.has(name) ? undefined : values[name as SettingName]), []));
  let dropped: ReadonlySet<string> = new Set();
  let current = compactionSettings(values);
  for (
    let [conflict] = settingsConflicts(current);
    conflict !== undefined;
    [conflict] = settingsConflicts(current)
  ) {
    const { names, sentence } = conflict;
    const stays = (of: CompactionSettings): boolean =>
      settingsConflicts(of).some((other) => other.names.join() === names.join());
    const one = names.find((name) => !dropped.has(name) && !stays(without(new Set([...dropped, name]))));
    const gone = one === undefined ? names : [one];
    dropped = new Set([...dropped, ...gone]);
    current = without(dropped);
    problems.push(
      `Compaction settings: ${sentence} Until you correct this, ${gone.map((name) => `longthread.${name}`).join(' and ')} ${gone.length === 1 ? 'is at its default' : 'are at their defaults'}; all other settings apply.`,
    );
  }
  return current;
}
