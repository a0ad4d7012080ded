import { fencedKinds, type FencedKind } from '../text/codeFences.ts';
import { quotedLine } from '../text/lines.ts';
import { PERSONS_HEADING, STEERING_HEADING } from './prompt.ts';

/** A sentence of a model's summary, with what its heading says about it. */
export interface WrittenSentence {
  readonly text: string;
  /** Whether the sentence is under a heading that attributes its lines to the person. */
  readonly isPersons: boolean;
  /** Whether the sentence is under a heading about the next steps. */
  readonly isSteering: boolean;
  /** Whether the model copied the sentence from the unconfirmed part of an earlier summary. */
  readonly isUnconfirmed: boolean;
}

export type WrittenLine =
  | { readonly kind: 'heading'; readonly title: string }
  /** `mark` is the indentation and bullet. */
  | { readonly kind: 'said'; readonly mark: string; readonly sentences: readonly WrittenSentence[] };

/** The heading above sentences that the session does not confirm. None of these sentences counts as the person's. */
export const UNCONFIRMED = 'Not confirmed by the session';

const HEADING = /^\s{0,3}(?:#{1,6}\s+(.*)|\*\*([^*]+?):?\*\*:?\s*)$/;
const LIST_MARK = /^(\s*(?:[-*+•]|\d{1,3}[.)])\s+)?(.*)$/s;
/**
 * Matches the end of a sentence. The sentence continues if a lower-case letter follows, e.g. after a quotation that
 * ends with a punctuation mark. An abbreviation of two letters (`e.g.`) never ends a sentence, and a CJK mark always
 * ends one.
 */
const SENTENCE_END = /(?<=[.!?…]["')\]`]{0,4})(?<!\b\p{L}\.\p{L}\.)\s+(?=[^\s\p{Ll}])|(?<=[。！？])/u;
const NOTHING = /^(?:none|nothing|n\/?a|-|keine?|nichts|ninguno|aucune?|tidak ada|無|なし|нет)\.?$/i;

/** Matches the opening fence of a block of Markdown. `HEADING_OF_TEXT` matches a heading of a summary. */
const FENCE_OF_TEXT = /^\s*(?:`{3,}|~{3,})\s*(?:markdown|md)\s*$/i;
const HEADING_OF_TEXT = /^\s*(?:#{2,6}\s|\*\*[^*]+\*\*:?\s*$)/;

/**
 * Parses a model's summary into headings and sentences. Each line of a closed code block becomes a sentence in
 * backticks, so that it is checked like other code. Leaves out the heading {@link UNCONFIRMED}, fences, and lines such
 * as “none”. No line can imitate a role or a tag of the notes.
 */
export function writtenLinesOf(text: string): readonly WrittenLine[] {
  let heading = '';
  const saidUnder = (mark: string, sentences: readonly string[]): WrittenLine => {
    const under = {
      isPersons: PERSONS_HEADING.test(heading),
      isSteering: STEERING_HEADING.test(heading),
      isUnconfirmed: heading === UNCONFIRMED,
    };
    return { kind: 'said', mark, sentences: sentences.map((each) => ({ text: each, ...under })) };
  };
  const lines = text.split('\n');
  const kinds = kindsOf(lines, true);
  return lines.flatMap((line, at): readonly WrittenLine[] => {
    if (kinds[at] === 'fence') return [];
    if (kinds[at] === 'code') return codeIn(line).map((code) => saidUnder('', [code]));
    const [, hashed, bold] = HEADING.exec(line) ?? [];
    const title = hashed ?? bold;
    if (title !== undefined) {
      heading = quotedLine(title);
      return heading === UNCONFIRMED ? [] : [{ kind: 'heading', title: heading }];
    }
    const [, mark = '', rest = ''] = LIST_MARK.exec(line) ?? [];
    const said = quotedLine(rest);
    return said === '' || NOTHING.test(said) ? [] : [saidUnder(mark, said.split(SENTENCE_END))];
  });
}

/**
 * Returns the kind of each line. The lines after a fence are text if the closing fence is missing, or if the fence is
 * around the whole summary, as some models write it. `isStart` says whether the summary begins with these lines.
 */
function kindsOf(lines: readonly string[], isStart: boolean): readonly FencedKind[] {
  // A fence may be in a list item.
  const kinds = fencedKinds(lines.map((line) => LIST_MARK.exec(line)?.[2] ?? line));
  const open = kinds.indexOf('fence');
  if (open < 0) return kinds;
  const close = kinds.indexOf('fence', open + 1);
  const end = close < 0 || (isStart && isAround(lines, open)) ? open + 1 : close + 1;
  return [...kinds.slice(0, end), ...kindsOf(lines.slice(end), false)];
}

/**
 * Returns whether the fence at an index has Markdown or a heading of a summary in it, and no heading before it. A line
 * such as “Here is the summary:” may be before it.
 */
function isAround(lines: readonly string[], open: number): boolean {
  if (lines.slice(0, open).some((line) => HEADING.test(line))) return false;
  const next = lines.slice(open + 1).find((line) => line.trim() !== '') ?? '';
  return FENCE_OF_TEXT.test(lines[open] ?? '') || HEADING_OF_TEXT.test(next);
}

/** Returns a line of a code block in backticks, or an empty list if the line is blank. */
function codeIn(line: string): readonly string[] {
  const code = quotedLine(line);
  const marks = code.includes('`') ? '``' : '`';
  return code === '' ? [] : [`${marks}${code}${marks}`];
}

/** Returns a summary without the part under {@link UNCONFIRMED}. */
export function confirmedPart(summary: string): string {
  let isConfirmed = true;
  return summary
    .split('\n')
    .filter((line) => {
      const heading = /^#+ +(.*)$/.exec(line)?.[1];
      if (heading !== undefined) isConfirmed = heading !== UNCONFIRMED;
      return isConfirmed;
    })
    .join('\n');
}
