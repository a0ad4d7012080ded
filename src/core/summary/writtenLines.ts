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

/**
 * Parses a model's summary into headings and sentences. Leaves out the heading {@link UNCONFIRMED}, lines that begin
 * with three backticks, and lines such as “none”. No line can imitate a role or a tag of the notes.
 */
export function writtenLinesOf(text: string): readonly WrittenLine[] {
  let heading = '';
  return text.split('\n').flatMap((line): readonly WrittenLine[] => {
    const [, hashed, bold] = HEADING.exec(line) ?? [];
    const title = hashed ?? bold;
    if (title !== undefined) {
      heading = quotedLine(title);
      if (heading === UNCONFIRMED) return [];
      return [{ kind: 'heading', title: heading }];
    }
    const [, mark = '', rest = ''] = LIST_MARK.exec(line) ?? [];
    const said = quotedLine(rest);
    if (said === '' || rest.trimStart().startsWith('```') || NOTHING.test(said)) return [];
    const under = {
      isPersons: PERSONS_HEADING.test(heading),
      isSteering: STEERING_HEADING.test(heading),
      isUnconfirmed: heading === UNCONFIRMED,
    };
    return [
      { kind: 'said', mark, sentences: said.split(SENTENCE_END).map((each) => ({ text: each, ...under })) },
    ];
  });
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
