import * as v from 'valibot';
import { EFFORTS } from '../../adapters/models/thinkingEffort.ts';
import { DEFAULT_WAIT_LIMITS, LONGEST_WAIT_SECONDS } from '../../adapters/models/waitLimits.ts';
import { DEFAULT_SETTINGS as D } from '../../core/compaction/settings.ts';
import { DEFAULT_MEMORY_ROUNDS } from '../../core/summary/summary.ts';
import {
  byName,
  flag,
  integer,
  longText,
  oneOf,
  optionalInteger,
  optionalNumber,
  share,
  text,
  type Setting,
} from './settingKinds.ts';

const WINDOW = 'the usable window (the model’s window minus the room for its answer)';
const OF_WINDOW = `Share of ${WINDOW}`;
const WAIT = [5, LONGEST_WAIT_SECONDS] as const;

/** The description of each strategy, which is shown wherever a strategy can be chosen. */
export const STRATEGY_SENTENCES = {
  truncate: 'Leaves out the oldest messages, many at once. Fast: uses no model and writes no notes.',
  summarize: 'Replaces the oldest messages by notes on what was asked, decided and done.',
  hybrid: 'Shortens tool outputs first, then replaces the oldest messages by notes. For most sessions.',
  rolling:
    'Leaves out the oldest messages, few at a time, once the window is nearly full. No notes: the model looks up what it needs.',
  staged: 'Replaces the messages of finished stages by the decisions made there. For long projects.',
  window:
    'Keeps the newest turns word for word, and replaces the rest by notes. For conversations in many short turns.',
} as const;

/**
 * All settings by their names without `longthread.`: who may set each one, its default, its range and its description.
 * `parseSettings` uses this table. `npm run settings` generates docs/SETTINGS.md and the settings in package.json from
 * it.
 */
