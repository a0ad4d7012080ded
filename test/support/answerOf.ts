import type { Answer } from '../../src/core/model/answer.ts';

/** What comes in the end of an answer that nobody watches. */
export async function answerOf(answering: AsyncIterator<unknown, Answer>): Promise<Answer> {
  for (;;) {
    const { done, value } = await answering.next();
    if (done === true) return value;
  }
}
