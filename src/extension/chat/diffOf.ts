/** Two texts as a diff: the lines they begin and end with alike, and between them what goes and what comes. */
export function diffOf(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const head = sameAtStart(old, now);
  const tail = sameAtStart(old.slice(head).toReversed(), now.slice(head).toReversed());
  return [
    ...marked(' ', old.slice(0, head)),
    ...marked('-', old.slice(head, old.length - tail)),
    ...marked('+', now.slice(head, now.length - tail)),
    ...marked(' ', old.slice(old.length - tail)),
  ].join('\n');
}

/** An empty text has no line; one that ends with a line break has no further one. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/u, '').split(/\r?\n/u);
}

function sameAtStart(a: readonly string[], b: readonly string[]): number {
  const length = a.findIndex((line, index) => line !== b[index]);
  return length === -1 ? a.length : length;
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  return lines.map((line) => `${mark}${line}`);
}
