import { quotedLine } from '../text/lines.ts';
import type { Grounds } from './grounds.ts';
import { PERSONS_HEADING, STEERING_HEADING } from './prompt.ts';

export interface Stricken {
  readonly text: string;
  /** The clauses that were struck, word for word. */
  readonly struck: readonly string[];
  /** Whether anything but headings is left. */
  readonly saysSomething: boolean;
}

interface KeptLine {
  readonly text: string;
  readonly isHeading: boolean;
}

const HEADING = /^\s{0,3}(?:#{1,6}\s+(.*)|\*\*([^*]+?):?\*\*:?\s*)$/;
const LIST_MARK = /^(\s*(?:[-*+•]|\d{1,3}[.)])\s+)?(.*)$/s;
/** A small letter goes on with a sentence: what stands behind a quotation that ends in a mark is none, nor is what `e.g.` leads to. */
const CLAUSE_END =
  /(?<=[.!?…]["')\]`]{0,4})(?<!\b\p{L}\.\p{L}\.)\s+(?=[^\s\p{Ll}])|(?<=;["')\]`]{0,4})\s+(?=\S)|(?<=[。！？；])/u;
/** Of so many things one after the other, an invented one goes alone. */
const LEAST_LIST = 3;
/** No comma within brackets or code. */
const LIST_COMMA = /,\s+(?=(?:[^`]*`[^`]*`)*[^`]*$)(?![^([]*[)\]])/u;
const NOTHING = /^(?:none|nothing|n\/?a|-|keine?|nichts|ninguno|aucune?|tidak ada|无|なし|нет)\.?$/i;

/**
 * A model's summary without what can't be found: clause by clause, so that one invention does not take a true line
 * along. No line that is left can pose as a heading, a role or a tag of the record it will stand in.
 */
export function strikeInventions(text: string, grounds: Grounds): Stricken {
  const struck: string[] = [];
  const lines: KeptLine[] = [];
  let heading = '';
  for (const line of text.split('\n')) {
    const [, hashed, bold] = HEADING.exec(line) ?? [];
    const title = hashed ?? bold;
    if (title !== undefined) {
      heading = quotedLine(title);
      lines.push({ text: `## ${heading}`, isHeading: true });
    } else {
      const kept = keptLine(line, { grounds, heading, struck });
      if (kept !== undefined) lines.push({ text: kept, isHeading: false });
    }
  }
  const filled = lines.filter((line, index) => !line.isHeading || lines[index + 1]?.isHeading === false);
  return {
    text: filled.map((line) => line.text).join('\n'),
    struck,
    saysSomething: filled.some(({ isHeading }) => !isHeading),
  };
}

interface LineRoom {
  readonly grounds: Grounds;
  readonly heading: string;
  readonly struck: string[];
}

/** The line's clauses that hold; undefined when none does. */
function keptLine(line: string, { grounds, heading, struck }: LineRoom): string | undefined {
  const [, mark = '', rest = ''] = LIST_MARK.exec(line) ?? [];
  const said = quotedLine(rest);
  if (said === '' || said.startsWith('```') || NOTHING.test(said)) return undefined;
  const under = {
    isPersons: PERSONS_HEADING.test(heading),
    isSteering: STEERING_HEADING.test(heading),
  };
  const kept: string[] = [];
  const clauses = said.split(CLAUSE_END);
  for (const clause of clauses) {
    if (grounds.holds(clause, under)) {
      kept.push(clause);
      continue;
    }
    const parts = under.isPersons ? [] : clause.split(LIST_COMMA);
    const held = parts.length < LEAST_LIST ? [] : parts.filter((part) => grounds.holds(part, under));
    if (held.length > 0) kept.push(held.join(', '));
    struck.push(...(held.length > 0 ? parts.filter((part) => !held.includes(part)) : [clause]));
  }
  const text = kept.join(' ');
  // What the last clause led to was struck.
  const own = kept.at(-1) === clauses.at(-1) ? text : text.replace(/;$/u, '.');
  return text === '' ? undefined : `${mark}${own}`;
}
