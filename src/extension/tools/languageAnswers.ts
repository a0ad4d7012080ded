import type { CancelSignal } from '../../core/cancellation.ts';
import { sleep } from '../sleep.ts';

/**
 * A language server that is starting answers nothing at first: it is asked again after each of these, in
 * milliseconds.
 */
const PAUSES_MS = [100, 200, 400, 800, 1_500, 3_000];

/** Questions that were answered or waited for once, by language and kind: from then on an empty answer counts. */
const awake = new Set<string>();

/**
 * Returns the answers of a language's servers. Repeats a question that was never answered after pauses, since servers
 * may still be starting.
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
