import type { CountTokens } from '../ports.ts';
import type { Candidate, CandidateGroup, CandidateSection } from './candidates.ts';

export interface SelectionRequest {
  readonly sections: readonly CandidateSection[];
  readonly budgetTokens: number;
  readonly worth: ReadonlyMap<string, number>;
  /** Names that already stand in the context. */
  readonly covered: Set<string>;
  readonly count: CountTokens;
}

interface Option {
  readonly line: Candidate;
  readonly group: CandidateGroup;
  readonly section: number;
  gain: number;
}

/** A name told once more is worth this share: beside other names it tells a relation. */
const TOLD_AGAIN = 0.15;
const CHARACTERS_PER_TOKEN = 3.3;
const LEAST_GAIN = 0.004;

/**
 * Chooses lines by what they tell for their length: the one that adds most worth a token first, within each section's
 * share; then what is left of the budget goes to the best of all sections. Lazy greedy: gains only fall.
 */
export function selectLines(request: SelectionRequest): ReadonlySet<Candidate> {
  const chosen = new Set<Candidate>();
  const { budgetTokens, sections } = request;
  const spent = sections.map(() => 0);
  const rooms = sections.map(({ share }) => share * budgetTokens);
  let left = budgetTokens;
  for (const round of ['quota', 'rest'] as const) {
    const heap = new GainHeap();
    for (const option of optionsOf(sections)) {
      if (chosen.has(option.line)) continue;
      option.gain = gainOf(option, request, chosen);
      if (option.gain > LEAST_GAIN) heap.push(option);
    }
    for (let option = heap.pop(); option !== undefined; option = heap.pop()) {
      const gain = gainOf(option, request, chosen);
      if (gain < option.gain * 0.999) {
        option.gain = gain;
        if (gain > LEAST_GAIN) heap.push(option);
        continue;
      }
      const lines = linesToAdd(option, chosen);
      const tokens = lines.reduce((sum, line) => sum + request.count(`${line.text}\n`), 0);
      const room = round === 'quota' ? (rooms[option.section] ?? 0) - (spent[option.section] ?? 0) : left;
      if (tokens > Math.min(room, left)) continue;
      left -= tokens;
      spent[option.section] = (spent[option.section] ?? 0) + tokens;
      for (const line of lines) {
        chosen.add(line);
        for (const name of line.names) request.covered.add(name);
      }
    }
  }
  return chosen;
}

function optionsOf(sections: readonly CandidateSection[]): readonly Option[] {
  return sections.flatMap(({ groups }, section) =>
    groups.flatMap((group) =>
      [...(group.head === undefined ? [] : [group.head]), ...group.lines].map((line) => ({
        line,
        group,
        section,
        gain: 0,
      })),
    ),
  );
}

/** A line under a head brings the head with it. */
function linesToAdd({ line, group }: Option, chosen: ReadonlySet<Candidate>): readonly Candidate[] {
  const needsHead = group.head !== undefined && group.head !== line && !chosen.has(group.head);
  return needsHead && group.head !== undefined ? [group.head, line] : [line];
}

function gainOf(
  option: Option,
  { worth, covered }: SelectionRequest,
  chosen: ReadonlySet<Candidate>,
): number {
  let value = 0;
  let length = 0;
  for (const line of linesToAdd(option, chosen)) {
    value += line.bonus;
    length += line.text.length + 4;
    for (const name of line.names) value += (worth.get(name) ?? 0) * (covered.has(name) ? TOLD_AGAIN : 1);
  }
  return (value * CHARACTERS_PER_TOKEN) / length;
}

/** A binary heap, greatest gain on top. */
class GainHeap {
  private readonly items: Option[] = [];

  push(option: Option): void {
    const { items } = this;
    let at = items.length;
    items.push(option);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent];
      if (above === undefined || above.gain >= option.gain) break;
      items[at] = above;
      at = parent;
    }
    items[at] = option;
  }

  pop(): Option | undefined {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    this.sink(last);
    return top;
  }

  private sink(option: Option): void {
    const { items } = this;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if ((items[child + 1]?.gain ?? -1) > (items[child]?.gain ?? -1)) child++;
      const below = items[child];
      if (below === undefined || below.gain <= option.gain) break;
      items[at] = below;
      at = child;
    }
    items[at] = option;
  }
}
