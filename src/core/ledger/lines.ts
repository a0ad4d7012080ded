/** Text cut to at most `limit` characters, at a word's end and without an ellipsis, so that no name is cut in two. */
export function clipAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const window = text.slice(0, limit + 1);
  const end = Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n'));
  return end > 0 ? window.slice(0, end).trimEnd() : '';
}

/** White space of any kind as one space. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const POSING_TAG =
  /<\/?\s*(?:system|user|assistant|human|tool|instructions?|summary|record|ledger)[\w -]*>|<\|[^|>]{1,40}\|>/gi;
const POSING_ROLE = /^(?:system|user|assistant|human|developer)\s*[:：]\s*/i;
const POSING_HEADING = /^(?:#{1,6}\s+|={3,}|-{3,}|>{1,3}\s)+/;

/** A line quoted from the session that can't pose as a heading, a role or a system tag of the record it stands in. */
export function quotedLine(text: string): string {
  let line = onOneLine(text);
  for (let again = true; again;) {
    const plain = line.replace(POSING_TAG, ' ').replace(POSING_HEADING, '').replace(POSING_ROLE, '').trim();
    again = plain !== line;
    line = plain;
  }
  return line;
}
