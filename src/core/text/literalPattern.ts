/** Returns the source of a regular expression that matches the text literally, also with the flag `u`. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
