/**
 * Returns a function that asks a question and resolves with the answer. If a later question was answered first, the
 * answer may be out of date, and the function resolves with undefined.
 */
export function inOrder<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer | undefined> {
  let lastAsked = 0;
  let lastAnswered = 0;
  return async (question) => {
    const number = ++lastAsked;
    const answer = await ask(question);
    if (number < lastAnswered) return undefined;
    lastAnswered = number;
    return answer;
  };
}
