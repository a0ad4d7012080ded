import type { StrategyName } from '../core/compaction/settings.ts';
import { parseArgs } from 'node:util';
import { isStrategyName, STRATEGY_NAMES } from '../core/compaction/strategies.ts';
import { messageOf } from '../core/text/messageOf.ts';

export const USAGE = `Usage:
  longthread inspect FILE [--chat N] [--json] [--encoding o200k_base|cl100k_base]
  longthread compact FILE --window TOKENS [--budget TOKENS] [--strategy ${STRATEGY_NAMES.join('|')}]
                          [--chat N] [--summarizer none|model] [--encoding o200k_base|cl100k_base] [--json [--with-sources]]
  longthread audit FILE [--chat N] [--json]
  longthread replay FILE --window TOKENS [--chat N] [--strategy NAME|all] [--model NAME] [--encoding …] [--json]
  longthread mcp --storage FOLDER [--workspace FOLDER]
  longthread codex-notes
  longthread pi-notes
  longthread --help | --version

Commands:
  inspect      Reports what a transcript contains: messages, calls, and tokens by category.
  compact      Compacts a transcript and reports the result. With --json, prints the report and, as a list of
               OpenAI messages, the context after the compaction.
  audit        Lists, for each compaction made by another agent, the rules, decisions, changed files and failures that
               are gone from the context after it. Prints their addresses and lines (m42:3 is line 3 of message 42).
  replay       Goes through the session request by request. Reports for each strategy how many tokens would have been
               sent, how many of them the provider would have had in its cache, and in how many requests the context
               contained every name that the model's answer took from earlier messages.
  mcp          Serves recall and search to an agent over standard input and output (Model Context Protocol).
  codex-notes  Answers Codex's SessionStart hook. Reads the hook's request from standard input. After a compaction,
               prints notes of the session; otherwise prints nothing.
  pi-notes     Answers Longthread's extension in pi. Reads a session's entries and the planned compaction from standard
               input, and prints the notes for it.

FILE is a transcript of VS Code's own chats, Claude Code, Codex, Copilot CLI, Cursor, Gemini CLI, Qwen Code, opencode,
Crush, Continue, Cline, Roo Code, pi, aider, OpenHands, SpecStory, SWE-agent, mini-swe-agent, a list of OpenAI messages
(JSON or JSONL) or a Longthread log. The format is detected from the content.
TOKENS is a whole number, written 200000, 200_000 or 200k.

Options:
  --chat N            Reads one chat of aider's history, or of a database of opencode or Crush; 1 is the newest.
                      If absent, reads all of aider's chats as one session, or the longest chat of a database.
  --window TOKENS     The size of the model's context window, for question and answer together.
  --budget TOKENS     The maximum number of tokens of all messages together after the compaction. If absent, everything
                      older than the newest messages is compacted.
  --strategy NAME     The strategy of the compaction; hybrid by default. For replay, 'all' compares all strategies.
  --summarizer model  A model adds a summary. The environment variables LONGTHREAD_ENDPOINT, LONGTHREAD_MODEL and
                      LONGTHREAD_API_KEY specify this model.
  --model NAME        Also reports the cost at this model's list price.
  --encoding NAME     The encoding in which tokens are counted; o200k_base by default.
  --json              Prints JSON. A replay prints one object for one strategy, a list for all.
  --with-sources      Adds two fields to each message in the JSON: how it was treated, and which log entries it stands
                      for. Some endpoints refuse messages with unknown fields.
  --storage FOLDER    The folder in which Longthread keeps its sessions.
  --workspace FOLDER  The workspace whose sessions are served; the current folder by default.

The progress of a large FILE is written to standard error.
Exit codes: 0 done, 1 the budget can't be met or an unexpected error, 2 wrong usage or an unreadable file.
`;

export type Encoding = 'o200k_base' | 'cl100k_base';

interface Common {
  readonly file: string;
  readonly json: boolean;
  readonly encoding: Encoding;
  /** The number of the chat in a file with several chats; 1 is the newest chat. */
  readonly chat?: number;
}

