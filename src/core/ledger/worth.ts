import { kindOfName } from './names.ts';
import type { Evidence, NameUse } from './evidence.ts';

/**
 * How likely a name is needed again, as a number to compare by. What was written often, and into files, is needed
 * again; what only stood in a tool's output hardly ever is; a number outside of code is seldom.
 */
export function worthOfNames(
  evidence: Evidence,
  oftenRecalled: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const worth = new Map<string, number>();
  for (const [name, use] of evidence.names) {
    worth.set(name, worthOf(name, use, evidence.messageCount) * (oftenRecalled.has(name) ? 4 : 1));
  }
  return worth;
}

function worthOf(name: string, use: NameUse, messageCount: number): number {
  if (use.written === 0) return Math.min(use.seen, 5) * 0.02;
  const often = Math.min(use.written, 12) ** 0.8;
  const edited = use.edited > 0 ? 1.4 : 1;
  const asked = use.byPerson > 0 ? 1.3 : 1;
  const recent = 0.6 + 0.4 * (use.last / Math.max(1, messageCount));
  const kind = kindOfName(name);
  const byKind = kind === 'number' || kind === 'hash' ? 0.25 : kind === 'path' ? 1.2 : 1;
  return often * edited * asked * recent * byKind;
}
