import { pathsIn } from './demoRequest.ts';

const MOST_LINES = 6;

/** The headings of a summary. Each has a pattern for the lines of the transcript that are put below it. */
const SECTIONS: readonly (readonly [string, RegExp])[] = [
  ['Constraints', /\b(never|always|must|don't|do not|only|keep)\b/i],
  ['Decisions', /\b(decided|decision|because|instead of|we use|let's use|chose)\b/i],
  ['What was done', /\b(read|added|changed|fixed|wrote|created|updated|removed|search)/i],
  ['Errors and fixes', /\b(error|failed|failing|exception|TS\d{4})\b/i],
  ['Open questions and work', /\b(todo|open|next|remaining|later)\b|\?$/i],
];

/**
 * Returns a summary in sections. The first section contains the transcript's first line. Then each line that matches a
 * heading is put under the first such heading that has room. The last sections contain the last two other lines and the
 * paths in the transcript.
 */
export function summaryText(transcript: string): string {
  const lines = [...new Set(spokenLines(transcript))];
  const told = new Set<string>();
  const take = (pattern: RegExp): readonly string[] => {
    const found = lines.filter((line) => !told.has(line) && pattern.test(line)).slice(0, MOST_LINES);
    for (const line of found) told.add(line);
    return found;
  };
  const paths = pathsIn(transcript).slice(0, 12);
  return [
    section('Original request', lines.slice(0, 1)),
    ...SECTIONS.map(([heading, pattern]) => section(heading, take(pattern))),
    section('Current state', lines.filter((line) => !told.has(line)).slice(-2)),
    section(
      'Important files',
      paths.map((path) => `\`${path}\``),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Returns a heading with its lines, or an empty text if there are no lines. */
function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${heading}\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

/** Returns prose lines of a readable length: no code, no markup, no numbered file lines. */
function spokenLines(transcript: string): readonly string[] {
  return transcript
    .split('\n')
    .map((line) => line.replace(/^[\s>#*-]+|^\[?(user|person|assistant)\]?:?\s*/gi, '').trim())
    .filter(
      (line) =>
        line.length >= 12 &&
        line.length <= 200 &&
        /^[A-Za-zÀ-ž`]/.test(line) &&
        !/[;{}<>]$|^(import|export|const|return)\b/.test(line),
    );
}
