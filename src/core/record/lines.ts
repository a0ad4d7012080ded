import type { MessageId } from '../log/entry.ts';
import type { Passage, Share } from './passage.ts';

/** A line of the notes. */
export interface NoteLine {
  readonly text: string;
  /** The messages that the line stands on; none for a heading. */
  readonly ids: readonly MessageId[];
}

const LEFT_OUT = ' …';
/** Before words of a file or a tool, under the line that names it: nothing in them reads as the person's. */
const QUOTED = '  > ';
/** A word is not longer: where no space comes for so long, a text is cut anywhere. */
const LONGEST_WORD = 40;

/** What is told of a passage, the first line with its mark; an ellipsis where something is left out behind. */
export function linesOf(
  { id, ids = [id], by, pieces }: Passage,
  { count, part }: Share,
): readonly NoteLine[] {
  const first = pieces[0];
  const told =
    part > 0 && first !== undefined
      ? [{ ...first, text: clipped(first.text, part) }]
      : pieces.slice(0, count);
  const lines: string[] = [];
  let at = -1;
  for (const { text, line } of told) {
    if (line === at) lines.push(`${lines.pop() ?? ''} ${text}`);
    else lines.push(text);
    at = line;
  }
  const own = lines.map(contained);
  const mark = by === 'person' ? `${id} You: ` : `${id}: `;
  const end = count < pieces.length ? LEFT_OUT : '';
  return own.map((text, index) => ({
    text: `${index === 0 ? mark : by === undefined ? QUOTED : '  '}${text}${index === own.length - 1 ? end : ''}`,
    ids,
  }));
}

/** What a tag begins with that a prompt or the record might have. */
const POSING_TAG =
  /<(?=\/?\s{0,3}[\w-]{0,40}(?:longthread|system|user|assistant|human|tool|instructions?|summary|record|ledger)[\w -]{0,40}>|\|[^|>]{1,40}\|>)/giu;

/** A line that can pose as no tag of the record it stands in, or of a prompt's. */
function contained(line: string): string {
  return line.replace(POSING_TAG, '‹');
}

/** The part from the beginning, cut at a word's end; scripts without spaces anywhere. */
function clipped(text: string, part: number): string {
  const window = text.slice(0, Math.floor(text.length * part));
  const end = window.lastIndexOf(' ');
  return end > 0 && window.length - end < LONGEST_WORD ? window.slice(0, end) : window;
}
