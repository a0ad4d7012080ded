import type { RecallEntry } from '../../core/log/entry.ts';

/** A name recalled this often was compacted too eagerly: the notes keep it from then on. */
export const OFTEN = 2;

/** The names that a session's recalls were about, again and again. */
export function oftenRecalled(recalls: readonly RecallEntry[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const name of recalls.flatMap(({ facts }) => facts)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].flatMap(([name, count]) => (count >= OFTEN ? [name] : [])));
}
