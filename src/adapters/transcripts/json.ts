/**
 * Reads JSON of other programs. Each function returns the value if it has the requested type and otherwise nothing, so
 * that an invalid field does not make the whole line unreadable. Reads own properties only.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldOf(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function stringOf(object: JsonObject, key: string): string | undefined {
  const value = fieldOf(object, key);
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(object: JsonObject, key: string): number | undefined {
  const value = fieldOf(object, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function isTrue(object: JsonObject, key: string): boolean {
  return fieldOf(object, key) === true;
}

export function objectOf(object: JsonObject, key: string): JsonObject | undefined {
  const value = fieldOf(object, key);
  return isObject(value) ? value : undefined;
}

/** Returns the objects in a list, and omits everything else. */
export function objectsOf(object: JsonObject, key: string): readonly JsonObject[] {
  return onlyObjects(fieldOf(object, key));
}

export function onlyObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Parses a JSON text; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a string unchanged, and other values as JSON; a remark for a value that nests too deeply. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  try {
    return JSON.stringify(value);
  } catch {
    return '[nested too deeply]';
  }
}

/** Returns milliseconds since 1970 from a date text, or from a number of seconds or milliseconds. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return validTime(Date.parse(value));
  if (typeof value !== 'number') return undefined;
  return validTime(value < SECONDS_END ? value * 1000 : value);
}

/** A smaller number of milliseconds would be before 1974, so it counts as seconds. */
const SECONDS_END = 1e11;

function validTime(time: number): number | undefined {
  return Number.isFinite(time) && time > 0 && time < 8.64e15 ? Math.round(time) : undefined;
}
