import { ANY_MARK, NUMBERED_MARK, worksWithMarks } from './secretMark.ts';
import type { SecretValues } from './secretNumbers.ts';

export type FilledArguments =
  | { readonly isFilled: true; readonly value: unknown }
  /** An explanation for the model; the call must not run. */
  | { readonly isFilled: false; readonly problem: string };

/**
 * Replaces each mark in a call's arguments with its value. The result is only for the outgoing call and must never be
 * stored, logged or sent to a model. A mark whose value is unknown stops the call, since a tool would treat the mark as
 * literal text. A mark without a number stops the call only if the session has such a mark of the same kind.
 */
export function fillMarks(value: unknown, secrets: SecretValues): FilledArguments {
  // Searches the JSON text, which contains all keys and strings at any depth. A mark looks the same in JSON.
  const written = JSON.stringify(value);
  if (!written.includes('[secret: ')) return { isFilled: true, value };
  const unknown = [...written.matchAll(ANY_MARK)].find(([, kind = '', number]) =>
    number === undefined ? secrets.hasUnnumbered(kind) : secrets.valueOf(Number(number)) === undefined,
  );
  if (unknown !== undefined) return { isFilled: false, problem: problemOf(unknown[0]) };
  return { isFilled: true, value: JSON.parse(withValues(written, secrets)) as unknown };
}

/** Replaces the marks in JSON with their values, escaped as JSON. Keeps marks whose value is unknown. */
export function withValues(json: string, secrets: Pick<SecretValues, 'valueOf'> | undefined): string {
  return json.replace(NUMBERED_MARK, (mark, _kind: string, number: string) => {
    const value = secrets?.valueOf(Number(number));
    return value === undefined ? mark : JSON.stringify(value).slice(1, -1);
  });
}

/** Returns the arguments for a tool. Longthread's own tools get the marks, since they work with masked texts. */
export function fillCall(toolName: string, value: unknown, secrets: SecretValues): FilledArguments {
  return worksWithMarks(toolName) ? { isFilled: true, value } : fillMarks(value, secrets);
}

function problemOf(mark: string): string {
  return `Nothing was done: the value of ${mark} is not known here. Read the text that contained the value again, and copy the mark from there.`;
}
