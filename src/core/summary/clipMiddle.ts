const TAIL_SHARE = 0.25;

/** Beginning and end of a text that is too long, and how much was left out between them; nothing where there is no room. */
export function clipMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most <= 0) return '';
  const tail = Math.floor(most * TAIL_SHARE);
  const left = text.length - most;
  return `${text.slice(0, most - tail)}\n[… ${String(left)} characters left out …]\n${text.slice(-tail)}`;
}