export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'version' }
  /** These two commands read another agent's request from standard input and write the answer to standard output. */
  | { readonly name: 'codex-notes' | 'pi-notes' }
  | { readonly name: 'mcp'; readonly storage: string; readonly workspace: string }
  | ({ readonly name: 'inspect' } & Common)
  | { readonly name: 'audit'; readonly file: string; readonly json: boolean; readonly chat?: number }
  | ({
      readonly name: 'compact';
      readonly windowTokens: number;
      readonly budgetTokens?: number;
      readonly strategy: StrategyName;
      readonly summarizer: 'none' | 'model';
      /** Whether to print messages with their treatment and the ids of their log entries. */
      readonly withSources: boolean;
    } & Common)
  | ({
      readonly name: 'replay';
      readonly windowTokens: number;
      readonly strategies: readonly StrategyName[];
      /** The model whose prices are used. */
      readonly model?: string;
    } & Common);

/** Wrong usage of the command line. The message tells the person what is wrong, and is printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Parses the arguments that follow the paths of Node and the script in `process.argv`. Throws UsageError. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const [name, file, ...rest] = positionals;
  if (values.help === true || name === 'help') return { name: 'help' };
  if (values.version === true) return { name: 'version' };
  if (name === undefined)
    throw new UsageError('Give a command: inspect, compact, audit, replay or mcp. See longthread --help.');
  if (!isCommand(name)) throw new UsageError(`Unknown command '${name}'.`);
  const refused = Object.keys(values).find((option) => !OPTIONS_OF[name].includes(option));
  if (refused !== undefined) throw new UsageError(`'${name}' takes no --${refused}.`);
  if (name === 'mcp' || name === 'codex-notes' || name === 'pi-notes') {
    if (file !== undefined) throw new UsageError(`'${name}' takes no FILE.`);
    return name === 'mcp' ? mcpCommand(values) : { name };
  }
  if (file === undefined || file === '') throw new UsageError(`'${name}' needs a FILE.`);
  if (values['with-sources'] === true && values.json !== true)
    throw new UsageError('--with-sources needs --json.');
  if (rest.length > 0) throw new UsageError(`'${name}' takes one FILE, not ${String(rest.length + 1)}.`);
  const read = {
    file,
    json: values.json === true,
    ...(values.chat === undefined ? {} : { chat: chatOf(values.chat) }),
  };
  if (name === 'audit') return { name, ...read };
  const common = { ...read, encoding: encodingOf(values.encoding ?? 'o200k_base') };
  if (name === 'inspect') return { name, ...common };
  if (values.window === undefined) throw new UsageError(`'${name}' needs --window TOKENS.`);
  const windowTokens = tokensOf('--window', values.window);
  if (name === 'replay') {
    return {
      name,
      ...common,
      windowTokens,
      strategies: values.strategy === 'all' ? STRATEGY_NAMES : [strategyNamed(values.strategy ?? 'hybrid')],
      ...(values.model === undefined ? {} : { model: values.model }),
    };
  }
  return {
    name,
    ...common,
    windowTokens,
    ...(values.budget === undefined ? {} : { budgetTokens: budgetOf(values.budget, windowTokens) }),
    strategy: strategyNamed(values.strategy ?? 'hybrid'),
    summarizer: summarizerOf(values.summarizer ?? 'none'),
    withSources: values['with-sources'] === true,
  };
}

const OPTIONS = {
  json: { type: 'boolean' },
  'with-sources': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  window: { type: 'string' },
  budget: { type: 'string' },
  strategy: { type: 'string' },
  summarizer: { type: 'string' },
  model: { type: 'string' },
  encoding: { type: 'string' },
  chat: { type: 'string' },
  storage: { type: 'string' },
  workspace: { type: 'string' },
} as const;

const OPTIONS_OF: Readonly<Record<Exclude<Command['name'], 'help' | 'version'>, readonly string[]>> = {
  inspect: ['json', 'encoding', 'chat'],
  audit: ['json', 'chat'],
  compact: ['json', 'with-sources', 'encoding', 'chat', 'window', 'budget', 'strategy', 'summarizer'],
  replay: ['json', 'encoding', 'chat', 'window', 'strategy', 'model'],
  mcp: ['storage', 'workspace'],
  'codex-notes': [],
  'pi-notes': [],
};

function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>> {
  try {
    return parseArgs({ args: withNumbersJoined(args), options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(refusalOf(messageOf(error)));
  }
}

function mcpCommand({
  storage,
  workspace = '.',
}: ReturnType<typeof parse>['values']): Extract<Command, { name: 'mcp' }> {
  if (storage === undefined) throw new UsageError("'mcp' needs --storage FOLDER.");
  return { name: 'mcp', storage, workspace };
}

function isCommand(name: string): name is keyof typeof OPTIONS_OF {
  return Object.hasOwn(OPTIONS_OF, name);
}

/** Converts `--budget -5` to `--budget=-5`, so that a negative number is an invalid value, not an unknown option. */
function withNumbersJoined(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1);
    if (/^-\d/u.test(arg) && before !== undefined && takesValue(before))
      joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function takesValue(arg: string): boolean {
  const name = arg.slice(2);
  return arg.startsWith('--') && name in OPTIONS && OPTIONS[name as keyof typeof OPTIONS].type === 'string';
}

