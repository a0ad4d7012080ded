const LONGEST = 60;

/** Returns a title for a text: its first line, cut between words. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n')[0]?.trim() ?? '';
  if (line.length <= LONGEST) return line;
  const end = line.lastIndexOf(' ', LONGEST);
  return `${line.slice(0, end > LONGEST / 2 ? end : LONGEST).toWellFormed()}…`;
}
