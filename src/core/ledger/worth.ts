import type { NameKind } from './names.ts';
import { kindOfName } from './names.ts';
import type { Evidence, NameUse } from './evidence.ts';

/** Use further back than this counts a third: what a session has moved on from is seldom needed. */
const FADING_CHARACTERS = 300_000;

/**
 * How likely a name is needed again, in units of a name that the assistant wrote once. Measured on recorded sessions:
 * what the person named comes first, then what was written often; of what only tools wrote, the identifiers and the
 * relative paths in code count for something, listings, numbers and hashes for next to nothing.
 */
export function worthOfNames(evidence: Evidence, oftenRecalled: ReadonlySet<string>): ReadonlyMap<string, number> {
  const worth = new Map<string, number>();
  for (const [name, use] of evidence.names) {
    const fading = Math.exp(-(evidence.length - use.last) / FADING_CHARACTERS);
    worth.set(name, worthOf(name, use) * fading * (oftenRecalled.has(name) ? 4 : 1));
  }
  return worth;
}

function worthOf(name: string, use: NameUse): number {
  const kind = kindOfName(name);
  const person = use.byPerson > 0 ? 3 : 0;
  if (use.written === 0) return person + worthOfSeen(kind, use);
  const often = 1 + Math.min(use.written - 1, 8) * 0.15;
  const confirmed = use.read + use.seen > 0 ? 1.2 : 1;
  return person + often * confirmed * (kind === 'number' || kind === 'hash' ? 0.4 : 1);
}

function worthOfSeen(kind: NameKind | undefined, use: NameUse): number {
  if (kind === 'identifier' || kind === 'error') return 0.55;
  return kind === 'path' && use.read > 0 ? 0.8 : 0.15;
}
