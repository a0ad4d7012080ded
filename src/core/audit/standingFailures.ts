import type { MessageId } from '../log/entry.ts';
import { textOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import type { Run } from '../record/run.ts';
import type { Work } from '../record/work.ts';
import { onOneLine } from '../text/lines.ts';
import { baseName } from '../text/names.ts';
import { readResult } from '../tools/readResult.ts';
import { kindOfTool } from '../tools/toolKind.ts';

/** An unresolved failure, with the message that reports it. */
export interface StandingFailure {
  readonly id: MessageId;
  readonly line: string;
  /** The command, and each line that says why the command failed. For a missing file, only the name of the file. */
  readonly pieces: readonly [string, ...string[]];
  readonly why: string;
  /** Whether the same program succeeded later with other arguments, which may have resolved the failure. */
  readonly isMomentary: boolean;
}

/**
 * Returns the failures that an agent may repeat if it does not know them: failed commands, missing files that the
 * person named, and denied calls of MCP tools. Lists each failure once, and only if the same call did not succeed
 * later.
 */
export function standingFailures(
  messages: readonly SessionMessage[],
  given: Work,
): readonly StandingFailure[] {
  const work = { ...given, runs: given.runs.filter(({ runningId }) => runningId === undefined) };
  const newestSuccess = newestSuccesses(work.runs);
  const places = new Map(work.runs.map(({ id }, place) => [id, place]));
  return [
    ...failedCommands(work).map((run) => ({
      ...failureOf(run, run.shown),
      isMomentary: beginningsOf(run.normalized).some(
        (each) => (newestSuccess.get(each) ?? -1) > (places.get(run.id) ?? 0),
      ),
    })),
    ...missingFiles(messages, work),
    ...refusedCalls(messages, work),
  ];
}

function failureOf({ id, lines }: Run, shown: string): StandingFailure {
  const pieces = lines.filter(hasWord);
  const [why = ''] = pieces;
  return { id, line: onOneLine(`${shown} → ${why}`), pieces: [shown, ...pieces], why, isMomentary: false };
}

/** Returns whether a line is more than a separator, such as `---`. */
function hasWord(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

function failedCommands({ runs }: Work): readonly Run[] {
  const last = new Map(runs.flatMap((run) => (run.isRefused ? [] : [[run.normalized, run] as const])));
  return runs.filter(
    (run) =>
      run.isCommand &&
      run.isFailure &&
      run.lines.some(hasWord) &&
      isTelling(run) &&
      last.get(run.normalized) === run &&
      !succeededSince(run, runs),
  );
}

/** Returns whether all commands of a run succeeded later in another run. */
function succeededSince({ id, commands, normalized }: Run, runs: readonly Run[]): boolean {
  const wanted = commands.length > 0 ? commands : [normalized];
  return runs
    .slice(runs.findIndex((run) => run.id === id) + 1)
    .some((run) => !run.isFailure && wanted.every((step) => run.commands.includes(step)));
}

/** Returns the index of the newest successful run of each command, by the command's first two words. */
function newestSuccesses(runs: readonly Run[]): ReadonlyMap<string, number> {
  return new Map(
    runs.flatMap((run, place) =>
      run.isCommand && !run.isFailure
        ? beginningsOf(run.normalized).map((each) => [each, place] as const)
        : [],
    ),
  );
}

/** Returns the first two words of each command in a line. Omits `cd` commands. */
function beginningsOf(asked: string): readonly string[] {
  return asked
    .split(/&&|[|;\n]+/u)
    .map((command) => command.trim().split(/\s+/u).slice(0, 2).join(' '))
    .filter((words) => words !== '' && !words.startsWith('cd '));
}

/** Returns whether a failed run was more than a search without a match, a mistyped command or a cancelled call. */
function isTelling({ isRefused, commands, normalized, lines }: Run): boolean {
  if (isRefused || lines.length === 0 || lines.some((line) => MISTYPED_OR_CANCELLED.test(line))) return false;
  return !(commands.length > 0 ? commands : [normalized]).every((command) => ONLY_SEARCHES.test(command));
}

/**
 * Matches shells' messages for mistyped commands, and messages of calls that were cancelled because another call
 * failed.
 */
const MISTYPED_OR_CANCELLED =
  /^\(eval\):\d+: (?!command not found)|syntax error near unexpected token|unexpected EOF while looking|parse error near|unmatched ["'`]|Sibling tool call errored|parallel tool call/iu;
/** Matches a command that only searches. */
const ONLY_SEARCHES =
  /^(?:cd \S+ )*(?:ls|cat|head|tail|wc|find|f?grep|egrep|rg|fd|tree|stat|file|test|which|type|command -v|echo|pwd|sort|diff|git (?:ls-files|grep|show|log|diff|status|branch|rev-parse|ls-tree|cat-file))(?![\w-])/u;

function missingFiles(messages: readonly SessionMessage[], work: Work): readonly StandingFailure[] {
  const personTexts = messages.flatMap(({ message }) => (message.role === 'user' ? [textOf(message)] : []));
  const there = new Set([...work.read, ...work.changed].map(({ path }) => baseName(path)));
  const tools = toolsOf(messages);
  const found = new Map<string, StandingFailure>();
  for (const run of failedCalls(work)) {
    const [name, why = ''] = [baseName(run.normalized), run.lines[0]];
    const isMissing = kindOfTool(tools.get(run.id) ?? '') === 'read' && MISSING.test(why);
    if (!isMissing || there.has(name) || !personTexts.some((text) => text.includes(name))) continue;
    const line = onOneLine(`${run.normalized} → ${why}`);
    found.set(name, { id: run.id, line, pieces: [name], why, isMomentary: false });
  }
  return [...found.values()];
}

const MISSING = /does not exist|doesn't exist|no such file|not found|ENOENT/iu;

function toolsOf(messages: readonly SessionMessage[]): ReadonlyMap<MessageId, string> {
  return new Map(
    messages.flatMap(({ id, message }) => (message.role === 'tool' ? [[id, message.toolName] as const] : [])),
  );
}

/** Returns the newest call of each MCP tool that the server denied, unless a later call of the tool succeeded. */
function refusedCalls(messages: readonly SessionMessage[], work: Work): readonly StandingFailure[] {
  const failed = new Map(failedCalls(work).map((run) => [run.id, run]));
  const found = new Map<string, StandingFailure>();
  for (const { id, message } of messages) {
    if (message.role !== 'tool' || !message.toolName.includes('__')) continue;
    const run = failed.get(id);
    if (run?.lines.some((line) => NOT_ALLOWED.test(line)) === true)
      found.set(message.toolName, failureOf(run, `${message.toolName} ${run.shown}`));
    else if (!readResult(message, 'other').isFailure) found.delete(message.toolName);
  }
  return [...found.values()];
}

const NOT_ALLOWED =
  /\b(?:access denied|permission denied|forbidden|unauthori[sz]ed|not (?:allowed|permitted|authori[sz]ed)|outside (?:of )?(?:the )?allowed)\b/iu;

/** Returns the failed calls that say why they failed. Omits commands, and calls that the person refused. */
function failedCalls({ runs }: Work): readonly Run[] {
  return runs.filter(
    ({ isCommand, isFailure, isRefused, lines }) => !isCommand && isFailure && !isRefused && lines.length > 0,
  );
}