export const SETTINGS = {
  'endpoint.url': text('person').describedAs(
    'Address of the OpenAI-compatible API, e.g. `http://localhost:11434/v1`. [Set its key](command:longthread.setApiKey), which is kept in the editor’s secret storage.',
  ),
  model: text('choice').describedAs(
    'The model that answers: its name at the endpoint, or `vscode:ID` for a model of the editor. [Choose it](command:longthread.chooseModel) from a list.',
  ),
  strategy: oneOf('context', D.strategy, STRATEGY_SENTENCES).describedAs(
    'How a session is compacted. Each session can have its own strategy.',
  ),
  'compaction.when': oneOf('contextLimit', D.when, {
    automatic: 'Compaction starts automatically when a threshold is passed.',
    ask: 'Longthread asks first: Compact, Preview or Postpone. In its own chat, compaction starts after 30 seconds without an answer; you can stop the countdown.',
    manual: 'Nothing is compacted automatically, unless the next request would not fit.',
  }).describedAs(
    'When compaction starts. If the next request would not fit, compaction always starts at once.',
  ),
  instructions: longText('person').describedAs(
    'Instructions for the model in every session: how you work, what the model must never do. Longthread also sends the workspace’s `.longthread/instructions.md` or, if that file is absent, its `AGENTS.md`, `CLAUDE.md` and `.github/copilot-instructions.md`. The model is told that these files are not your own words.',
  ),
  'budget.dollars': optionalNumber('person', 0.01).describedAs(
    'US dollars that one session may use, by published prices. Empty for no limit. Longthread warns you at 80 % and asks you at 100 % before the next request.',
  ),
  'budget.tokens': optionalInteger('person', [1_000, Infinity]).describedAs(
    'Tokens that one session may send and receive, including the tokens for a model’s notes. Empty for no limit. Longthread warns you at 80 % and asks you at 100 % before the next request.',
  ),
  contextWindow: optionalInteger('context', [1_000, 10_000_000]).describedAs(
    'Size of the model’s context window in tokens. Set this size if the endpoint reports a wrong size or none. If the size is unknown, 128,000 is used.',
  ),
  'compaction.maxContextTokens': optionalInteger('context', [1_000, 10_000_000]).describedAs(
    'Maximum tokens of a context, even in a larger window. Try 150,000 if larger contexts cost too much or make the model less attentive. Empty for no limit.',
  ),
  'compaction.atRest': flag('contextLimit', true).describedAs(
    'Compacts an idle session shortly before the provider’s cache expires, if that saves money. Works only if the model’s price is known and compaction is automatic. No model is called.',
  ),
  'compaction.cacheMinutes': integer('contextLimit', 5, [1, 10_080]).describedAs(
    'Minutes after a request until the provider’s cache expires. Anthropic and OpenAI state 5 minutes or more.',
  ),
  maxSteps: integer('limit', 50, [1, 1_000]).describedAs(
    'Maximum requests to the model in one turn. Each answer with tool calls leads to another request.',
  ),
  thinkingEffort: byName('person', v.picklist(EFFORTS), { type: 'string', enum: EFFORTS }).describedAs(
    'How much a model thinks before it answers, for each model by its name: `{ "gpt-5": "low" }`. For all other models the provider decides. You can also [choose the effort](command:longthread.chooseModel) at the end of the list of models.',
  ),
  perModel: byName('workspace', v.unknown(), { type: 'object' }).describedAs(
    'Window and compaction of single models, by the model’s name: `{ "small-model": { "contextWindow": 32000, "compaction.keepRecentMessages": 10 } }`. Write the names of settings without `longthread.`. Only settings whose description says “Can be set per model” work here.',
  ),
  'compaction.keepRecentMessages': integer('context', D.keepRecentMessages, [0, 10_000]).describedAs(
    'Number of newest messages that stay unchanged. Fewer stay if they exceed `#longthread.compaction.recentShare#` or do not fit.',
  ),
  'compaction.recentShare': share('context', D.recentShare).describedAs(
    'Maximum share of the usable window for the newest messages (`#longthread.compaction.keepRecentMessages#`). If you compact to a size that you choose, this is a share of that size.',
  ),
  'compaction.recordTokens': optionalInteger('context', [200, 10_000_000]).describedAs(
    'Maximum tokens of the notes. If a model adds notes, the maximum for all notes is one and a half times as high. If empty, the maximum is 4 % of the usable window, at least 2,000 and at most 8,000. If you compact to a size that you choose, empty means no maximum.',
  ),
  'compaction.evictionNote': flag('context', D.evictionNote).describedAs(
    'Tells the model what was left out and how to look it up.',
  ),
  recall: flag('limit', true).describedAs(
    'Lets the model read the originals of compacted messages, and search the whole session. If off, `hybrid` is used instead of `rolling`.',
  ),
  'stubs.protectedTokens': integer('context', D.stubs.protectedTokens, [0, 10_000_000]).describedAs(
    'A tool output is not shortened until this many tokens have come after it. If a file was read again or changed later, earlier results of reading it may be shortened sooner.',
  ),
  'stubs.minTokens': integer('context', D.stubs.minTokens, [0, 10_000_000]).describedAs(
    'Tool outputs with fewer tokens are not shortened. Exception: results of reading a file that was read again or changed later.',
  ),
  'summary.enabled': flag('person', true).describedAs(
    'A model writes notes in addition to the notes that Longthread’s code writes. If off, no model is ever called for a compaction.',
  ),
  'summary.check': flag('person', true).describedAs(
    'After a model wrote notes, asks the model whether the session supports each sentence. Sentences that the model finds false are removed; sentences that the model can’t judge are marked as not confirmed. If off, only code checks the notes.',
  ),
  'summary.model': text('choice').describedAs(
    'The model that writes notes. It may be cheaper than the model that answers. If empty, the model that answers also writes the notes.',
  ),
  'summary.prompt': longText('person').describedAs(
    'Replaces the built-in prompt for notes that a model writes. If empty, the built-in prompt is used.',
  ),
  'summary.mode': oneOf('context', D.summaries, {
    merge: 'One text, rewritten each time.',
    stack:
      'A new text below the earlier texts. When the texts take half of the notes’ budget, the model rewrites them as one text.',
  }).describedAs('How a model’s new notes are joined with its earlier ones.'),
  'summary.memoryRounds': integer('contextLimit', DEFAULT_MEMORY_ROUNDS, [0, 10]).describedAs(
    'A model that writes notes may also suggest memories to you. If its answer contains only memories, Longthread asks again for the notes. Each time notes are written, Longthread asks again at most this many times. With 0, the model can’t suggest memories.',
  ),
  'stages.byCommit': flag('limit', true).describedAs(
    'A commit in the workspace’s repository finishes the current stage; its decisions stay in the context.',
  ),
  'memories.tokens': integer('contextLimit', 600, [0, 100_000]).describedAs(
    'Maximum tokens of memories that are sent with a message; 0 for none.',
  ),
  'observations.editor': flag('limit', true).describedAs(
    'Tells the model which file you look at, and which symbol the cursor is in.',
  ),
  'observations.diagnostics': flag('limit', true).describedAs(
    'Tells the model which errors appeared or disappeared.',
  ),
  'observations.test': flag('limit', true).describedAs('Tells the model how test runs ended.'),
  'observations.task': flag('limit', true).describedAs('Tells the model how tasks ended.'),
  'observations.branch': flag('limit', true).describedAs('Tells the model when the Git branch changes.'),
  'observations.terminal': flag('limit', false).describedAs(
    'Tells the model which commands (including test runs) ended in a terminal, and their exit codes, but never their output. Off by default.',
  ),
  'observations.live': integer('context', D.liveObservations, [1, 1_000]).describedAs(
    'Number of newest observations (open file, errors, tests…) that a compaction does not take into the notes yet.',
  ),
  'observations.characters': integer('context', D.observationCharacters, [0, 10_000]).describedAs(
    'Maximum characters of the list of older observations in the notes.',
  ),
  'compaction.backgroundThreshold': share('context', D.thresholds.background).describedAs(
    `${OF_WINDOW} at which a compaction starts in the background.`,
  ),
  'compaction.emergencyThreshold': share('context', D.thresholds.emergency).describedAs(
    `${OF_WINDOW} at which a compaction runs at once and without a model. Must be above the background threshold.`,
  ),
  'compaction.target': share('context', D.target).describedAs(
    `Target size of the context after a compaction, as a share of ${WINDOW}. Between compactions, \`hybrid\` also shortens old tool results in batches while the context is above this size. Must be below the background threshold.`,
  ),
  'compaction.backgroundShare': share('context', D.eligibleShares.background).describedAs(
    'Maximum share of the messages, oldest first, that a compaction in the background may take out of the context. It may also shorten tool results among the other messages.',
  ),
  'compaction.aggressiveShare': share('context', D.eligibleShares.aggressive).describedAs(
    'Maximum share of the messages, oldest first, that a compaction may take out of a large context. A context is large from 85 % of the usable window up to the emergency threshold. If 85 % is not between the background and the emergency threshold, a context counts as large from half-way between these two thresholds.',
  ),
  'compaction.emergencyShare': share('context', D.eligibleShares.emergency).describedAs(
    'Share of the messages, oldest first, that an emergency compaction may take out of the context. If the context still does not fit, the compaction takes out more.',
  ),
  'rolling.trigger': share('context', D.rolling.trigger).describedAs(
    `${OF_WINDOW} at which the \`rolling\` strategy runs.`,
  ),
  'rolling.target': share('context', D.rolling.target).describedAs(
    `Target size of the context after \`rolling\` left messages out, as a share of ${WINDOW}. Must be below \`#longthread.rolling.trigger#\`.`,
  ),
  'rolling.keepMessages': integer('context', D.rolling.keepMessages, [1, 10_000]).describedAs(
    'Minimum number of messages that `rolling` keeps.',
  ),
  'staged.trigger': share('context', D.staged.trigger).describedAs(
    `${OF_WINDOW} at which the \`staged\` strategy runs.`,
  ),
  'staged.target': share('context', D.staged.target).describedAs(
    `Target size of the context after a compaction with \`staged\`, as a share of ${WINDOW}. Must be below \`#longthread.staged.trigger#\`.`,
  ),
  'staged.batch': integer('context', D.staged.batch, [1, 10_000]).describedAs(
    'Number of oldest messages of the current stage that `staged` takes into the notes at a time.',
  ),
  'staged.keepMessages': integer('context', D.staged.keepMessages, [1, 10_000]).describedAs(
    'If the context is still too large after all other steps, `staged` leaves out the oldest messages. This many of the newest messages stay.',
  ),
  'window.turns': integer('context', D.window.turns, [1, 10_000]).describedAs(
    'Number of turns that the `window` strategy keeps word for word.',
  ),
  'window.batch': integer('context', D.window.batch, [1, 10_000]).describedAs(
    'Number of turns that `window` takes into the notes at a time.',
  ),
  'endpoint.api': oneOf('person', 'auto', {
    auto: 'The Responses API for OpenAI’s reasoning models at OpenAI and Azure, and wherever the endpoint asks for it; otherwise chat completions.',
    chat: 'Always chat completions.',
    responses: 'Always the Responses API.',
  }).describedAs('Which of OpenAI’s two APIs is used for the endpoint.'),
  'endpoint.headers': byName('person', v.record(v.string(), v.string()), {
    type: 'object',
    additionalProperties: { type: 'string' },
  }).describedAs(
    'Headers that are sent with each request, by the endpoint’s address: `{ "https://gateway.example/v1": { "X-Purpose": "coding" } }`. Don’t put credentials here: [store them as a secret](command:longthread.setSecretHeader). Longthread then writes `${secret}` here instead.',
  ),
  'endpoint.headersTimeout': integer('person', DEFAULT_WAIT_LIMITS.headers, WAIT).describedAs(
    'Seconds to wait until the endpoint begins its answer. A server on this machine or in a private network begins its answer only after it has processed the whole request. For such a server, the longer of this time and `#longthread.endpoint.firstTokenTimeout#` applies.',
  ),
  'endpoint.firstTokenTimeout': integer('person', DEFAULT_WAIT_LIMITS.firstToken, WAIT).describedAs(
    'Seconds to wait for the first word of an answer after the HTTP headers have arrived, or for the whole answer if it is not streamed. At most 299: the editor ends a connection after 300 silent seconds.',
  ),
  'endpoint.gapTimeout': integer('person', DEFAULT_WAIT_LIMITS.gap, WAIT).describedAs(
    'Seconds of silence in the middle of an answer after which the answer counts as broken off. The part that arrived is kept.',
  ),
};

