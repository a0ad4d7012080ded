/** A part of the notes: its least share of the room (0 to 1), and the tokens that it would take whole. */
export interface Want {
  readonly least: number;
  readonly need: number;
}

/** Tokens for each: its least share where it needs as much; what one leaves goes to those in need, by their shares. */
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
