/**
 * Finds the live lines in a tree of lines: the newest line, its parent, and so on. The lines are added in the order of
 * the file. If a line's parent is not an earlier line, the previous line counts as the parent. Lines without a parent
 * field are outside of the tree and always live. Older versions of the agents wrote such lines.
 */
export class LiveBranch {
  readonly #parents: (string | null | undefined)[] = [];
  /** The positions of the lines that have an id, by this id. */
  readonly #positions = new Map<string, number>();

  /** Adds the next line. Returns the line's position. `parent` is null for a root, undefined outside of the tree. */
  add(id: string | undefined, parent: string | null | undefined): number {
    const position = this.#parents.push(parent) - 1;
    if (id !== undefined && !this.#positions.has(id)) this.#positions.set(id, position);
    return position;
  }

  /** Returns a function that tells whether the line at a position is live. */
  find(): (position: number) => boolean {
    const live = new Set<number>();
    for (let at = this.#parents.length - 1; at >= 0; at = this.#before(at)) live.add(at);
    return (position) => live.has(position) || this.#parents[position] === undefined;
  }

  #before(position: number): number {
    const parent = this.#parents[position];
    if (parent === null) return -1;
    const above = parent === undefined ? undefined : this.#positions.get(parent);
    return above !== undefined && above < position ? above : position - 1;
  }
}
