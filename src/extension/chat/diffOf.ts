import { diffLines } from 'diff';

/** With more edits than this, the texts are shown as removed and added as a whole, since a diff would take long. */
const MOST_EDITS = 500;

/** Returns two texts as a diff, without its header: each line with the mark of what happened to it. */
export function diffOf(before: string, after: string): string {
  const [old, now] = [withLastBreak(before), withLastBreak(after)];
  const changes = diffLines(old, now, { maxEditLength: MOST_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  return changes
    .flatMap(({ value, removed, added }) => marked(removed ? '-' : added ? '+' : ' ', value))
    .join('\n');
}

/**
 * Returns line breaks as one character, one behind the last line: whether a text ends with one is no change worth a
 * line.
 */
function withLastBreak(text: string): string {
  const plain = text.replaceAll('\r\n', '\n');
  return plain === '' || plain.endsWith('\n') ? plain : `${plain}\n`;
}

function marked(mark: string, lines: string): readonly string[] {
  return lines === ''
    ? []
    : lines
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${mark}${line}`);
}
