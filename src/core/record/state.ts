import { withSpacesFolded } from '../text/lines.ts';
import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';
import { personTextOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { reportsFailure } from '../tools/outputLines.ts';
import { passageOf, type Passage } from './passage.ts';
import { showsError, type Run } from './run.ts';
import { workOf, type Work } from './work.ts';

/** The number of commands whose last outcome is noted. */
const MOST_COMMANDS = 8;
/** The maximum number of lines of an outcome: the first error lines, or the last lines with figures. */
const MOST_LINES = 2;
/**
 * Matches a line that says that one package or test file passed. Such lines are omitted, since another line already
 * says that the run passed.
 */
const OK_LINE = /^(?:ok|PASS)\s/u;
const PLAN_WORDS = { open: 'open', active: 'in progress', done: 'done' } as const;

/**
 * Plans and failures count as current only if they are newer than the person's second newest request, since agents
 * rarely close an abandoned plan or repeat an abandoned command.
 */
const RECENT_REQUESTS = 2;

/** The current state of the work, and earlier failures. */
export interface WorkState extends Pick<Work, 'plan'> {
  /** Whether a commit was made in the later messages. */
  readonly isCommittedLater: boolean;
  /** The runs that show the current state, newest first. */
  readonly outcomes: readonly Run[];
  /** Runs for the story, oldest first: runs that the person refused, and older failures with a reason. */
  readonly failures: readonly Run[];
}

/**
 * Returns the current plan, the outcomes of the newest commands, and earlier failures. `later` are messages that stay
 * in the context, whole or shortened. They count as newer than messages that are only in `messages`; a shortened
 * message can be in both lists. A run or plan in `later` replaces an older run or plan. The notes omit outcomes that
 * the context shows. A failure is noted even if its message is also in `later`, since the context shows only a
 * shortened result.
 */
export function stateOf(
  messages: readonly SessionMessage[],
  later: readonly SessionMessage[] = [],
  { plan, runs, folder }: Work = workOf(messages),
): WorkState {
  const ownIds = new Set(messages.map(({ id }) => id));
  const laterIds = new Set(later.map(({ id }) => id));
  const laterWork = workOf(later, folder);
  const all = [...messages.filter(({ id }) => !laterIds.has(id)), ...later];
  const places = new Map(all.map(({ id }, index) => [id, index]));
  const requests = all.filter(({ message }) => personTextOf(message).trim() !== '');
  const recentFrom = places.get(requests.at(-RECENT_REQUESTS)?.id ?? '') ?? -1;
  const isRecent = ({ id }: { readonly id: MessageId }): boolean => (places.get(id) ?? 0) > recentFrom;
  const isOwn = ({ id, isFailure }: Run): boolean => ownIds.has(id) && (isFailure || !laterIds.has(id));
  const everyRun = [...runs.filter(({ id }) => !laterIds.has(id)), ...laterWork.runs];
  const outcomes = lastOutcomes(everyRun, (run) => isOwn(run) && (!showsError(run) || isRecent(run)));
  const failures = everyRun.filter(
    (run) =>
      ownIds.has(run.id) &&
      (run.isRefused || (run.isFailure && run.lines.length > 0 && !outcomes.includes(run))),
  );
  const newest = laterWork.plan ?? plan;
  const isCurrent = newest !== undefined && ownIds.has(newest.id) && isRecent(newest);
  return { plan: isCurrent ? newest : undefined, outcomes, failures, isCommittedLater: laterWork.hasCommits };
}

/**
 * Returns the passages on the state, the most important first: the plan's open items, the outcomes of the newest
 * commands, and the plan's finished items.
 */
export function statePassages({ plan, outcomes }: WorkState, count: CountTokens): readonly Passage[] {
  const items = plan?.items ?? [];
  const planned = (isDone: boolean): readonly Passage[] =>
    items
      .filter(({ state }) => (state === 'done') === isDone)
      .map(({ text, state }) =>
        passageOf(
          { id: plan?.id ?? '', weight: 1 },
          `${PLAN_WORDS[state]}: ${withSpacesFolded(text)}`,
          count,
        ),
      );
  return [
    ...planned(false),
    ...outcomes.map((run) =>
      passageOf({ id: run.id, ids: [run.callId, run.id], weight: 1 }, outcomeOf(run), count),
    ),
    ...planned(true),
  ];
}

/**
 * Returns the last run of each of the newest `MOST_COMMANDS` commands, newest first. A run is included if its result
 * says how the run ended, or if its command had failed before. Omits a run whose commands were all run again later, in
 * one script or several. Ignores runs that the person refused.
 */
export function lastOutcomes(
  runs: readonly Run[],
  isWanted: (run: Run) => boolean = () => true,
): readonly Run[] {
  const last = new Map<string, Run>();
  const ranLater = new Set<string>();
  for (const run of runs.toReversed()) {
    if (run.isRefused) continue;
    const { normalized, commands, isFailure, runningId } = run;
    const isOlder =
      last.has(normalized) || (commands.length > 0 && commands.every((step) => ranLater.has(step)));
    if (run.isCommand && !isOlder) last.set(normalized, run);
    // If a script failed or has not ended, only its first command is known to have run.
    for (const step of isFailure || runningId !== undefined ? commands.slice(0, 1) : commands)
      ranLater.add(step);
  }
  const afterFailure = runsAfterFailure(runs);
  const isTelling = (run: Run): boolean => run.lines.length > 0 || afterFailure.has(run);
  return [...last.values()].filter((run) => isTelling(run) && isWanted(run)).slice(0, MOST_COMMANDS);
}

/** Returns the runs that contain a command of an earlier failed run. Either run may be a script with more commands. */
function runsAfterFailure(runs: readonly Run[]): ReadonlySet<Run> {
  const failed = new Set<string>();
  const after = new Set<Run>();
  for (const run of runs) {
    const names = [run.normalized, ...run.commands];
    if (run.isRefused) continue;
    if (names.some((name) => failed.has(name))) after.add(run);
    if (showsError(run)) for (const name of names) failed.add(name);
  }
  return after;
}

function outcomeOf(run: Run): string {
  const { shown, isFailure, runningId, lines, mayHaveFailed } = run;
  const isRunning = runningId !== undefined;
  const isUnclear = mayHaveFailed === true || showsError(run) || lines.some(reportsFailure);
  const ended = isUnclear ? 'ended' : 'ok';
  const outcome = isFailure ? 'failed' : isRunning ? 'was still running' : ended;
  const own = outcome === 'ok' ? lines.filter((line) => !OK_LINE.test(line)) : lines;
  const telling = showsError(run) ? own.slice(0, MOST_LINES) : own.slice(-MOST_LINES);
  return [`${shown} → ${outcome}`, ...telling].join('\n');
}

/** Returns passages for the story: failures with their reasons, and calls that the person refused. */
export function failurePassages(
  { failures }: WorkState,
  count: CountTokens,
  weightOf: (run: Run) => number,
): readonly Passage[] {
  return failures.map((run) => {
    const passage = passageOf(
      { id: run.id, ids: [run.callId, run.id], weight: weightOf(run) },
      [`${run.shown} → ${run.isRefused ? 'refused' : 'failed'}`, ...run.lines].join('\n'),
      count,
    );
    const [head, ...reasons] = passage.pieces;
    return head === undefined || reasons.length === 0
      ? passage
      : { ...passage, pieces: [{ ...head, isLead: true }, ...reasons] };
  });
}
