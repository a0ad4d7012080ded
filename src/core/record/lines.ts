import type { MessageId } from '../log/entry.ts';
import type { Passage, Share } from './passage.ts';
import { contained } from '../text/lines.ts';

/** A line of the notes. */
export interface NoteLine {
  readonly text: string;
  /** The messages that the line stands on; none for a heading. */
  readonly ids: readonly MessageId[];
}

const LEFT_OUT = ' …';
/** Before words of a file or a tool, under the line that names it: nothing in them reads as the person's. */
const QUOTED = '  > ';

const SPEAKER = { person: ' You', assistant: '', thought: ' thought', agent: ' agent' };

/** What is told of a passage, the first line with its mark; an ellipsis where something is left out behind. */
export function linesOf({ id, ids = [id], by, pieces }: Passage, { told }: Share): readonly NoteLine[] {
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
  return lines.map((text, index) => ({
    text: `${index === 0 ? mark : isQuoted ? QUOTED : '  '}${contained(text).trimEnd()}`,
    ids,
  }));
}
