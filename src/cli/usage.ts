import { parseArgs } from 'node:util';
import { isStrategyName, STRATEGY_NAMES, type StrategyName } from '../core/compaction/strategies.ts';

export const USAGE = `Usage:
  longthread inspect FILE [--json] [--encoding o200k_base|cl100k_base]
  longthread compact FILE --window TOKENS [--budget TOKENS] [--strategy ${STRATEGY_NAMES.join('|')}]
                          [--summarizer none|model] [--encoding o200k_base|cl100k_base] [--json]
  longthread replay FILE --window TOKENS [--strategy NAME|all] [--model NAME] [--encoding …] [--json]

FILE is a transcript of Claude Code, Codex, pi, Cline, aider, SpecStory, SWE-agent, mini-swe-agent, Copilot Chat,
a list of OpenAI messages (JSON or JSONL) or a Longthread log; what it is shows by its content.
--window is what the model takes, question and answer together. --budget is the most that the compacted messages
may take; without it, everything older than the newest messages is compacted. The strategy is hybrid unless named.
replay goes through the session request by request: what each strategy would have sent, cached, lost and cost;
--model names whose list price is taken. With --json it prints one object for one strategy, a list for all.
--summarizer model reads LONGTHREAD_ENDPOINT, LONGTHREAD_MODEL and LONGTHREAD_API_KEY from the environment.
Exit codes: 0 done, 1 a budget that can't be met, 2 wrong usage or a file that can't be read.
`;

export type Encoding = 'o200k_base' | 'cl100k_base';

export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'inspect'; readonly file: string; readonly json: boolean; readonly encoding: Encoding }
  | {
      readonly name: 'compact';
      readonly file: string;
      readonly json: boolean;
      readonly encoding: Encoding;
      readonly windowTokens: number;
      readonly budgetTokens?: number;
      readonly strategy: StrategyName;
      readonly summarizer: 'none' | 'model';
    }
  | {
      readonly name: 'replay';
      readonly file: string;
      readonly json: boolean;
      readonly encoding: Encoding;
      readonly windowTokens: number;
      readonly strategies: readonly StrategyName[];
      /** Whose prices the requests are charged at. */
      readonly model?: string;
    };

/** Wrong use of the command, in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the command line (without node and script). Throws UsageError. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const [name, file, ...rest] = positionals;
  if (values.help === true || name === 'help') return { name: 'help' };
  if (name === undefined) throw new UsageError('Say what to do: inspect, compact or replay.');
  if (name !== 'inspect' && name !== 'compact' && name !== 'replay')
    throw new UsageError(`There is no command '${name}'.`);
  const foreign = Object.keys(values).find((option) => !OPTIONS_OF[name].includes(option));
  if (foreign !== undefined) throw new UsageError(`'${name}' takes no --${foreign}.`);
  if (file === undefined) throw new UsageError(`'${name}' needs a FILE.`);
  if (rest.length > 0) throw new UsageError(`'${name}' takes one FILE, not ${String(rest.length + 1)}.`);
  const common = { file, json: values.json === true, encoding: encodingOf(values.encoding ?? 'o200k_base') };
  if (name === 'inspect') return { name, ...common };
  if (values.window === undefined) throw new UsageError(`'${name}' needs --window TOKENS.`);
  if (name === 'replay') {
    return {
      name,
      ...common,
      windowTokens: tokensOf('--window', values.window),
      strategies: values.strategy === 'all' ? STRATEGY_NAMES : [strategyOf(values.strategy ?? 'hybrid')],
      ...(values.model === undefined ? {} : { model: values.model }),
    };
  }
  const windowTokens = tokensOf('--window', values.window);
  return {
    name,
    ...common,
    windowTokens,
    ...(values.budget === undefined ? {} : { budgetTokens: budgetOf(values.budget, windowTokens) }),
    strategy: strategyOf(values.strategy ?? 'hybrid'),
    summarizer: summarizerOf(values.summarizer ?? 'none'),
  };
}

const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  window: { type: 'string' },
  budget: { type: 'string' },
  strategy: { type: 'string' },
  summarizer: { type: 'string' },
  model: { type: 'string' },
  encoding: { type: 'string' },
} as const;

const OPTIONS_OF: Readonly<Record<Exclude<Command['name'], 'help'>, readonly string[]>> = {
  inspect: ['json', 'encoding'],
  compact: ['json', 'encoding', 'window', 'budget', 'strategy', 'summarizer'],
  replay: ['json', 'encoding', 'window', 'strategy', 'model'],
};

function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(refusalOf(error instanceof Error ? error.message : String(error)));
  }
}

/** Node's own words for it take up to three sentences. */
function refusalOf(message: string): string {
  const option = /'(?:-\w, )?(-[^\s']+)/u.exec(message)?.[1] ?? '';
  if (message.startsWith('Unknown option')) return `There is no option ${option}.`;
  return message.includes('does not take') ? `${option} takes no value.` : `${option} needs a value.`;
}

const MAX_TOKENS = 1_000_000_000;

/** Digits, or groups of three: `200000`, `200_000`, `200,000`. A comma elsewhere may be meant as a point. */
const WHOLE_NUMBER = /^(?:\d+|\d{1,3}(?:[_,]\d{3})+)$/u;

function tokensOf(option: string, text: string): number {
  const tokens = WHOLE_NUMBER.test(text.trim()) ? Number(text.replaceAll(/[_,]/gu, '')) : Number.NaN;
  if (!(tokens >= 1 && tokens <= MAX_TOKENS)) {
    throw new UsageError(
      `${option} is '${text}'; it must be a whole number of tokens from 1 to ${String(MAX_TOKENS)}.`,
    );
  }
  return tokens;
}

/** A context can't be larger than the window it is for. */
function budgetOf(text: string, windowTokens: number): number {
  const tokens = tokensOf('--budget', text);
  if (tokens <= windowTokens) return tokens;
  throw new UsageError(
    `--budget is ${String(tokens)} and --window ${String(windowTokens)}; the budget must fit the window.`,
  );
}

function strategyOf(name: string): StrategyName {
  if (isStrategyName(name)) return name;
  throw new UsageError(`There is no strategy '${name}'; there are ${STRATEGY_NAMES.join(', ')}.`);
}

function summarizerOf(name: string): 'none' | 'model' {
  if (name === 'none' || name === 'model') return name;
  throw new UsageError(`--summarizer is '${name}'; it must be none or model.`);
}

function encodingOf(name: string): Encoding {
  if (name === 'o200k_base' || name === 'cl100k_base') return name;
  throw new UsageError(`--encoding is '${name}'; it must be o200k_base or cl100k_base.`);
}
