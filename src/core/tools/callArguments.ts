import type { ToolCallPart } from '../log/message.ts';
import { memoized } from '../memoized.ts';
import { ARGUMENTS, REPLACEMENTS } from './argumentNames.ts';
import type { Replaced } from './fileChange.ts';

export type Fields = Readonly<Record<string, unknown>>;

const LONGEST_PATH = 400;

/** Returns a call's arguments as an object, which is empty if the arguments can't be parsed. */
export const argumentsOf = memoized((call: ToolCallPart): Fields => parse(call.arguments));

function parse(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the first text under one of these keys. If the value is a list of texts, joins the texts with line breaks.
 */
export function firstOf(fields: Fields, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
      return value.join('\n');
  }
  return undefined;
}

/** Returns the files that the arguments name. */
export function pathsIn(fields: Fields): readonly string[] {
  const one = firstOf(fields, ARGUMENTS.path);
  const paths = one === undefined ? listIn(fields, ARGUMENTS.files).flatMap(pathOfItem) : [one];
  return paths.filter((path) => path.length <= LONGEST_PATH && !path.includes('\n'));
}

function pathOfItem(item: unknown): readonly string[] {
  if (typeof item === 'string') return [item];
  const path = isFields(item) ? firstOf(item, ARGUMENTS.path) : undefined;
  return path === undefined ? [] : [path];
}

/** Returns the first list under one of these keys, or an empty list if there is none. */
export function listIn(fields: Fields, keys: readonly string[]): readonly unknown[] {
  return keys.map((key) => fields[key]).find((value) => Array.isArray(value)) ?? [];
}

/** Returns the old and the new text of an edit, with the names of their arguments. */
export function replacementIn(
  fields: Fields,
): (Replaced & { readonly from: string; readonly to: string }) | undefined {
  for (const [from, to] of REPLACEMENTS) {
    const [before, after] = [fields[from], fields[to]];
    if (typeof before === 'string' && typeof after === 'string') return { from, to, before, after };
  }
  return undefined;
}

/** Returns all strings in a value, down to a depth that no real arguments exceed. */
export function stringsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  return Object.values(value).flatMap((inner) => stringsIn(inner, depth + 1));
}
