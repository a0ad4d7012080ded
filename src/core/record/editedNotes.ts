import { memoized } from '../memoized.ts';
import { comparisonKey, type NotesEditEntry, type NotesEdits } from '../log/notesEdit.ts';
import { addressOf, isHeading, keyOf, lineOf, QUOTED, type NotesLine } from '../log/notesLine.ts';
import type { CountTokens } from '../ports.ts';
import { sanitized, withSpacesFolded } from '../text/lines.ts';
import { MARK_TOKENS, sum, type CountedPiece, type Passage } from './passage.ts';

const YOUR_MARK = 'You: ';
/** The heading above the person's additions. */
export const ADDED_TITLE = 'Added by you';

/** Returns the person's additions, oldest first. */
export function addedLines(edits: NotesEdits): readonly NotesLine[] {
  return [...edits.byKey.values()].flatMap(({ line, text }) =>
    line === undefined && text !== undefined ? [byPerson({ section: ADDED_TITLE, ids: [] }, text)] : [],
  );
}

/** Returns the edits of existing lines. */
function lineEdits(edits: NotesEdits): readonly (readonly [key: string, NotesEditEntry])[] {
  return [...edits.byKey].filter(([key, { line }]) => line !== undefined && key !== '');
}

/**
 * Applies the person's edits to passages. Removes the pieces of struck and reworded lines from all passages. Adds each
 * new wording once, after the first passage that contained the old wording.
 */
export class NotesEditor {
  readonly #edits: readonly (readonly [key: string, NotesEditEntry])[];
  readonly #count: CountTokens;
  /** Keys of the edits whose new wording was added already. */
  readonly #placedKeys = new Set<string>();

  constructor(edits: NotesEdits, count: CountTokens) {
    this.#edits = lineEdits(edits);
    this.#count = count;
  }

  edited(passages: readonly Passage[]): readonly Passage[] {
    return this.#edits.length === 0 ? passages : passages.flatMap((passage) => this.#editedOne(passage));
  }

  #editedOne(passage: Passage): readonly Passage[] {
    const struck = new Set<CountedPiece>();
    const reworded: Passage[] = [];
    const lines = linesOf(passage);
    for (const [key, edit] of this.#edits) {
      const matched = lines.flatMap((line) => [...piecesMatching(line, key)]);
      for (const piece of matched) struck.add(piece);
      if (matched.length > 0) reworded.push(...this.#reworded(passage, key, edit));
    }
    if (struck.size === 0) return [passage];
    // A passage on a file or a run begins with a line that names the file or the command. If this line is struck, the
    // lines below it are removed, too.
    const isNameStruck = passage.by === undefined && [...struck].some(({ place }) => place === 0);
    const remaining = isNameStruck ? [] : renumbered(passage.pieces.filter((piece) => !struck.has(piece)));
    return [
      ...(remaining.length === 0
        ? []
        : [{ ...passage, pieces: remaining, tokens: sum(remaining) + MARK_TOKENS }]),
      ...reworded,
    ];
  }

