import type { Answer } from '../../src/core/model/answer.ts';

/** Returns the end of an answer, for tests that don't watch its stream. */
export async function answerOf(answering: AsyncIterator<unknown, Answer>): Promise<Answer> {
  for (;;) {
    const { done, value } = await answering.next();
    if (done === true) return value;
  }
}
