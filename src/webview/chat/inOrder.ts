/**
 * Returns a function that asks, and resolves with the answer; with undefined if a later question has already been
 * answered, since the answer may be out of date then.
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
