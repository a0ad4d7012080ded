/** The maximum share of the room that the rules may take in notes without a summary. */
const MOST_RULES_SHARE = 0.3;
/**
 * The weight of each section. The sections divide the room that the rules leave, in proportion to their weights. If a
 * section does not need all of its room, the other sections get what is left. `typed` contains the words that the
 * person typed. `words` contains pasted text, the words of the assistant and its subagents, and failures. In notes
 * without a summary, `thoughts` gets the weight from `weightOfThoughts` instead.
 */
const WEIGHTS = { typed: 0.34, words: 0.5, state: 0.07, files: 0.1, thoughts: 0 };
/**
 * The minimum share of each section in notes beside a summary, unless the section needs less. It is a share of the room
 * that the notes and the summary have together. `typed` has no share, since `reserved` already includes the room for
 * the person's words. `words` has no share, since the summary covers the assistant's words.
 */
const LEAST_SHARES = { typed: 0, words: 0, state: 0.08, files: 0.1, thoughts: 0 };
export type SectionName = keyof typeof WEIGHTS;

/** A section, and the number of tokens that it still needs for all its passages. */
interface Need {
  readonly name: SectionName;
  readonly need: number;
}

/** Everything that needs room in the notes. */
export interface AllNeeds {
  /** The model's summary, if there is one beside the notes. `written` is absent until the summary is written. */
  readonly summary: { readonly written?: { readonly tokens: number } } | undefined;
  /**
   * The number of tokens reserved for the person's additions and, beside a summary, for the rules and the person's
   * words.
   */
  readonly reserved: number;
  /** The number of tokens of all rules; 0 beside a summary. */
  readonly rules: number;
  readonly sections: readonly Need[];
}

export interface Rooms {
  /** The number of tokens that the rules may take. */
  readonly rulesRoom: number;
  /** The number of tokens that each section may take. */
  readonly rooms: readonly number[];
}

/**
 * Divides the room among rules and sections. If a summary is still to be written, the sections get only their minimum
 * shares.
 */
export function roomsOf({ rules, sections, summary, reserved }: AllNeeds, room: number): Rooms {
  if (summary === undefined) {
    const free = room - reserved;
    const rulesRoom = Math.min(rules, free * MOST_RULES_SHARE);
    const left = free - rulesRoom;
    const rooms = roomsByWeight(sections, left, weightOfThoughts(sections, left));
    return { rulesRoom, rooms: withRestForThoughts(sections, rooms, left) };
  }
  const both = room + (summary.written?.tokens ?? 0);
  const least = sections.map(({ name, need }) => Math.min(need, both * LEAST_SHARES[name]));
  if (summary.written === undefined) return { rulesRoom: 0, rooms: least };
  // The room that is left is divided in proportion to the weights, as in notes without a summary.
  const remaining = sections.map(({ name, need }, index) => ({ name, need: need - (least[index] ?? 0) }));
  const left = room - reserved - least.reduce((total, tokens) => total + tokens, 0);
  const more = withRestForThoughts(remaining, roomsByWeight(remaining, left), left);
  return { rulesRoom: 0, rooms: least.map((tokens, index) => tokens + (more[index] ?? 0)) };
}

function roomsByWeight(
  sections: readonly Need[],
  room: number,
  thoughts = WEIGHTS.thoughts,
): readonly number[] {
  const weights = { ...WEIGHTS, thoughts };
  return shareOut(
    sections.map(({ name, need }) => ({ need, weight: weights[name] })),
    room,
  );
}

/**
 * Returns the weight of the thoughts. If the section `words` needs less room than its weight allows, the weight is half
 * of the difference, otherwise 0. An assistant that said little has its reasons only in its thoughts.
 */
function weightOfThoughts(sections: readonly Need[], room: number): number {
  const said = sections.find(({ name }) => name === 'words')?.need ?? 0;
  return Math.max(0, WEIGHTS.words - said / Math.max(1, room)) / 2;
}

/** Gives the thoughts the room that no section needs. */
function withRestForThoughts(
  sections: readonly Need[],
  rooms: readonly number[],
  room: number,
): readonly number[] {
  const left = Math.max(0, room - rooms.reduce((total, tokens) => total + tokens, 0));
  return sections.map(({ name, need }, index) =>
    name === 'thoughts' ? Math.min(need, (rooms[index] ?? 0) + left) : (rooms[index] ?? 0),
  );
}

/** A part of the notes: its weight in the division, and its full size in tokens. */
interface Want {
  readonly weight: number;
  readonly need: number;
}

/**
 * Divides a budget among parts in proportion to their weights, but gives no part more than it needs. Divides what is
 * left among the other parts again, until all parts have enough or nothing is left.
 */
function shareOut(wants: readonly Want[], budget: number): readonly number[] {
  const rooms = wants.map(() => 0);
  let left = budget;
  for (;;) {
    const open = wants
      .map(({ weight, need }, index) => ({ weight, index, lack: need - (rooms[index] ?? 0) }))
      .filter(({ lack, weight }) => lack >= 1 && weight > 0);
    const total = open.reduce((all, { weight }) => all + weight, 0);
    if (open.length === 0 || left < 1) return rooms;
    const round = left;
    for (const { weight, index, lack } of open) {
      const given = Math.min(lack, (round * weight) / total);
      rooms[index] = (rooms[index] ?? 0) + given;
      left -= given;
    }
  }
}
