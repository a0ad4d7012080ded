import type { CountTokens } from '../ports.ts';
import { clipAtWord } from '../text/lines.ts';
import { personTextOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { tellsFailure } from '../tools/readResult.ts';
import { passageOf, type Passage } from './passage.ts';
import type { Run, Work } from './work.ts';

const LONGEST_COMMAND = 160;
/** Commands whose last outcome is told. */
const MOST_COMMANDS = 8;
const PLAN_WORDS = { open: 'open', active: 'in progress', done: 'done' } as const;

/** Requests of the person after which a plan that nobody touched is none any more: agents leave its last items open. */
const REQUESTS_PAST_A_PLAN = 2;

/** The work without a plan that was gone on from. */
export function withStandingPlan(work: Work, messages: readonly SessionMessage[]): Work {
  const at = messages.findIndex(({ id }) => id === work.plan?.id);
  const later = messages.slice(at + 1).filter(({ message }) => personTextOf(message).trim() !== '');
  return later.length < REQUESTS_PAST_A_PLAN ? work : { ...work, plan: undefined };
}

/** How things stand, what matters most first: the open plan, then how the newest commands ended, then what is done. */
export function stateOf({ plan, runs }: Work, count: CountTokens): readonly Passage[] {
  const items = plan?.items ?? [];
  const planned = (isDone: boolean): readonly Passage[] =>
    items
      .filter(({ state }) => (state === 'done') === isDone)
      .map(({ text, state }) =>
        passageOf({ id: plan?.id ?? '', weight: 1 }, `${PLAN_WORDS[state]}: ${oneLine(text)}`, count),
      );
  return [
    ...planned(false),
    ...lastOutcomes(runs).map((run) =>
      passageOf({ id: run.id, ids: [run.callId, run.id], weight: 1 }, outcomeOf(run), count),
    ),
    ...planned(true),
  ];
}

/** The last run of each command, newest first, where it says how it went or mends a failure. */
export function lastOutcomes(runs: readonly Run[]): readonly Run[] {
  const last = new Map<string, Run>();
  const failed = new Set<string>();
  for (const run of runs.toReversed()) {
    if (run.isFailure) failed.add(run.asked);
    if (run.isCommand && !last.has(run.asked)) last.set(run.asked, run);
  }
  const isTelling = ({ asked, lines }: Run): boolean => lines.length > 0 || failed.has(asked);
  return [...last.values()].filter(isTelling).slice(0, MOST_COMMANDS);
}

function outcomeOf({ asked, isFailure, lines }: Run): string {
  const outcome = isFailure ? 'failed' : lines.some(tellsFailure) ? 'ended' : 'ok';
  return [`${clipAtWord(asked, LONGEST_COMMAND)} → ${outcome}`, ...lines.slice(-2)].join('\n');
}

/** A failed run as the story tells it. */
export function failuresOf(
  { runs }: Work,
  count: CountTokens,
  weightOf: (run: Run) => number,
): readonly Passage[] {
  return runs
    .filter(({ isFailure, lines }) => isFailure && lines.length > 0)
    .map((run) =>
      passageOf(
        { id: run.id, ids: [run.callId, run.id], weight: weightOf(run) },
        [`${clipAtWord(run.asked, LONGEST_COMMAND)} → failed`, ...run.lines].join('\n'),
        count,
      ),
    );
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
