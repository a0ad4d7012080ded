import { ANY_MARK, NUMBERED_MARK, speaksInMarks } from './secretMark.ts';
import type { SecretValues } from './secretNumbers.ts';

export type FilledArguments =
  | { readonly isFilled: true; readonly value: unknown }
  /** One sentence for the model: nothing may be run. */
  | { readonly isFilled: false; readonly problem: string };

/**
 * Returns a call's arguments, any JSON value, with the value in place of each mark that names one: for the moment in
 * which the call goes out, never to be kept, logged or sent to a model. A mark whose value is not known stops the call,
 * since a tool would take the mark for the text.
 */
export function fillMarks(value: unknown, secrets: SecretValues): FilledArguments {
  // In JSON a mark stands as it is, in keys and at any depth; the value is written as JSON writes it.
  const written = JSON.stringify(value);
  if (!written.includes('[secret: ')) return { isFilled: true, value };
  const unknown = [...written.matchAll(ANY_MARK)].find(([, kind = '', number]) =>
    number === undefined ? secrets.hasUnnumbered(kind) : secrets.valueOf(Number(number)) === undefined,
  );
  if (unknown !== undefined) return { isFilled: false, problem: problemOf(unknown[0]) };
  return { isFilled: true, value: JSON.parse(withValues(written, secrets)) as unknown };
}

/** Returns JSON with the value in place of each mark that names one, as JSON writes it. */
export function withValues(json: string, secrets: Pick<SecretValues, 'valueOf'> | undefined): string {
  return json.replace(NUMBERED_MARK, (mark, _kind: string, number: string) => {
    const value = secrets?.valueOf(Number(number));
    return value === undefined ? mark : JSON.stringify(value).slice(1, -1);
  });
}

/** Returns the arguments that a tool gets: a tool of the thread is asked in marks, as everything in it stands. */
export function fillCall(toolName: string, value: unknown, secrets: SecretValues): FilledArguments {
  return speaksInMarks(toolName) ? { isFilled: true, value } : fillMarks(value, secrets);
}

function problemOf(mark: string): string {
  return `Nothing was done: ${mark} names no value that is known here. Read the text with the value again, and use the mark in it.`;
}
