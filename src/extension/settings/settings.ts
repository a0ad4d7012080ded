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
  obsoleteSettings,
  permittedValues,
  shownValue,
  type SettingsFor,
  type SettingSource,
} from './permittedValues.ts';
import { SETTINGS, type SettingName, type SettingValues } from './settingTable.ts';

/**
 * The prefix of the editor's own models in the settings (`vscode:ID`). A model without this prefix is a model of the
 * endpoint.
 */
export const EDITOR_PREFIX = 'vscode:';

/**
 * All settings, parsed. `problems` contains a sentence on each invalid value. In most cases, the sentence says which
 * value is used instead, e.g. the default. Invalid headers, and entries of `perModel` that can't be set for a single
 * model, are ignored.
 */
export interface Settings {
  readonly compaction: CompactionSettings;
  /** The address as the person typed it. */
  readonly endpointUrl: string;
  /** The base address in `endpointUrl`. Undefined if `endpointUrl` is invalid. */
  readonly baseUrl: string | undefined;
  /** HTTP headers that are sent with each request to an endpoint, in addition to the endpoint's key. */
  readonly headers?: OwnHeaders;
  /** The number of seconds that a model may be silent in each phase of an answer before the request is cancelled. */
  readonly waitLimits: WaitLimits;
  /** The OpenAI API to use. With `auto`, Longthread finds out which API the endpoint has. */
  readonly api: EndpointApi;
  readonly model: string;
  /** Whether a model writes notes. */
  readonly summaryEnabled: boolean;
  /** Whether the model that wrote a summary is asked to check the summary against the session. */
  readonly summaryCheck: boolean;
  readonly summaryModel: string;
  /** The reasoning effort by the model's name. Other models use the provider's default. */
  readonly thinkingEffort?: Readonly<Record<string, Effort>>;
  /** The limits of one session. When a limit is reached, the next request waits for the person's answer. */
  readonly budget: Budget;
  readonly summaryPrompt: string;
  /** For each summary, the maximum number of requests in which the model may suggest memories. */
  readonly memoryRounds: number;
  readonly contextWindow: number | undefined;
  readonly instructions: string;
  readonly maxSteps: number;
  /** How long the provider's prompt cache lasts, and whether an idle session is compacted before the cache expires. */
  readonly idle: { readonly cacheMs: number; readonly compacts: boolean };
  readonly memoryTokens: number;
  readonly observationSources: ReadonlySet<string>;
  readonly stagesByCommit: boolean;
  /** Whether the model may read the original texts of compacted messages. */
  readonly recall: boolean;
  readonly problems: readonly string[];
  /**
   * A sentence for each renamed setting that has a value under its earlier name, and for each removed setting whose
   * value is not its former default.
   */
  readonly obsolete: readonly string[];
}

/** Parses all settings. Reads each setting only from the places that may set it. */
export function parseSettings(source: SettingSource, settingsFor: SettingsFor): Settings {
  const problems: string[] = [];
  const values = parsedValues(permittedValues(source, settingsFor, problems), problems);
  return {
    compaction: withoutConflicts(values, problems),
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
    budget: withoutNulls({ dollars: values['budget.dollars'], tokens: values['budget.tokens'] }),
    summaryEnabled: values['summary.enabled'],
    summaryCheck: values['summary.check'],
    summaryModel: values['summary.model'],
    summaryPrompt: values['summary.prompt'],
    memoryRounds: values['summary.memoryRounds'],
    contextWindow: values.contextWindow ?? undefined,
    instructions: values.instructions,
    maxSteps: values.maxSteps,
    idle: { cacheMs: values['compaction.cacheMinutes'] * 60_000, compacts: values['compaction.atRest'] },
    memoryTokens: values['memories.tokens'],
    observationSources: new Set(OBSERVATION_SOURCES.filter((one) => values[`observations.${one}`])),
    stagesByCommit: values['stages.byCommit'],
    recall: values.recall,
    problems,
    obsolete: obsoleteSettings(source, settingsFor),
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

/** Parses each setting of the table. Replaces an invalid value by the default and adds a sentence to `problems`. */
function parsedValues(valueOf: (name: string) => unknown, problems: string[]): SettingValues {
  const values = Object.entries(SETTINGS).map(([name, { schema, defaultValue, expected }]) => {
    const value = valueOf(name);
    if (value === undefined) return [name, defaultValue];
    const parsed = v.safeParse<typeof schema>(schema, value);
    if (parsed.success) return [name, parsed.output];
    problems.push(
      `The setting longthread.${name} is ${shownValue(value)}, but must be ${expected}. The default is used.`,
    );
    return [name, defaultValue];
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
    rolling: settingsOfGroup('rolling', values),
    staged: settingsOfGroup('staged', values),
    window: settingsOfGroup('window', values),
    stubs: settingsOfGroup('stubs', values),
    ...withoutNulls({
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

type GroupSettings<G extends string> = {
  readonly [N in SettingName as N extends `${G}.${infer Rest}` ? Rest : never]: SettingValues[N];
};

/** Returns the settings of a group. Their names lack the group's prefix. */
function settingsOfGroup<G extends string>(group: G, values: SettingValues): GroupSettings<G> {
  const own = Object.entries(values).filter(([name]) => name.startsWith(`${group}.`));
  return Object.fromEntries(
    own.map(([name, value]) => [name.slice(group.length + 1), value]),
  ) as GroupSettings<G>;
}

/** Returns the values that are not null. */
function withoutNulls<K extends string>(
  values: Readonly<Record<K, number | null>>,
): { readonly [N in K]?: number } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    readonly [N in K]?: number;
  };
}

/**
 * Resolves conflicts between settings, e.g. a target above its threshold. For each conflict, resets one of the
 * conflicting settings to its default if that is enough, and otherwise all of them. Adds a sentence to `problems` for
 * each conflict. The defaults do not conflict.
 */
function withoutConflicts(values: SettingValues, problems: string[]): CompactionSettings {
  const without = (names: ReadonlySet<string>): CompactionSettings =>
    compactionSettings(
      parsedValues((name) => (names.has(name) ? undefined : values[name as SettingName]), []),
    );
  let dropped: ReadonlySet<string> = new Set();
  let current = compactionSettings(values);
  for (
    let [conflict] = settingsConflicts(current);
    conflict !== undefined;
    [conflict] = settingsConflicts(current)
  ) {
    const { names, sentence } = conflict;
    const isUnresolved = (of: CompactionSettings): boolean =>
      settingsConflicts(of).some((other) => other.names.join() === names.join());
    const one = names.find(
      (name) => !dropped.has(name) && !isUnresolved(without(new Set([...dropped, name]))),
    );
    const reset = one === undefined ? names : [one];
    dropped = new Set([...dropped, ...reset]);
    current = without(dropped);
    problems.push(
      `Compaction settings: ${sentence} Until you correct this, ${reset.map((name) => `longthread.${name}`).join(' and ')} ${reset.length === 1 ? 'is at its default' : 'are at their defaults'}; all other settings apply.`,
    );
  }
  return current;
}
