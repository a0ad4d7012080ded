import type { Candidate, CandidateSection } from './candidates.ts';
import type { Evidence } from './evidence.ts';
import { baseName } from './names.ts';

const NAMES_A_LINE = 8;
const MOST_LINES = 120;

/** Names that matter and stand in no other line, under the file whose calls held them most. */
export function nameSection(
  evidence: Evidence,
  worth: ReadonlyMap<string, number>,
  covered: ReadonlySet<string>,
): CandidateSection {
  const homes = homesOf(evidence);
  const open = [...worth]
    .filter(([name, value]) => value > 0.5 && !covered.has(name))
    .sort((a, b) => b[1] - a[1]);
  const lines: Candidate[] = [];
  const waiting = new Map<string, string[]>();
  for (const [name] of open) {
    const home = homes.get(name) ?? '';
    const names = waiting.get(home) ?? [];
    names.push(name);
    waiting.set(home, names);
    if (names.length === NAMES_A_LINE) {
      lines.push(nameLine(home, names, lines.length));
      waiting.delete(home);
    }
    if (lines.length >= MOST_LINES) break;
  }
  for (const [home, names] of waiting) lines.push(nameLine(home, names, lines.length));
  return { title: 'Names', share: 1, groups: lines.map((line) => ({ lines: [line], order: line.order })) };
}

function nameLine(home: string, names: readonly string[], order: number): Candidate {
  const text = home === '' ? names.join(', ') : `in ${baseName(home)}: ${names.join(', ')}`;
  return { text: `- ${text}`, names, ids: [], order, bonus: 0 };
}

function homesOf(evidence: Evidence): ReadonlyMap<string, string> {
  const best = new Map<string, { path: string; times: number }>();
  for (const { path, names } of evidence.files) {
    for (const [name, times] of names)
      if (times > (best.get(name)?.times ?? 0)) best.set(name, { path, times });
  }
  return new Map([...best].map(([name, { path }]) => [name, path]));
}
