import type { CancelSignal } from '../../core/cancellation.ts';
import { sleep } from '../sleep.ts';

/** Milliseconds before each repetition of a question: a server that is starting answers nothing at first. */
const PAUSES_MS = [100, 200, 400, 800, 1_500, 3_000];

/** Questions (language and kind) that were once answered, or repeated in vain: from then on an empty answer counts. */
const awake = new Set<string>();

/**
 * Returns the answers of a language's servers. Repeats an unanswered question with pauses, since servers may still be
 * starting; asks only once if the question was answered, or repeated in vain, before.
 */
export async function languageAnswers<T>(
  question: string,
  ask: () => Thenable<readonly T[] | undefined>,
  signal: CancelSignal,
): Promise<readonly T[]> {
  for (const pause of awake.has(question) ? [] : PAUSES_MS) {
    const answers = (await ask()) ?? [];
    if (answers.length > 0) awake.add(question);
    if (answers.length > 0 || signal.aborted) return answers;
    await sleep(pause, signal);
  }
  awake.add(question);
  return (await ask()) ?? [];
}
