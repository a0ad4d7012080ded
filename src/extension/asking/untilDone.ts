import { messageOf } from '../../core/text/messageOf.ts';

/** The text that was typed, and why the work with it failed; for the input box that is shown again. */
export interface Again {
  readonly value: string;
  readonly prompt: string;
}

/**
 * Asks for a text and does the work with it. If the work fails, asks again with the typed text and the reason, so
 * that the typed text is not lost. Rejects if the person closes the question, or if the work fails and the text is
 * empty.
 */
export async function untilDone<T>(
  ask: (again: Again | undefined) => Promise<string>,
  work: (typed: string) => Promise<T>,
): Promise<T> {
  let again: Again | undefined;
  for (;;) {
    const value = await ask(again);
    try {
      return await work(value);
    } catch (error) {
      if (value.trim() === '') throw error;
      again = { value, prompt: messageOf(error) };
    }
  }
}
