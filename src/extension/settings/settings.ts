import * as v from 'valibot';
import { parseBaseUrl } from '../../adapters/models/endpoint.ts';
import { ENDPOINT_APIS, type EndpointApi } from '../../adapters/models/endpointApi.ts';
import { ownHeaders, type OwnHeaders } from '../../adapters/models/ownHeaders.ts';
import { EFFORTS, type Effort } from '../../adapters/models/thinkingEffort.ts';
import {
  DEFAULT_WAIT_LIMITS,
  LONGEST_WAIT_SECONDS,
  type WaitLimits,
} from '../../adapters/models/waitLimits.ts';
import type { Budget } from '../../core/chat/sessionBudget.ts';
import {
  COMPACTION_WHEN,
  DEFAULT_SETTINGS,
  settingsConflicts,
  type CompactionSettings,
} from '../../core/compaction/settings.ts';
import { STRATEGY_NAMES } from '../../core/compaction/strategies.ts';
import { DEFAULT_MEMORY_ROUNDS } from '../../core/summary/summary.ts';
import { rightfulValues, type SettingsFor, type SettingSource } from './rightfulValues.ts';
import { shownValue } from './shownValue.ts';

/** Models of the editor itself are named `vscode:ID` in the settings; all others are the endpoint's. */
export const EDITOR_PREFIX = 'vscode:';

/** The person's settings, read and checked. What can't be stays at its default, and a sentence says so. */
export interface Settings {
  readonly compaction: CompactionSettings;
  /** As it was typed. */
  readonly endpointUrl: string;
  /** The base address of it; undefined where it is none. */
  readonly baseUrl: string | undefined;
  /** What goes along with each request to an endpoint, beside its key. */
  readonly headers?: OwnHeaders;
  /** Seconds of silence that are waited for. */
  readonly waitLimits: WaitLimits;
  /** Which of OpenAI's two APIs the endpoint is asked by. */
  readonly api: EndpointApi;
  readonly model: string;
  /** A model is asked for notes; without it none ever is. */
  readonly summaryEnabled: boolean;
  /** Whether the model that wrote notes is asked what the session says of them. */
  readonly summaryCheck: boolean;
  readonly summaryModel: string;
  /** How much models are to think, by their names; providers decide of all others. */
  readonly thinkingEffort?: Readonly<Record<string, Effort>>;
  /** What one session may use before the person is asked. */
  readonly budget: Budget;
  readonly summaryPrompt: string;
  /** Calls of one summary in which the model may save memories. */
  readonly memoryRounds: number;
  readonly contextWindow: number | undefined;
  readonly instructions: string;
  readonly maxSteps: number;
  readonly memoryTokens: number;
  readonly noteSources: ReadonlySet<string>;
  readonly stagesByCommit: boolean;
  /** The model may read back originals. */
  readonly recall: boolean;
  readonly problems: readonly string[];
}

const share = v.pipe(v.number(), v.minValue(0.01), v.maxValue(1));
const atLeast = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(10_000_000));
const count = atLeast(0);
const seconds = v.pipe(atLeast(5), v.maxValue(LONGEST_WAIT_SECONDS));

/** All settings, each from whoever may set it. */
export function parseSettings(source: SettingSource, settingsFor: SettingsFor): Settings {
  const problems: string[] = [];
  const valueOf = rightfulValues(source, settingsFor, problems);
  const read = reader(valueOf, problems);
  const compaction = reconciled(compactionSettings(read), valueOf, problems);
  const endpointUrl = read('endpoint.url', v.string(), '');
  return {
    compaction,
    endpointUrl,
    baseUrl: baseUrlOf(endpointUrl),
    headers: ownHeaders(read('endpoint.headers', headersByAddress, {}), problems),
    waitLimits: {
      headers: read('endpoint.headersTimeout', seconds, DEFAULT_WAIT_LIMITS.headers),
      firstToken: read('endpoint.firstTokenTimeout', seconds, DEFAULT_WAIT_LIMITS.firstToken),
      gap: read('endpoint.gapTimeout', seconds, DEFAULT_WAIT_LIMITS.gap),
    },
    api: read('endpoint.api', v.picklist(ENDPOINT_APIS), 'auto'),
    model: read('model', v.string(), ''),
    thinkingEffort: read('thinkingEffort', v.record(v.string(), v.picklist(EFFORTS)), {}),
    budget: budget(read),
    summaryEnabled: read('summary.enabled', v.boolean(), true),
    summaryCheck: read('summary.check', v.boolean(), true),
    summaryModel: read('summary.model', v.string(), ''),
    summaryPrompt: read('summary.prompt', v.string(), ''),
    memoryRounds: read('summary.memoryRounds', v.pipe(count, v.maxValue(10)), DEFAULT_MEMORY_ROUNDS),
    contextWindow: read('contextWindow', v.nullable(atLeast(1_000)), null) ?? undefined,
    instructions: read('instructions', v.string(), ''),
    maxSteps: read('maxSteps', v.pipe(atLeast(1), v.maxValue(1_000)), 50),
    memoryTokens: read('memories.tokens', count, 600),
    noteSources: noteSources(read),
    stagesByCommit: read('stages.byCommit', v.boolean(), true),
    recall: read('recall', v.boolean(), true),
    problems,
  };
}

