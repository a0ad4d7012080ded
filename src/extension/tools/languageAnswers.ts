import type { CancelSignal } from '../../core/cancellation.ts';
import { sleep } from '../sleep.ts';

/** The pauses before a question is repeated. It is repeated because a starting server gives no answer at first. */
const PAUSES_MS = [100, 200, 400, 800, 1_500, 3_000];

/**
 * The questions that are asked only once, because they were already answered, or were already repeated without an
 * answer.
 */
const settledQuestions = new Set<string>();

/**
 * Returns the answers of a language's servers. `question` names the language and the kind of question. Repeats the
 * question with pauses until there is an answer, since servers may still be starting. Asks only once if the same
 * question was already answered, or was already repeated without an answer.
 */
export async function languageAnswers<T>(
  question: string,
  ask: () => Thenable<readonly T[] | undefined>,
  signal: CancelSignal,
): Promise<readonly T[]> {
  for (const pause of settledQuestions.has(question) ? [] : PAUSES_MS) {
    const answers = (await ask()) ?? [];
    if (answers.length > 0) settledQuestions.add(question);
    if (answers.length > 0 || signal.aborted) return answers;
    await sleep(pause, signal);
  }
  settledQuestions.add(question);
  return (await ask()) ?? [];
}
