/** A text that can't pose as a line or a section of its own: its white space folded. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