const headersByAddress = v.record(v.string(), v.record(v.string(), v.string()));

function budget(read: Read): Budget {
  const dollars = read('budget.dollars', v.nullable(v.pipe(v.number(), v.minValue(0.01))), null);
  const tokens = read('budget.tokens', v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1_000))), null);
  return { ...(dollars !== null && { dollars }), ...(tokens !== null && { tokens }) };
}

function baseUrlOf(typed: string): string | undefined {
  try {
    return parseBaseUrl(typed);
  } catch {
    return undefined;
  }
}

type Read = <T>(name: string, schema: v.GenericSchema<unknown, T>, fallback: T) => T;

function reader(valueOf: (name: string) => unknown, problems: string[]): Read {
  return (name, schema, fallback) => {
    const value = valueOf(name);
    if (value === undefined) return fallback;
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return parsed.output;
    problems.push(
      `The setting longthread.${name} is ${shownValue(value)} and must be ${parsed.issues[0].expected ?? 'another value'}. The default is used.`,
    );
    return fallback;
  };
}

function compactionSettings(read: Read): CompactionSettings {
  const base = DEFAULT_SETTINGS;
  const maxContextTokens = read('compaction.maxContextTokens', v.nullable(atLeast(1_000)), null);
  const recordTokens = read('compaction.recordTokens', v.nullable(atLeast(200)), null);
  return {
    strategy: read('strategy', v.picklist(STRATEGY_NAMES), base.strategy),
    when: read('compaction.when', v.picklist(COMPACTION_WHEN), base.when),
    thresholds: {
      background: read('compaction.backgroundThreshold', share, base.thresholds.background),
      aggressive: read('compaction.aggressiveThreshold', share, base.thresholds.aggressive),
      emergency: read('compaction.emergencyThreshold', share, base.thresholds.emergency),
    },
    target: read('compaction.target', share, base.target),
    eligibleShares: {
      background: read('compaction.backgroundShare', share, base.eligibleShares.background),
      aggressive: read('compaction.aggressiveShare', share, base.eligibleShares.aggressive),
      emergency: read('compaction.emergencyShare', share, base.eligibleShares.emergency),
    },
    rolling: {
      trigger: read('rolling.trigger', share, base.rolling.trigger),
      target: read('rolling.target', share, base.rolling.target),
      keepMessages: read('rolling.keepMessages', atLeast(1), base.rolling.keepMessages),
    },
    staged: {
      trigger: read('staged.trigger', share, base.staged.trigger),
      target: read('staged.target', share, base.staged.target),
      batch: read('staged.batch', atLeast(1), base.staged.batch),
      keepMessages: read('staged.keepMessages', atLeast(1), base.staged.keepMessages),
    },
    window: {
      turns: read('window.turns', atLeast(1), base.window.turns),
      batch: read('window.batch', atLeast(1), base.window.batch),
    },
    ...(maxContextTokens === null ? {} : { maxContextTokens }),
    keepRecentMessages: read('compaction.keepRecentMessages', count, base.keepRecentMessages),
    recentShare: read('compaction.recentShare', share, base.recentShare),
    minSavingTokens: read('compaction.minSavingTokens', count, base.minSavingTokens),
    stubs: {
      minTokens: read('stubs.minTokens', count, base.stubs.minTokens),
      minTotalSaving: read('stubs.minTotalSaving', count, base.stubs.minTotalSaving),
      protectedTokens: read('stubs.protectedTokens', count, base.stubs.protectedTokens),
    },
    ...(recordTokens === null ? {} : { recordTokens }),
    summaries: read('summary.mode', v.picklist(['merge', 'stack'] as const), base.summaries),
    evictionNote: read('compaction.evictionNote', v.boolean(), base.evictionNote),
    liveNotes: read('notes.live', atLeast(1), base.liveNotes),
    notesCharacters: read('notes.foldedCharacters', count, base.notesCharacters),
  };
}

/**
 * Of settings that can't stand together (a target above its threshold, say) one alone gives way to its default, where
 * that is enough, and a sentence says which. With all of them at their defaults nothing is left to put right.
 */
function reconciled(
  settings: CompactionSettings,
  valueOf: (name: string) => unknown,
  problems: string[],
): CompactionSettings {
  const without = (names: ReadonlySet<string>): CompactionSettings =>
    compactionSettings(reader((name) => (names.has(name) ? undefined : valueOf(name)), []));
  let dropped: ReadonlySet<string> = new Set();
  let current = settings;
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
      `Compaction settings: ${sentence} Until this is put right, ${gone.map((name) => `longthread.${name}`).join(' and ')} ${gone.length === 1 ? 'is at its default' : 'are at their defaults'}; all else holds.`,
    );
  }
  return current;
}

const NOTE_SOURCES = ['editor', 'diagnostics', 'test', 'task', 'branch', 'terminal'] as const;

function noteSources(read: Read): ReadonlySet<string> {
  // A command line may say much about a person's work: they turn that on themselves.
  const isUsual = (source: string): boolean => source !== 'terminal';
  return new Set(NOTE_SOURCES.filter((source) => read(`notes.${source}`, v.boolean(), isUsual(source))));
}
