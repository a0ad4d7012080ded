import type { Answer } from '../../src/core/model/answer.ts';

/** Returns the complete answer, for tests that don't check its stream. */
export async function answerOf(answering: AsyncIterator<unknown, Answer>): Promise<Answer> {
  for (;;) {
    const { done, value } = await answering.next();
    if (done === true) return value;
  }
}
