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
  const kind = kindOfName(name) ?? 'identifier';
  const { written, seen } = WORTH[kind];
  if (use.written === 0) return seen[use.read > 0 ? 0 : 1];
  const again = use.written > 1 ? written[1] : written[0];
  return again * (use.byPerson > 0 ? 1.5 : 1);
}

/** By kind: written once, written again; seen in a file that was read, seen elsewhere. */
const WORTH: Readonly<
  Record<NameKind, { written: readonly [number, number]; seen: readonly [number, number] }>
> = {
  identifier: { written: [1, 1.1], seen: [0.45, 0.6] },
  path: { written: [1.6, 2.2], seen: [0.9, 0.05] },
  literal: { written: [0.9, 0.9], seen: [0.2, 0.3] },
  number: { written: [0.4, 1.5], seen: [0.06, 0.06] },
  hash: { written: [0.3, 0.6], seen: [0.02, 0.02] },
  url: { written: [3, 3], seen: [0.3, 0.3] },
  error: { written: [2, 2], seen: [0.5, 0.5] },
};