/** The first setting of each group. The groups at the top contain the settings that people change most. */
export const GROUP_BEGINS: Readonly<Record<string, SettingName>> = {
  'Start Here': 'endpoint.url',
  'Cost and Limits': 'budget.dollars',
  'Kept and Compacted': 'compaction.keepRecentMessages',
  'Notes by a Model, Stages and Memories': 'summary.enabled',
  'Editor Context': 'observations.editor',
  'Fine Tuning: When and How Far': 'compaction.backgroundThreshold',
  'Fine Tuning: Single Strategies': 'rolling.trigger',
  Connection: 'endpoint.api',
};

export type SettingName = keyof typeof SETTINGS;
/** The type of each setting's value. */
export type SettingValues = { readonly [N in SettingName]: (typeof SETTINGS)[N]['defaultValue'] };

/** Returns a setting by its name. Returns undefined if the name is unknown. */
export function settingOf(name: string): Setting<unknown> | undefined {
  return Object.hasOwn(SETTINGS, name) ? SETTINGS[name as SettingName] : undefined;
}

/**
 * The earlier names of renamed settings. The value of an earlier name applies while the current name has its default.
 */
export const EARLIER_NAMES: Readonly<Record<string, string>> = {
  'observations.editor': 'notes.editor',
  'observations.diagnostics': 'notes.diagnostics',
  'observations.test': 'notes.test',
  'observations.task': 'notes.task',
  'observations.branch': 'notes.branch',
  'observations.terminal': 'notes.terminal',
  'observations.live': 'notes.live',
  'observations.characters': 'notes.foldedCharacters',
};

/**
 * Settings that were removed because they made no noticeable difference (see docs/DEFAULTS.md). Each has its former
 * default and a sentence on the rule that applies instead.
 */
export const REMOVED_SETTINGS: Readonly<Record<string, readonly [defaultValue: number, instead: string]>> = {
  'compaction.aggressiveThreshold': [
    0.85,
    'Longthread now uses 0.85. If 0.85 is not between the background and the emergency threshold, Longthread uses the value half-way between these two.',
  ],
  'compaction.minSavingTokens': [
    1_000,
    'A compaction must free at least 1,000 tokens, or 5 % of a window with less than 20,000 tokens.',
  ],
  'stubs.minTotalSaving': [
    2_000,
    'Tool outputs are shortened if this saves at least 2,000 tokens in total, or 5 % of a window with less than 40,000 tokens.',
  ],
};
