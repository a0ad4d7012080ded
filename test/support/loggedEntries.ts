import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseLine } from '../../src/adapters/store/parseLine.ts';
import type { Entry } from '../../src/core/log/entry.ts';

/** Returns the entries of a log on disk, without a line that is still being written. */
export function loggedEntries(log: string): readonly Entry[] {
  const text = readFileSync(log, 'utf8');
  const lines = text.slice(0, Math.max(0, text.lastIndexOf('\n'))).split('\n');
  return lines.filter(Boolean).map((line) => {
    const parsed = parseLine(line);
    return parsed.type === 'entry' ? parsed.entry : assert.fail(parsed.why);
  });
}
