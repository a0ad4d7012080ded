/**
 * Finds what a person took back in a tree of lines that is read in the order of the file. Parallel tool calls and
 * progress lines branch, too, so only one thing counts as a rewind: two prompts with the same parent, and nothing
 * after the second that descends from the first. The first and all below it are dead then, since no later request
 * showed them to the model. Everything else keeps the order of the file.
 */
export class RewoundBranches {
  #count = 0;
  /** By its parent, the prompt that the file had last. */
  readonly #prompts = new Map<string, Branch>();
  /** By the line, the innermost prompt with a parent above it. */
  readonly #branches = new Map<string, Branch>();

  add(uuid: string, parent: string | undefined, isPrompt: boolean): void {
    this.#count += 1;
    if (uuid === '' || parent === undefined) return;
    const above = this.#branches.get(parent);
    const branch = isPrompt ? this.#begin(parent, above) : above;
    if (branch === undefined) return;
    branch.last = this.#count;
    this.#branches.set(uuid, branch);
  }

  /** Returns the lines that are dead. */
  find(): ReadonlySet<string> {
    const branches = [...new Set(this.#branches.values())];
    for (const { above, last } of branches.toReversed()) {
      if (above !== undefined) above.last = Math.max(above.last, last);
    }
    for (const branch of branches) {
      branch.isDead =
        (branch.replacedAt < Infinity && branch.last < branch.replacedAt) || branch.above?.isDead === true;
    }
    return new Set([...this.#branches].flatMap(([uuid, { isDead }]) => (isDead ? [uuid] : [])));
  }

  #begin(parent: string, above: Branch | undefined): Branch {
    const earlier = this.#prompts.get(parent);
    if (earlier !== undefined) earlier.replacedAt = this.#count;
    const branch = { above, last: this.#count, replacedAt: Infinity, isDead: false };
    this.#prompts.set(parent, branch);
    return branch;
  }
}

interface Branch {
  readonly above: Branch | undefined;
  /** Number of the last line in it. */
  last: number;
  /** Number of the prompt that took its place; none did when it is infinite. */
  replacedAt: number;
  isDead: boolean;
}
