/**
 * Finds the rewound lines in a tree of lines. The lines are added in the order of the file. Parallel tool calls and
 * progress lines also make branches, so not every branch shows a rewind. A rewind has happened if two prompts have the
 * same parent, and no line after the second prompt descends from the first prompt. In this case, the first prompt and
 * all lines below it are dead, since no later request showed them to the model. All other lines keep their order.
 */
export class RewoundBranches {
  #count = 0;
  /** For each parent: the last prompt in the file with this parent. */
  readonly #prompts = new Map<string, Branch>();
  /** The branch of each line, by the line's id. A prompt begins a branch. Any other line has its parent's branch. */
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

  /** Returns the ids of the dead lines. */
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
  /** The number of the last line on the branch. `find` raises this number if a branch below has a later line. */
  last: number;
  /** The number of the line with the prompt that replaced this branch's prompt; infinite if there is no such prompt. */
  replacedAt: number;
  isDead: boolean;
}
