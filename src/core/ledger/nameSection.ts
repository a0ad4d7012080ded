import type { Candidate, CandidateGroup, CandidateSection } from './candidates.ts';
import type { Evidence } from './evidence.ts';
import { baseName } from './names.ts';

const NAMES_A_LINE = 8;
const LEAST_WORTH = 0.1;

/**
 * Names that matter and stand in no other line, under the file they stood in, in the order they stood there: what was
 * near in the file stays near.
 */
export function nameSection(
  evidence: Evidence,
  worth: ReadonlyMap<string, number>,
  covered: ReadonlySet<string>,
): CandidateSection {
  const told = new Set<string>();
  const isOpen = (name: string): boolean => (worth.get(name) ?? 0) >= LEAST_WORTH && !covered.has(name) && !told.has(name);
  const groups: CandidateGroup[] = [];
  for (const file of [...evidence.files].sort((a, b) => b.last - a.last)) {
    const names = [...file.names.keys()].filter(isOpen);
    for (const name of names) told.add(name);
    groups.push(...nameLines(`in ${baseName(file.path)}: `, names, { order: -file.last, ids: file.ids }));
  }
  const others = [...evidence.names.keys()].filter(isOpen);
  groups.push(...nameLines('', others, { order: 0, ids: [] }));
  return { title: 'Names', share: 1, groups };
}

function nameLines(
  lead: string,
  names: readonly string[],
  { order, ids }: Pick<Candidate, 'order' | 'ids'>,
): readonly CandidateGroup[] {
  const groups: CandidateGroup[] = [];
  for (let start = 0; start < names.length; start += NAMES_A_LINE) {
    const some = names.slice(start, start + NAMES_A_LINE);
    groups.push({ order, lines: [{ text: `- ${lead}${some.join(', ')}`, names: some, ids, order, bonus: 0 }] });
  }
  return groups;
}
