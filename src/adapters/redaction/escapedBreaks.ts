/**
 * Matches a string of JSON, up to its closing quote, after a colon, comma or opening bracket: `{"command": "…"`. The
 * second pattern matches a string of JSON within such a string, where each quote and escape has one backslash more.
 */
const STRING = /(?<=[:,[({]\s{0,4})"(?:[^"\\\n]|\\.){2,60000}/g;
const STRING_IN_STRING = /(?<=[:,[({]\s{0,4})\\"(?:[^"\\\n]|\\\\(?:\\[\\"]|[^\\"])){2,60000}/g;
/** Matches an escaped line break, with or without an escaped backslash before it, or any other escape. */
const ESCAPES = /(?<continued>\\\\)?(?:\\r)?\\n|\\./g;
const ESCAPES_IN_STRING = /(?<continued>\\{4})?(?:\\\\r)?\\\\n|\\\\(?:\\.|.)/g;

/**
 * Replaces each escaped line break in strings of JSON by a line break, so that it ends a command as in a script. Fills
 * up with spaces, so that the offsets in the text stay the same. A backslash before the line break is kept as one
 * backslash. Text outside of such strings stays the same, since `\n` may be a part of a path: `C:\new`.
 */
export function withLineBreaks(text: string): string {
  if (!text.includes('\\n')) return text;
  return text
    .replace(STRING, (string) => string.replace(ESCAPES, unescaped))
    .replace(STRING_IN_STRING, (string) => string.replace(ESCAPES_IN_STRING, unescaped));
}

/** Returns an escape, or a line break of the same length if the escape means a line break. */
function unescaped(escape: string, continued: string | undefined): string {
  if (!/^(?:\\+r)?\\+n$/.test(escape.slice(continued?.length ?? 0))) return escape;
  return (continued === undefined ? '\n' : '\\\n').padEnd(escape.length);
}
