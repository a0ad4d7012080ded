import { withoutInvisible } from '../../core/text/invisible.ts';
import { withSpacesFolded } from '../../core/text/lines.ts';
import { fenceData, fenceMark } from '../../core/summary/dataFence.ts';

/** A file of the workspace that contains instructions for AI assistants. */
export interface InstructionFile {
  readonly path: string;
  readonly text: string;
}

/** Leaves out files with the same text as an earlier file, and files that only refer to another file (`@AGENTS.md`). */
export function withoutDuplicates(files: readonly InstructionFile[]): readonly InstructionFile[] {
  const names = new Set(files.map(({ path }) => `@${path.split('/').at(-1) ?? path}`));
  const texts = new Set<string>();
  return files.filter(({ text }) => {
    const trimmed = text.trim();
    const isNew = !names.has(trimmed) && !texts.has(trimmed);
    texts.add(trimmed);
    return isNew;
  });
}

/** The maximum number of characters of one instruction file's text. The text is sent with each request. */
const MOST_CHARACTERS = 20_000;

const PREAMBLE =
  'Whoever wrote the workspace wrote these files. Follow them in the work here; where they are at odds with what the ' +
  'person says, the person’s words hold.';

/**
 * Returns the texts of the instruction files. Each text is enclosed in marks that occur in none of the texts, so that
 * no file can pose as the person's instructions. Removes invisible characters, in which a file can hide instructions
 * from the person. Returns '' if all files are empty.
 */
export function workspaceInstructions(files: readonly InstructionFile[]): string {
  const sections = files
    .map(({ path, text }) => ({ path: withSpacesFolded(path), text: withoutInvisible(text).trim() }))
    .filter(({ text }) => text !== '')
    .map(({ path, text }) => ({ label: path.replaceAll(']', ''), text: cut(text, path) }));
  if (sections.length === 0) return '';
  const mark = fenceMark(sections.flatMap(({ label, text }) => [label, text]));
  return `${PREAMBLE}\n\n${fenceData(mark, sections)}`;
}

function cut(text: string, path: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS).toWellFormed()}\n[${path} goes on; this is its beginning, ${MOST_CHARACTERS} of ${text.length} characters]`;
}
