import { pathsIn } from './demoRequest.ts';

const MOST_LINES = 6;

/** Headings of a summary and what is looked for under each, among the lines of the transcript that is to be summarized. */
const SECTIONS: readonly (readonly [string, RegExp])[] = [
  ['Constraints', /\b(never|always|must|don't|do not|only|keep)\b/i],
  ['Decisions', /\b(decided|decision|because|instead of|we use|let's use|chose)\b/i],
  ['What was done', /\b(read|added|changed|fixed|wrote|created|updated|removed|search)/i],
  ['Errors and fixes', /\b(error|failed|failing|exception|TS\d{4})\b/i],
  ['Open questions and work', /\b(todo|open|next|remaining|later)\b|\?$/i],
];

/** A sectioned summary that says nothing but what stands in the transcript. */
export function summaryText(transcript: string): string {
  const lines = spokenLines(transcript);
  const paths = pathsIn(transcript).slice(0, 12);
  const sections = SECTIONS.map(([heading, pattern]) =>
    section(
      heading,
      lines.filter((line) => pattern.test(line)),
    ),
  );
  return [
    section('Original request', lines.slice(0, 1)),
    ...sections,
    section('Current state', lines.slice(-2)),
    section(
      'Important files',
      paths.map((path) => `\`${path}\``),
    ),
    section('Next step', lines.filter((line) => /\bnext\b/i.test(line)).slice(-1)),
  ].join('\n\n');
}

function section(heading: string, lines: readonly string[]): string {
  const shown = [...new Set(lines)].slice(0, MOST_LINES);
  return `## ${heading}\n${shown.length === 0 ? '- None.' : shown.map((line) => `- ${line}`).join('\n')}`;
}

/** Prose lines of a readable length: no code, no markup, no numbered file lines. */
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
