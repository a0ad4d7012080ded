/**
 * Replaces unpaired surrogates in JSON by U+FFFD, as `String.toWellFormed` does: many servers refuse a request with
 * one. JSON writes a lone surrogate as an escape and a pair as it is, so every escaped surrogate is a lone one.
 */
export function wellFormedJson(json: string): string {
  if (!/\\ud[89a-f]/i.test(json)) return json.toWellFormed();
  return json.toWellFormed().replace(ESCAPES, (escapes) => halvesOf(escapes));
}

/** Escapes of one code unit or two, behind an even number of backslashes. */
const ESCAPES = /(?<!\\)(?:\\\\)*(?:\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2})/gi;

/** A pair may be escaped, too, where a model wrote the JSON itself. */
function halvesOf(escapes: string): string {
  const isPair = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}$/i.test(escapes);
  return isPair ? escapes : escapes.replace(/\\u[\da-f]{4}$/i, '\uFFFD');
}
