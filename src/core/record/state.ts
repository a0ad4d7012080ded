import { withSpacesFolded } from '../text/lines.ts';
import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';
import { personTextOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { tellsFailure } from '../tools/telling.ts';
import { passageOf, type Passage } from './passage.ts';
import { workOf, type Run, type Work } from './work.ts';

/** The number of commands whose last outcome is noted. */
const MOST_COMMANDS = 8;
/** The most lines of an outcome: the first lines of a failure, or the last with figures. */
const MOST_LINES = 2;
/** Matches a line about one part, package or test file, which says no more than the line about the whole run. */
const OK = /^(?:ok|PASS)\s/u;
const PLAN_WORDS = { open: 'open', active: 'in progress', done: 'done' } as const;

/**
 * After this many requests by the person, a plan or failure that nobody returned to is history; agents leave both open.
 */
const REQUESTS_PAST = 2;

/** The current state of the work, and earlier failures. */
export interface WorkState extends Pick<Work, 'plan'> {
  /** Whether a commit follows the messages. */
  readonly isCommittedLater: boolean;
  /** Newest first. */
  readonly outcomes: readonly Run[];
  readonly failures: readonly Run[];
}

/**
 * Returns the open plan and the outcomes of the newest commands. A failed run belongs to the current state, or to
 * history where it says why it failed. `later` are messages in the context after these, some of them shortened: they
 * show their own outcomes except shortened failures, and a newer run or plan there makes an older one history.
 */
export function stateOf(
  messages: readonly SessionMessage[],
  later: readonly SessionMessage[] = [],
  { plan, runs, folder }: Work = workOf(messages),
): WorkState {
  const own = new Set(messages.map(({ id }) => id));
  const beside = new Set(later.map(({ id }) => id));
  const after = workOf(later, folder);
  const all = [...messages.filter(({ id }) => !beside.has(id)), ...later];
  const places = new Map(all.map(({ id }, index) => [id, index]));
  const requests = all.filter(({ message }) => personTextOf(message).trim() !== '');
  const since = places.get(requests.at(-REQUESTS_PAST)?.id ?? '') ?? -1;
  const isRecent = ({ id }: { readonly id: MessageId }): boolean => (places.get(id) ?? 0) > since;
  const isTold = ({ id, isFailure }: Run): boolean => own.has(id) && (isFailure || !beside.has(id));
  const everyRun = [...runs.filter(({ id }) => !beside.has(id)), ...after.runs];
  const outcomes = lastOutcomes(everyRun, (run) => isTold(run) && (!run.isFailure || isRecent(run)));
  const failures = everyRun.filter(
    (run) =>
      own.has(run.id) &&
      (run.isRefused || (run.isFailure && run.lines.length > 0 && !outcomes.includes(run))),
  );
  const newest = after.plan ?? plan;
  const isOpen = newest !== undefined && own.has(newest.id) && isRecent(newest);
  return { plan: isOpen ? newest : undefined, outcomes, failures, isCommittedLater: after.hasCommits };
}

/**
 * Returns the passages on the state, the most important first: the open plan, the outcomes of the newest commands, and
 * finished work.
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
 * Returns the last run of each command, newest first, if it says how it went or fixes a failure. Omits a run whose
 * commands were all run again since, in one script or several; a refused run does not count.
 */
export function lastOutcomes(
  runs: readonly Run[],
  stands: (run: Run) => boolean = () => true,
): readonly Run[] {
  const last = new Map<string, Run>();
  const ranSince = new Set<string>();
  for (const run of runs.toReversed()) {
    if (run.isRefused) continue;
    const { asked, steps, isFailure } = run;
    const isOlder = last.has(asked) || (steps.length > 0 && steps.every((step) => ranSince.has(step)));
    if (run.isCommand && !isOlder) last.set(asked, run);
    // It is unknown how far a failed script came.
    for (const step of isFailure ? steps.slice(0, 1) : steps) ranSince.add(step);
  }
  const mending = mendingRuns(runs);
  const isTelling = (run: Run): boolean => run.lines.length > 0 || mending.has(run);
  return [...last.values()].filter((run) => isTelling(run) && stands(run)).slice(0, MOST_COMMANDS);
}

/** Returns the runs that succeeded after the same command had failed, alone or in another script. */
function mendingRuns(runs: readonly Run[]): ReadonlySet<Run> {
  const failed = new Set<string>();
  const mending = new Set<Run>();
  for (const run of runs) {
    const names = [run.asked, ...run.steps];
    if (run.isRefused) continue;
    if (names.some((name) => failed.has(name))) mending.add(run);
    if (run.isFailure) for (const name of names) failed.add(name);
  }
  return mending;
}

function outcomeOf({ told, isFailure, lines }: Run): string {
  const outcome = isFailure ? 'failed' : lines.some(tellsFailure) ? 'ended' : 'ok';
  const own = outcome === 'ok' ? lines.filter((line) => !OK.test(line)) : lines;
  const telling = isFailure ? own.slice(0, MOST_LINES) : own.slice(-MOST_LINES);
  return [`${told} → ${outcome}`, ...telling].join('\n');
}

/** Returns failures with their reasons, and refusals by the person, as lines of the story. */
export function failurePassages(
  { failures }: WorkState,
  count: CountTokens,
  weightOf: (run: Run) => number,
): readonly Passage[] {
  return failures.map((run) => {
    const told = passageOf(
      { id: run.id, ids: [run.callId, run.id], weight: weightOf(run) },
      [`${run.told} → ${run.isRefused ? 'refused' : 'failed'}`, ...run.lines].join('\n'),
      count,
    );
    const [head, ...why] = told.pieces;
    return head === undefined || why.length === 0
      ? told
      : { ...told, pieces: [{ ...head, isLead: true }, ...why] };
  });
}
