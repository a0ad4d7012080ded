import { wellFormedJson } from './wellFormed.ts';

const MOST_ID_CHARACTERS = 40;
const MOST_NAME_CHARACTERS = 64;
const HASH_DIGITS = 9;

/**
 * Returns a call's id in a form that endpoints accept. Callers normalise the id in the call and in its result. If
 * endpoints accept the original id, returns the original id. Otherwise returns an id that contains a hash of the
 * original id, so that different ids stay different.
 */
export function normaliseCallId(id: string, style: 'openai' | 'mistral'): string {
  if (style === 'mistral') return /^[A-Za-z0-9]{9}$/.test(id) ? id : hash(id);
  if (/^[A-Za-z0-9_-]{1,40}$/.test(id)) return id;
  const kept = id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MOST_ID_CHARACTERS - HASH_DIGITS - 1);
  return `${kept}_${hash(id)}`;
}

/** Returns a function name of 1–64 letters, digits, `_` and `-`. */
export function normaliseToolName(name: string): string {
  const kept = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MOST_NAME_CHARACTERS);
  return kept === '' ? 'unknown' : kept;
}

/**
 * Returns arguments as a JSON object, since servers that render earlier calls with a template fail on other values.
 */
export function normaliseArguments(written: string): string {
  try {
    const value: unknown = JSON.parse(written.trim() === '' ? '{}' : written);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return JSON.stringify(value) === '{}' ? '{}' : wellFormedJson(written);
  } catch {
    // If the text is not JSON, it is sent as the value of `unparsed`, so that the model sees its mistake.
  }
  return JSON.stringify({ unparsed: written.toWellFormed() });
}

/**
 * Returns nine letters and digits of two 32-bit FNV-1a hashes: the hash of the text, and the hash of a NUL followed by
 * the text (Fowler, Noll, Vo; http://www.isthe.com/chongo/tech/comp/fnv/).
 */
function hash(text: string): string {
  const hashes = [text, `\0${text}`].map((hashed) => {
    let value = 0x811c9dc5;
    for (let at = 0; at < hashed.length; at++)
      value = Math.imul(value ^ hashed.charCodeAt(at), 0x01000193) >>> 0;
    return value.toString(36).padStart(7, '0');
  });
  return hashes.join('').slice(-HASH_DIGITS);
}
