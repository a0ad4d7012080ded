/** One part of a scripted answer. */
export type Step =
  | { readonly text: string }
  | { readonly tool: string; readonly input: object }
  | { readonly data: string; readonly mimeType: string }
  /** Sends this many words, and then nothing more until the answer is stopped. */
  | { readonly wordsUntilStopped: number };

/** The answers to the requests of one turn, in order. */
export type Script = readonly (readonly Step[])[];

const MARK = 'SCRIPT:';
/** A text that contains this counts as two million tokens. */
export const HEAVY = 'weighs two million';

/** The scripts of this process, by their numbers. */
const numbered: Script[] = [];

/**
 * Returns the person's words followed by the number of the script that answers them. The endpoint must be in this
 * process. A number is used because the editor takes up to a second to wrap the lines of a typed script.
 */
export function scripted(words: string, script: Script): string {
  return `${words} ${MARK} ${numbered.push(script) - 1}`;
}

/** Returns the person's words with the whole script that answers them, for a model in another process. */
export function withScript(words: string, script: Script): string {
  return `${words} ${MARK} ${JSON.stringify(script)}`;
}

/**
 * Returns the steps of the newest script's next answer. The answer's index is the number of answers with tool calls
 * after the script's message, because all of those answers came from the script.
 */
export function stepsFor(
  texts: readonly { readonly role: string; readonly text: string; readonly hasCalls: boolean }[],
): readonly Step[] {
  const at = texts.findLastIndex(({ role, text }) => role === 'user' && text.includes(MARK));
  // Takes the last script in the message, because adjacent messages of one role may have been merged.
  const written = [...(texts[at]?.text ?? '').matchAll(/SCRIPT: (\d+|\[\[.*?\]\])(?:\s|<|$)/gs)].at(-1)?.[1];
  const script = written === undefined ? undefined : parsed(written);
  if (script === undefined) return [{ text: 'No script was given.' }];
  const answered = texts.slice(at + 1).filter(({ hasCalls }) => hasCalls).length;
  return script[answered] ?? [{ text: 'The script has ended.' }];
}

/** Parses a script. Returns undefined if the script is escaped, as in the editor's request for a summary. */
function parsed(written: string): Script | undefined {
  try {
    const script = JSON.parse(written) as Script | number;
    return typeof script === 'number' ? numbered[script] : script;
  } catch {
    return undefined;
  }
}
