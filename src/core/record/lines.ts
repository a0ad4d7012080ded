import { GOES_ON, lineOf, type NotesLine } from '../log/notesLine.ts';
import type { Passage, Share } from './passage.ts';
import { contained } from '../text/lines.ts';

const LEFT_OUT = ' …';
/** Before words of a file or a tool, under the line that names it: nothing in them reads as the person's. */
const QUOTED = `${GOES_ON}> `;

const SPEAKER = { person: ' You', assistant: '', thought: ' thought', agent: ' agent' };

/** What is told of a passage, the first line with its mark; an ellipsis where something is left out behind. */
export function linesOf(
  { id, ids = [id], by, pieces }: Passage,
  section: string,
  { told }: Share,
): readonly NotesLine[] {
  const lines: string[] = [];
  let line = -1;
  let next = 0;
  const leaveOut = (): void => {
    if (lines.length > 0) lines.push(`${lines.pop()?.trimEnd() ?? ''}${LEFT_OUT} `);
  };
  for (const piece of told.toSorted((a, b) => a.place - b.place)) {
    if (piece.place > next) leaveOut();
    lines.push(piece.line === line ? `${lines.pop() ?? ''}${piece.text}` : piece.text);
    line = piece.line;
    next = piece.place + 1;
  }
  if (next < pieces.length) leaveOut();
  const mark = `${id}${by === undefined ? '' : SPEAKER[by]}: `;
  const isQuoted = by === undefined || by === 'agent';
  const of = { section, ids, ...(by && { speaker: by }) };
  return lines.map((text, index) =>
    lineOf(of, index === 0 ? mark : isQuoted ? QUOTED : GOES_ON, contained(text).trimEnd()),
  );
}
