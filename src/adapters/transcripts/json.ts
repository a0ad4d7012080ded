/**
 * Reads JSON of other programs. Each function returns the value if it has the requested type, else undefined, false
 * or an empty list. So an invalid field does not make the whole line unreadable. Ignores inherited properties.
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

/** Returns the objects in a list. Omits all other items. */
export function objectsOf(object: JsonObject, key: string): readonly JsonObject[] {
  return onlyObjects(fieldOf(object, key));
}

export function onlyObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Parses a JSON text. Returns undefined if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns a string unchanged, an empty string for undefined, and any other value as JSON. Returns a placeholder if the
 * value is nested too deeply.
 */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  try {
    return JSON.stringify(value);
  } catch {
    return '[nested too deeply]';
  }
}

/** Converts a date text, or a number of seconds or milliseconds since 1970, to milliseconds since 1970. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return validTime(Date.parse(value));
  if (typeof value !== 'number') return undefined;
  return validTime(value < SECONDS_END ? value * 1000 : value);
}

/** A smaller number counts as seconds, since as milliseconds it would be a time before 1974. */
const SECONDS_END = 1e11;

function validTime(time: number): number | undefined {
  return Number.isFinite(time) && time > 0 && time < 8.64e15 ? Math.round(time) : undefined;
}
