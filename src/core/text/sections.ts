/** A stretch of a text, with the words by which it is told where it is left out. */
export interface Section {
  readonly title: string;
  readonly text: string;
}

/** What begins a section: a heading, or the tag of an element alone on its line. */
const BEGINNING = /^(?=#{1,6} \S|<[A-Za-z][\w-]{0,60}>[ \t]*$)/mu;
/** A section that has more than this share of the text is divided into its paragraphs. */
const LARGE_SHARE = 0.2;
const MOST_TITLE = 60;

/** Returns a text in sections that give it whole again. */
export function sectionsOf(text: string): readonly Section[] {
  return text.split(BEGINNING).flatMap((piece) => {
    if (piece === '') return [];
    const pieces = piece.length > text.length * LARGE_SHARE ? piece.split(/(?<=\n[ \t]*\n)(?=\S)/u) : [piece];
    return pieces.map((section) => ({ title: titleOf(section), text: section }));
  });
}

function titleOf(section: string): string {
  const [line = ''] = section.trim().split('\n');
  const words = line.replace(/^#{1,6} |^<|>$/gu, '').trim();
  return words.length <= MOST_TITLE ? words : `${words.slice(0, MOST_TITLE - 1).trimEnd()}…`;
}
