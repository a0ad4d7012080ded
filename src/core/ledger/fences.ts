import type { CodeBlock } from './codeBlocks.ts';
import { codeBlocksOf } from './codeBlocks.ts';
import { kindOfName } from './names.ts';

/** Code that stands in a message, with its file's path where the message names it. */
export interface Passage {
  readonly path?: string;
  readonly blocks: readonly CodeBlock[];
}

const MOST_FENCES = 40;

/** The fenced code of a text. A path alone on the line above a fence, or first within it, names the file. */
export function fencedPassages(text: string): readonly Passage[] {
  if (!text.includes('```')) return [];
  const pieces = text.split('```', 2 * MOST_FENCES);
  const passages: Passage[] = [];
  for (let at = 1; at < pieces.length; at += 2) {
    const code = pieces[at] ?? '';
    const blocks = codeBlocksOf(code.slice(Math.max(0, code.indexOf('\n'))));
    const path = pathIn(lastLine(pieces[at - 1] ?? '')) ?? pathIn(code.slice(0, 200).split('\n', 2)[0] ?? '');
    if (blocks.length > 0) passages.push({ blocks, ...(path === undefined ? {} : { path }) });
  }
  return passages;
}

function lastLine(text: string): string {
  return text.slice(-300).trimEnd().split('\n').at(-1) ?? '';
}

function pathIn(line: string): string | undefined {
  const name = line.replace(/^[#>*`\s]+|[*`:\s]+$/g, '');
  return !name.includes(' ') && kindOfName(name) === 'path' ? name : undefined;
}
