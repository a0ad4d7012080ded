import type { BenchRow } from './benchRow.ts';
export async function run(): Promise<BenchRow[]> {
  return [];
}
