import type { DemoRequest, DemoResult } from './demoRequest.ts';

const LABEL = '(demo model)';
const SHOWN_LINES = 14;
/** Matches the number that tools put before each line of a file. */
const LINE_NUMBER = /^\s*\d+(?:[\t→]|[:|] ?)/;

/** Returns an answer in Markdown with the label “(demo model)”. Quotes the tools' results, if there are any. */
export function answerText({ question, results }: DemoRequest): string {
  if (results.length === 0) return greeting(question);
  const sections = [
    `${LABEL} You asked: *${asked(question)}* Here is what the workspace shows.`,
    ...results.map(sectionOf),
    closing(results),
  ];
  return sections.join('\n\n');
}

function greeting(question: string): string {
  if (/^(ok|okay|thanks|thank you|great|yes|no)\b/i.test(question))
    return `${LABEL} Noted. What shall I look at next?`;
  return [
    `${LABEL} I am a script behind a real HTTP endpoint, not a language model. You wrote: *${asked(question)}*`,
    'Ask me to',
    '- list the project and explain it,\n- read a file by its path, or *walk through everything*,\n- find where a name is used,\n- look at the errors,\n- recall what was said earlier,\n- or say “Fix the failing tests, and never change the tests themselves.”',
  ].join('\n\n');
}

function sectionOf({ tool, argument, text }: DemoResult): string {
  switch (tool) {
    case 'read_file':
      return fileSection(argument, text);
    case 'search_text':
      return `### Where \`${argument}\` occurs\n\n${listing(text)}`;
    case 'list_files':
      return `### The project\n\n${listing(text)}`;
    case 'get_diagnostics':
      return `### What the editor reports\n\n${listing(text)}`;
    case 'recall':
      return `### What was said\n\n${quote(text)}`;
    default:
      return `### ${tool}\n\n${listing(text)}`;
  }
}

function fileSection(path: string, text: string): string {
  const lines = text.split('\n').map((line) => line.replace(LINE_NUMBER, ''));
  if (lines.length === 1) return `### \`${path}\`\n\n${quote(text)}`;
  const names = exportedNames(text);
  const start = Math.max(
    0,
    lines.findIndex((line) => /export|function|class/.test(line)),
  );
  const exportsText =
    names.length === 0
      ? 'It exports nothing.'
      : `It exports ${names.map((name) => `\`${name}\``).join(', ')}.`;
  return [
    `### \`${path}\` (${String(lines.length)} lines)`,
    `${exportsText} The beginning of its code:`,
    [
      '```ts',
      lines
        .slice(start, start + SHOWN_LINES)
        .join('\n')
        .trimEnd(),
      '```',
    ].join('\n'),
    ...names.slice(0, 4).map((name) => `- **${name}**: ${mentions(name, text)} in this file`),
  ].join('\n\n');
}

function mentions(name: string, text: string): string {
  const count = text.split(name).length - 1;
  return count === 1 ? '1 mention' : `${String(count)} mentions`;
}

/** Returns the names that a file exports. The file's text may contain line numbers. */
function exportedNames(text: string): readonly string[] {
  const found = text.matchAll(/export\s+(?:async\s+)?(?:function|class|const|interface|type)\s+(\w+)/g);
  return [...new Set([...found].flatMap(([, name]) => (name === undefined ? [] : [name])))];
}

function listing(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `    ${line}`);
  const more = lines.length > SHOWN_LINES ? `\n\n…and ${String(lines.length - SHOWN_LINES)} more.` : '';
  return `${shown.join('\n') || 'Nothing.'}${more}`;
}

function quote(text: string): string {
  return text
    .split('\n')
    .slice(0, SHOWN_LINES)
    .map((line) => `> ${line}`)
    .join('\n');
}

function closing(results: readonly DemoResult[]): string {
  const read = results.filter(({ tool }) => tool === 'read_file').map(({ argument }) => `\`${argument}\``);
  const next =
    read.length === 0 ? 'Name a file and I read it.' : `I read ${read.join(', ')}; nothing was changed.`;
  return `**In short:** ${next} ${LABEL}`;
}

/**
 * Returns the first line of the last paragraph as a sentence, shortened if it is long. The paragraphs before may be
 * earlier messages that got no answer.
 */
function asked(text: string): string {
  const line =
    text
      .trim()
      .split(/\n\s*\n/)
      .at(-1)
      ?.split('\n')[0]
      ?.trim() ?? '';
  if (line.length > 120) return `${line.slice(0, 117)}…`;
  return /[.?!…]$/.test(line) ? line : `${line}.`;
}
