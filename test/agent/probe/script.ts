/** One thing that a scripted answer gives. */
export type Step =
  | { readonly text: string }
  | { readonly tool: string; readonly input: object }
  | { readonly data: string; readonly mimeType: string }
  /** So many words, and then nothing more until the answer is stopped. */
  | { readonly wordsUntilStopped: number };

/** The answers to the requests of one turn, in order. */
export type Script = readonly (readonly Step[])[];

const MARK = 'SCRIPT:';
/** A text that holds this is counted as two million tokens. */
export const HEAVY = 'weighs two million';

/** A person's words that carry the answers to them. */
export function scripted(words: string, script: Script): string {
  return `${words} ${MARK} ${JSON.stringify(script)}`;
}

/** What the newest message with a script asks for now: `answered` counts the answers with calls that came after it. */
export function stepsFor(
  texts: readonly { readonly role: string; readonly text: string; readonly hasCalls: boolean }[],
): readonly Step[] {
  const at = texts.findLastIndex(({ role, text }) => role === 'user' && text.includes(MARK));
  // Messages of one role that stand side by side may have become one.
  const written = [...(texts[at]?.text ?? '').matchAll(/SCRIPT: (\[\[.*?\]\])(?:\s|<|$)/gs)].at(-1)?.[1];
  const script = written === undefined ? undefined : parsed(written);
  if (script === undefined) return [{ text: 'No script was given.' }];
  const answered = texts.slice(at + 1).filter(({ hasCalls }) => hasCalls).length;
  return script[answered] ?? [{ text: 'The script has ended.' }];
}

/** Undefined where a summary's transcript has the script in its own words. */
function parsed(written: string): Script | undefined {
  try {
    return JSON.parse(written) as Script;
  } catch {
    return undefined;
  }
}
