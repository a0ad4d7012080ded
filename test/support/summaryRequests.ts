import { linesOfText } from '../../src/core/log/notesLine.ts';
import type { CancelSignal } from '../../src/core/cancellation.ts';
import { neverCancelled } from '../../src/core/cancellation.ts';
import { createSummarize } from '../../src/core/summary/summarize.ts';
import type { SummarizeDependencies, Summary, SummaryRequest } from '../../src/core/summary/summary.ts';
import { assistant, calls, numbered, person, result } from './saidMessages.ts';
import { ScriptedModel } from './scriptedModel.ts';

/** Counts four characters as one token, for simple arithmetic. */
export const quarterCount = (text: string): number => Math.ceil(text.length / 4);

/** Messages in which a person asks for a fix with a constraint, a file is read and edited, and a test fails. */
export const fixMessages = numbered(
  person('Never touch session.ts. Fix the refresh loop in the auth module.'),
  calls('read_file', { path: 'src/auth/token.ts' }, 'a'),
  result(`export function renew() {}\n${'// a long file\n'.repeat(120)}`, 'a'),
  assistant(
    'The loop comes from `renew()` because its expiry of 3600 ms is short. The next step is to run the tests.',
  ),
  calls(
    'edit_file',
    { path: 'src/auth/token.ts', old_string: 'renew() {}', new_string: 'renewOnce() {}' },
    'b',
  ),
  result('edited', 'b'),
  calls('bash', { command: 'npm test -- auth' }, 'c'),
  result('TokenError: expired too early\n1 failed', 'c', { exitCode: 1 }),
);

/** A summary of `fixMessages` that has no mistake and contains everything that the check of summaries requires. */
export const GOOD_SUMMARY = `## Original request
- Fix the refresh loop in the auth module.
## Constraints
- Never touch session.ts.
## What was done
- \`renew()\` in src/auth/token.ts was replaced: The loop comes from \`renew()\` because its expiry of 3600 ms is short.
## Errors and how they were fixed
- \`npm test -- auth\` fails with TokenError: expired too early.
## Next step
- The next step is to run the tests.`;

/** A wait of at most this time counts as a pause before a model is asked again, and a longer wait as a deadline. */
const LONGEST_PAUSE_MS = 60_000;

export type ChangedRequest = Partial<Omit<SummaryRequest, 'notes'>> & {
  readonly notes?: string | SummaryRequest['notes'];
};

export function requestOf({ notes = [], ...change }: ChangedRequest = {}): SummaryRequest {
  const lines = typeof notes === 'string' ? linesOfText(notes) : notes;
  return { folded: fixMessages, notes: lines, mostTokens: 400, ...change };
}

/** Ends a pause immediately. Ends a deadline only when `signal` is aborted. */
export function patient(ms: number, signal: CancelSignal): Promise<void> {
  if (ms <= LONGEST_PAUSE_MS) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
}

let ticks = 0;

export function dependencies(
  model: ScriptedModel,
  change: Partial<SummarizeDependencies> = {},
): SummarizeDependencies {
  const clock = { now: () => 0, monotonic: () => (ticks += 5) };
  return { model, count: quarterCount, clock, sleep: patient, ...change };
}

export function summarizeWith(
  model: ScriptedModel,
  request: SummaryRequest = requestOf(),
  signal: CancelSignal = neverCancelled,
): Promise<Summary> {
  return createSummarize(dependencies(model))(request, signal);
}

/** Returns the summary that is made from a model's text. */
export function written(text: string, change: ChangedRequest = {}): Promise<Summary> {
  return summarizeWith(new ScriptedModel([text]), requestOf(change));
}
