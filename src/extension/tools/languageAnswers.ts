import type { CancelSignal } from '../../core/cancellation.ts';
import { sleep } from '../sleep.ts';

/** The pauses before a question is repeated. Repetitions are needed because a starting server gives no answer. */
const PAUSES_MS = [100, 200, 400, 800, 1_500, 3_000];

/** The questions that are no longer repeated, since an earlier call got an answer or repeated them in vain. */
const settledQuestions = new Set<string>();

/**
 * Returns the answers of a language's servers. `question` names the language and the kind of question. Repeats the
 * question with pauses until there is an answer, since servers may still be starting. If an earlier call got an answer
 * to the same question, or repeated it in vain, this call does not repeat it.
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