  #reworded({ id, ids, weight }: Passage, key: string, { text, rule }: NotesEditEntry): readonly Passage[] {
    // The new wording of a rule is a rule of its own (see `applyEdit`), so it needs no passage here.
    if (text === undefined || rule !== undefined || this.#placedKeys.has(key)) return [];
    this.#placedKeys.add(key);
    const words = oneLine(text);
    const piece = { text: words, line: 0, place: 0, isCode: false, tokens: this.#count(words) + 1 };
    const by = 'person' as const;
    return [{ id, ...(ids ? { ids } : {}), by, weight, pieces: [piece], tokens: piece.tokens + MARK_TOKENS }];
  }
}

/**
 * Applies the person's edits to lines of earlier notes. If a line that names a file or a run is struck or reworded,
 * also removes the quotations below this line, as `NotesEditor` does in new notes. In a heading that counts files, such
 * as ` (8 of 42)`, subtracts the struck files from the counts.
 */
export function editedLines(lines: readonly NotesLine[], edits: NotesEdits): readonly NotesLine[] {
  let isNameEdited = false;
  return lines.flatMap((line) => {
    if (isHeading(line)) {
      isNameEdited = false;
      return [withFilesCounted(line, lines, edits)];
    }
    const edited = editedLine(line, edits);
    const isAboutWork = line.speaker === undefined;
    if (isAboutWork && line.mark.startsWith(QUOTED)) return isNameEdited && edited[0] === line ? [] : edited;
    // A line without an address does not change `isNameEdited`. The person may have put this line in place of a
    // quotation, and more quotations may follow.
    if (addressOf(line) !== undefined) isNameEdited = isAboutWork && edited[0] !== line;
    return edited;
  });
}

/** Returns the quotations that are removed only because the line above them was edited. */
export function quotationsRemoved(lines: readonly NotesLine[], edits: NotesEdits): ReadonlySet<NotesLine> {
  const kept = new Set(editedLines(lines, edits));
  return new Set(
    lines.filter(
      (line) => line.mark.startsWith(QUOTED) && !kept.has(line) && editedLine(line, edits)[0] === line,
    ),
  );
}

function withFilesCounted(heading: NotesLine, lines: readonly NotesLine[], edits: NotesEdits): NotesLine {
  if (heading.tail === undefined) return heading;
  const below = lines.filter((each) => each.section === heading.section && addressOf(each) !== undefined);
  const struck = below.filter((each) => editedLine(each, edits).length === 0).length;
  return { ...heading, tail: heading.tail.replace(/\d+/gu, (count) => String(Number(count) - struck)) };
}

function editedLine(line: NotesLine, edits: NotesEdits): readonly NotesLine[] {
  const edit = edits.byKey.get(keyOf(line));
  if (edits.retired.has(keyOf(line))) return [];
  if (edit?.line === undefined || comparisonKey(edit.line) === '') return [line];
  return edit.text === undefined || edit.rule !== undefined ? [] : [byPerson(line, edit.text)];
}

function byPerson({ section, ids }: Pick<NotesLine, 'section' | 'ids'>, text: string): NotesLine {
  return lineOf({ section, speaker: 'person', ids }, YOUR_MARK, oneLine(text));
}

function oneLine(text: string): string {
  return sanitized(withSpacesFolded(text)).trim();
}

/** Returns a passage's pieces in order, grouped by line. */
function linesOf({ pieces }: Passage): readonly (readonly CountedPiece[])[] {
  const inOrder = pieces.toSorted((a, b) => a.place - b.place);
  const lines = new Map<number, CountedPiece[]>();
  for (const piece of inOrder) {
    const line = lines.get(piece.line);
    if (line === undefined) lines.set(piece.line, [piece]);
    else line.push(piece);
  }
  return [...lines.values()];
}

/**
 * Finds an edited line of the notes, given by its key, in a line of a passage. Returns the pieces of all occurrences.
 * The notes may have left out pieces of the line, so the pieces of an occurrence need not be adjacent.
 */
function piecesMatching(line: readonly CountedPiece[], key: string): ReadonlySet<CountedPiece> {
  const matching = new Set<CountedPiece>();
  for (let found = line; found.length > 0;) {
    found = firstPiecesMatching(
      key,
      line.filter((piece) => !matching.has(piece)),
    );
    for (const piece of found) matching.add(piece);
  }
  return matching;
}

/** Returns the first pieces that together make up the words of an edited line, or an empty list. */
function firstPiecesMatching(key: string, pieces: readonly CountedPiece[]): readonly CountedPiece[] {
  /** The pieces that make up a prefix of the key, by the length of the prefix. */
  const reached = new Map<number, readonly CountedPiece[]>([[0, []]]);
  for (const piece of pieces) {
    const words = wordsOf(piece);
    if (words === '' || !key.includes(words)) continue;
    for (const [at, joined] of [...reached]) {
      const end = at + words.length;
      if (!reached.has(end) && key.startsWith(words, at)) reached.set(end, [...joined, piece]);
    }
  }
  return reached.get(key.length) ?? [];
}

const wordsOf = memoized((piece: CountedPiece): string => comparisonKey(sanitized(piece.text)));

/** Renumbers the remaining pieces, so that a struck piece leaves no gap. */
function renumbered(pieces: readonly CountedPiece[]): readonly CountedPiece[] {
  const places = new Map(
    pieces.toSorted((a, b) => a.place - b.place).map((piece, place) => [piece.place, place] as const),
  );
  return pieces.map(({ lead, ...piece }) => {
    const ledFrom = lead === undefined ? undefined : places.get(lead);
    return {
      ...piece,
      place: places.get(piece.place) ?? 0,
      ...(ledFrom === undefined ? {} : { lead: ledFrom }),
    };
  });
}
