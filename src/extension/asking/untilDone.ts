import { messageOf } from '../../core/text/messageOf.ts';

/** An input box that is shown again: its text, and the reason. */
export interface Again {
  readonly value: string;
  readonly prompt: string;
}

/**
 * Asks for a text and does something with it. Where that fails, it asks again with the text and the reason: what was
 * typed stands nowhere else. Ends when it is done, when the person closes the question, or where nothing was typed.
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
