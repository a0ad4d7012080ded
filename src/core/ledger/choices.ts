import type { Candidate, NamePool } from './candidates.ts';
import { namesWithin } from './names.ts';
import type { Name, NameTable } from './nameTable.ts';

/** Lines, and names behind the last of them, that were chosen together. */
export interface Choice {
  readonly section: number;
  readonly lines: readonly Candidate[];
  readonly pool: NamePool | undefined;
  readonly names: readonly Name[];
  readonly cost: number;
  /** Tokens that it puts in lists. */
  readonly listed: number;
}

/** What was chosen so far; what came last can be taken back. */
export class Choices {
  /** The chosen lines, and which section each is of. */
  readonly lines = new Map<Candidate, number>();
  /** The names told behind their line, by pool. */
  readonly poolNames = new Map<NamePool, Set<Name>>();
  /** All names that stand in the context now. */
  readonly told: Set<Name>;
  private readonly names: NameTable;
  private readonly taken: Choice[] = [];
  private listed = 0;

  constructor(names: NameTable, shown: ReadonlySet<Name>) {
    this.names = names;
    this.told = new Set(shown);
  }

  /** Tokens told in lists. */
  get tokensInLists(): number {
    return this.listed;
  }

  take(choice: Choice): void {
    this.taken.push(choice);
    this.listed += choice.listed;
    for (const line of choice.lines) {
      this.lines.set(line, choice.section);
      for (const name of line.names) this.tell(name);
    }
    if (choice.pool === undefined) return;
    const told = this.poolNames.get(choice.pool) ?? new Set<Name>();
    for (const name of choice.names) {
      told.add(name);
      this.tell(name);
    }
    this.poolNames.set(choice.pool, told);
  }

  /** The line with those it stands under, as far as they are not there. */
  missingLines(line: Candidate): readonly Candidate[] {
    const missing: Candidate[] = [];
    let above: Candidate | undefined = line;
    while (above !== undefined && !this.lines.has(above)) {
      missing.push(above);
      above = above.parent;
    }
    return missing;
  }

  /** Takes back what was chosen last, for at least `tokens`; whether there was something. */
  drop(tokens: number): boolean {
    let dropped = 0;
    let choice: Choice | undefined;
    while (dropped < tokens && (choice = this.taken.pop()) !== undefined) {
      dropped += choice.cost;
      this.undo(choice);
    }
    return dropped > 0;
  }

  /** Takes back names told in lists, newest first, for at least `tokens` of them. */
  dropListed(tokens: number): void {
    let dropped = 0;
    for (let at = this.taken.length - 1; at >= 0 && dropped < tokens; at--) {
      const choice = this.taken[at];
      if (choice === undefined || choice.listed === 0) continue;
      dropped += choice.listed;
      this.undo(choice);
      this.taken.splice(at, 1);
    }
  }

  private tell(name: Name): void {
    this.told.add(name);
    for (const text of namesWithin(name.text)) {
      const within = this.names.find(text);
      if (within !== undefined) this.told.add(within);
    }
  }

  private undo({ listed, lines, pool, names }: Choice): void {
    this.listed -= listed;
    for (const line of lines) this.lines.delete(line);
    if (pool !== undefined) for (const name of names) this.poolNames.get(pool)?.delete(name);
  }
}
