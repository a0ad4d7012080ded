/**
 * Replaces unpaired surrogates in JSON by U+FFFD, as `String.toWellFormed` does. Many servers reject a request that
 * contains an unpaired surrogate. `JSON.stringify` writes an unpaired surrogate as an escape such as `\ud83d`, but does
 * not escape a surrogate pair.
 */
export function wellFormedJson(json: string): string {
  if (!/\\ud[89a-f]/i.test(json)) return json.toWellFormed();
  return json.toWellFormed().replace(ESCAPES, (escapes) => withoutUnpaired(escapes));
}

/**
 * Matches the escape of one surrogate or of two surrogates, with the escaped backslashes (`\\`) before it. So it does
 * not match `\\ud83d`, which stands for a backslash and the text “ud83d”.
 */
const ESCAPES = /(?<!\\)(?:\\\\)*(?:\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2})/gi;

/**
 * Replaces the escape of an unpaired surrogate. Keeps the escapes of a surrogate pair. `JSON.stringify` does not escape
 * pairs, but a model may do so in the JSON that it writes as a call's arguments.
 */
function withoutUnpaired(escapes: string): string {
  const isPair = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}$/i.test(escapes);
  return isPair ? escapes : escapes.replace(/\\u[\da-f]{4}$/i, '\uFFFD');
}
