import type { NameKind } from './names.ts';
import { kindOfName } from './names.ts';
import type { Evidence, NameUse } from './evidence.ts';

/** Names last used further back than this count half and less: a session moves on. */
const FADING_CHARACTERS = 300_000;

/**
 * How likely a name is needed again, in units of an identifier that the assistant wrote. Measured on recorded sessions:
 * what the person named comes first; paths and addresses that were written come back often; of what only tools wrote,
 * identifiers count for something, listings of paths, numbers and hashes for next to nothing.
 */
export function worthOfNames(
  evidence: Evidence,
  oftenRecalled: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const worth = new Map<string, number>();
  for (const [name, use] of evidence.names) {
    const age = (evidence.length - use.last) / FADING_CHARACTERS;
    worth.set(name, (worthOf(name, use) / (1 + age * age)) * (oftenRecalled.has(name) ? 4 : 1));
  }
  return worth;
}

function worthOf(name: string, use: NameUse): number {
  const worth = WORTH[kindOfName(name) ?? 'identifier'];
  const uses = use.written + use.read + use.seen;
  if (use.written === 0) return uses > 1 ? worth.seenAgain : worth.seen[use.read > 0 ? 0 : 1];
  return worth.written * (use.byPerson > 0 ? 1.5 : 1) * (1 + worth.growth * Math.min(uses - 1, 7));
}

interface Worth {
  /** Of a name that the person or the assistant wrote. */
  readonly written: number;
  /** Of one that only stood in results: in a file that was read, elsewhere, and in two or more of them. */
  readonly seen: readonly [number, number];
  readonly seenAgain: number;
  /** What each further use adds, as a share. */
  readonly growth: number;
}

const WORTH: Readonly<Record<NameKind, Worth>> = {
  identifier: { written: 1, seen: [0.45, 0.6], seenAgain: 1.2, growth: 0 },
  path: { written: 1.6, seen: [0.9, 0.05], seenAgain: 0.7, growth: 0.3 },
  literal: { written: 1, seen: [0.25, 0.3], seenAgain: 0.8, growth: 0 },
  number: { written: 0.4, seen: [0.05, 0.05], seenAgain: 0.15, growth: 0.2 },
  hash: { written: 0.3, seen: [0.02, 0.02], seenAgain: 0.05, growth: 0 },
  url: { written: 3, seen: [0.3, 0.3], seenAgain: 0.5, growth: 0 },
  error: { written: 2, seen: [0.5, 0.5], seenAgain: 1, growth: 0 },
};
