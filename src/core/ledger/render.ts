import type { MessageId } from '../session/entry.ts';
import type { Candidate, NamePool } from './candidates.ts';
import type { Choices } from './choices.ts';
import type { Name } from './nameTable.ts';
import type { Selection } from './selection.ts';

export interface RenderedLine {
  readonly text: string;
  readonly ids: readonly MessageId[];
}

/** The chosen lines in plain sections, each under the line it belongs to. */
export function renderSections({ sections, choices }: Selection): readonly RenderedLine[] {
  const chosen = sections.map((): Candidate[] => []);
  for (const [line, section] of choices.lines) chosen[section]?.push(line);
  return sections.flatMap(({ title }, section) => {
    const lines = orderedLines(chosen[section] ?? []).map((line) => renderedLine(line, choices));
    return lines.length === 0 ? [] : [{ text: `## ${title}`, ids: [] }, ...lines];
  });
}

function orderedLines(chosen: readonly Candidate[]): readonly Candidate[] {
  const under = new Map<Candidate | undefined, Candidate[]>();
  for (const line of chosen) {
    const beside = under.get(line.parent);
    if (beside === undefined) under.set(line.parent, [line]);
    else beside.push(line);
  }
  const ordered = (parent: Candidate | undefined): readonly Candidate[] =>
    (under.get(parent) ?? []).sort((a, b) => a.order - b.order).flatMap((line) => [line, ...ordered(line)]);
  return ordered(undefined);
}

function renderedLine(line: Candidate, { poolNames }: Choices): RenderedLine {
  const told = line.pools.flatMap((pool) => poolText(pool, poolNames.get(pool)));
  const text = told.length === 0 ? line.text : `${line.text} — ${told.join('; ')}`;
  return { text, ids: line.ids };
}

/** `calls a, b, c`: in the order of the session. */
function poolText({ verb, names }: NamePool, told: ReadonlySet<Name> | undefined): readonly string[] {
  const shown = told === undefined ? [] : names.filter((name) => told.has(name));
  return shown.length === 0 ? [] : [`${verb} ${shown.map(({ text }) => text).join(', ')}`];
}
