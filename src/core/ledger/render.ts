import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../session/entry.ts';
import type { Candidate, CandidateSection } from './candidates.ts';

export interface RenderedLedger {
  readonly text: string;
  readonly tokens: number;
  readonly provenance: readonly { readonly line: number; readonly ids: readonly MessageId[] }[];
}

interface RenderedLine {
  readonly text: string;
  readonly ids: readonly MessageId[];
}

/** The chosen lines in plain sections, the last ones left out until the text fits exactly. */
export function renderSections(
  sections: readonly CandidateSection[],
  chosen: ReadonlySet<Candidate>,
  { budgetTokens, count }: { readonly budgetTokens: number; readonly count: CountTokens },
): RenderedLedger {
  let lines = sections.flatMap((section) => linesOf(section, chosen));
  for (;;) {
    const text = lines.map((line) => line.text).join('\n');
    const tokens = count(text);
    if (tokens <= budgetTokens || lines.length === 0)
      return { text, tokens, provenance: provenanceOf(lines) };
    lines = lines.slice(0, Math.min(lines.length - 1, Math.floor((lines.length * budgetTokens) / tokens)));
  }
}

function linesOf(section: CandidateSection, chosen: ReadonlySet<Candidate>): readonly RenderedLine[] {
  const lines = [...section.groups]
    .sort((a, b) => a.order - b.order)
    .flatMap(({ head, lines: under }) => [
      ...(head === undefined ? [] : [head]),
      ...[...under].sort((a, b) => a.order - b.order),
    ])
    .filter((line) => chosen.has(line));
  return lines.length === 0 ? [] : [{ text: `## ${section.title}`, ids: [] }, ...lines];
}

function provenanceOf(lines: readonly RenderedLine[]): RenderedLedger['provenance'] {
  return lines.flatMap(({ ids }, line) => (ids.length === 0 ? [] : [{ line, ids }]));
}