/** Returns one sentence about a wrong option. Node's own message has up to three sentences. */
function refusalOf(message: string): string {
  const option = /'(?:-\w, )?(-[^\s']+)/u.exec(message)?.[1] ?? '';
  if (message.startsWith('Unknown option')) return `Unknown option ${option}.`;
  return message.includes('does not take') ? `${option} takes no value.` : `${option} needs a value.`;
}

function chatOf(text: string): number {
  if (/^[1-9]\d{0,8}$/u.test(text)) return Number(text);
  throw new UsageError(`--chat needs a whole number of at least 1, not '${text}'.`);
}

const MAX_TOKENS = 1_000_000_000;

/**
 * Matches digits or groups of three digits, optionally with `k` or `m`: `200000`, `200_000`, `200,000`, `200k`. Does
 * not match a comma in any other place, since the comma may be a decimal point.
 */
const WHOLE_NUMBER = /^(?<digits>\d+|\d{1,3}(?:[_,]\d{3})+)(?<unit>[km]?)$/iu;
const UNITS: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

function tokensOf(option: string, text: string): number {
  const { digits = '', unit = '' } = WHOLE_NUMBER.exec(text.trim())?.groups ?? {};
  const tokens = Number(digits.replaceAll(/[_,]/gu, '')) * (UNITS[unit.toLowerCase()] ?? 1);
  if (!(tokens >= 1 && tokens <= MAX_TOKENS)) {
    throw new UsageError(
      `${option} is '${text}'; it must be a whole number of tokens, such as 200000 or 200k, from 1 to ${String(MAX_TOKENS)}.`,
    );
  }
  return tokens;
}

/** Parses the value of `--budget`. Throws UsageError if it is invalid or larger than the window. */
function budgetOf(text: string, windowTokens: number): number {
  const tokens = tokensOf('--budget', text);
  if (tokens <= windowTokens) return tokens;
  throw new UsageError(
    `--budget is ${String(tokens)} and --window ${String(windowTokens)}; the budget must fit the window.`,
  );
}

function strategyNamed(name: string): StrategyName {
  if (isStrategyName(name)) return name;
  throw new UsageError(`Unknown strategy '${name}'. The strategies are ${STRATEGY_NAMES.join(', ')}.`);
}

function summarizerOf(name: string): 'none' | 'model' {
  if (name === 'none' || name === 'model') return name;
  throw new UsageError(`--summarizer is '${name}'; it must be none or model.`);
}

function encodingOf(name: string): Encoding {
  if (name === 'o200k_base' || name === 'cl100k_base') return name;
  throw new UsageError(`--encoding is '${name}'; it must be o200k_base or cl100k_base.`);
}
