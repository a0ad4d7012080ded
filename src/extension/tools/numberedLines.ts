const MOST_CHARACTERS = 48_000;
const LONGEST_LINE = 2_000;

/** Returns lines of a file with their numbers, as many as fit into one result; the last line says how to read on. */
export function numberedLines(
  text: string,
  { path, first, last }: { path: string; first: number; last: number | undefined },
): string {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const end = Math.min(last ?? lines.length, lines.length);
  if (text === '') return `[${path} is empty]`;
  if (first > lines.length) return `[${path} has ${lines.length} lines; line ${first} is behind its end]`;
  const shown: string[] = [];
  let characters = 0;
  for (let number = first; number <= end; number++) {
    const line = numbered(number, lines[number - 1] ?? '');
    characters += line.length + 1;
    if (characters > MOST_CHARACTERS && shown.length > 0) break;
    shown.push(line);
  }
  const next = first + shown.length;
  if (next > lines.length) return shown.join('\n');
  const range = `lines ${first}-${next - 1} of ${lines.length}`;
  return [...shown, `[${range} of ${path}; go on with startLine ${next}]`].join('\n');
}

function numbered(number: number, line: string): string {
  const text = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE).toWellFormed()}…` : line;
  return `${number}\t${text}`;
}
