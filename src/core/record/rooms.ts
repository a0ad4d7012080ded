/** The largest share of the notes for rules, which come first and whole. */
const MOST_RULES_SHARE = 0.3;
/**
 * The least share of each section in the room after the rules. Room that a section does not need goes to the others.
 */
const SHARES = { typed: 0.34, words: 0.5, state: 0.07, files: 0.1, thoughts: 0 };
/**
 * The shares beside a model's summary: none for the assistant's words. `held` reserves room for all of the person's
 * words.
 */
const SHARES_BESIDE = { typed: 0, words: 0, state: 0.08, files: 0.1, thoughts: 0 };
export type SectionName = keyof typeof SHARES;

/** A section and its full size in tokens. */
interface Need {
  readonly share: SectionName;
  readonly need: number;
}

export interface Needs {
  /** A model's summary beside the notes. */
  readonly summary: { readonly written?: { readonly tokens: number } } | undefined;
  /** The tokens needed in any case: for the person's additions and, beside a summary, for everything they said. */
  readonly held: number;
  readonly rules: number;
  readonly sections: readonly Need[];
}

export interface Rooms {
  readonly forRules: number;
  /** The room of each section. */
  readonly rooms: readonly number[];
}

/** Divides the room among rules and sections. */
export function roomsOf({ rules, sections, summary, held }: Needs, room: number): Rooms {
  if (summary === undefined) {
    const free = room - held;
    const forRules = Math.min(rules, free * MOST_RULES_SHARE);
    const left = free - forRules;
    const rooms = sharedOut(sections, left, thoughtsLeast(sections, left));
    return { forRules, rooms: withThoughts(sections, rooms, left) };
  }
  const both = room + (summary.written?.tokens ?? 0);
  const least = sections.map(({ share, need }) => Math.min(need, both * SHARES_BESIDE[share]));
  if (summary.written === undefined) return { forRules: 0, rooms: least };
  // The room left by the summary is shared out for the rest, as without a summary.
  const lacks = sections.map(({ share, need }, index) => ({ share, need: need - (least[index] ?? 0) }));
  const left = room - held - least.reduce((total, tokens) => total + tokens, 0);
  const more = withThoughts(lacks, sharedOut(lacks, left), left);
  return { forRules: 0, rooms: least.map((tokens, index) => tokens + (more[index] ?? 0)) };
}

function sharedOut(sections: readonly Need[], room: number, thoughts = SHARES.thoughts): readonly number[] {
  const shares = { ...SHARES, thoughts };
  return shareOut(
    sections.map(({ share, need }) => ({ need, least: shares[share] })),
    room,
  );
}

/**
 * Returns the least share of the thoughts. Where little was said, reasons are only in the reasoning, which gets half of
 * the unused share; actions get the other half.
 */
function thoughtsLeast(sections: readonly Need[], room: number): number {
  const said = sections.find(({ share }) => share === 'words')?.need ?? 0;
  return Math.max(0, SHARES.words - said / Math.max(1, room)) / 2;
}

/** Gives the thoughts the room that other sections leave. */
function withThoughts(sections: readonly Need[], rooms: readonly number[], room: number): readonly number[] {
  const left = Math.max(0, room - rooms.reduce((total, tokens) => total + tokens, 0));
  return sections.map(({ share, need }, index) =>
    share === 'thoughts' ? Math.min(need, (rooms[index] ?? 0) + left) : (rooms[index] ?? 0),
  );
}

/** A part of the notes: its least share of the room (0 to 1), and its full size in tokens. */
export interface Want {
  readonly least: number;
  readonly need: number;
}

/**
 * Shares out a budget: each part gets its least share as far as it needs it. Unused room goes to the others, in
 * proportion to their shares.
 */
export function shareOut(wants: readonly Want[], budget: number): readonly number[] {
  const rooms = wants.map(() => 0);
  let left = budget;
  for (;;) {
    const open = wants
      .map(({ least, need }, index) => ({ least, index, lack: need - (rooms[index] ?? 0) }))
      .filter(({ lack, least }) => lack >= 1 && least > 0);
    const total = open.reduce((all, { least }) => all + least, 0);
    if (open.length === 0 || left < 1) return rooms;
    const round = left;
    for (const { least, index, lack } of open) {
      const given = Math.min(lack, (round * least) / total);
      rooms[index] = (rooms[index] ?? 0) + given;
      left -= given;
    }
  }
}
