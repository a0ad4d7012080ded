/** What a run of tests came to, read from what it printed. A check without tests counts none. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly pending: number;
  /** A sentence on what is wrong beside failed tests. */
  readonly problem?: string;
}

interface Ended {
  readonly output: string;
  readonly isGood: boolean;
  /** So many tests there are at least, the pending ones counted; fewer is a failure. */
  readonly floor?: number;
}

/** A check that fails counts as one failure; so does a run that ends badly, or lost tests, without a failed test. */
export function outcomeOf({ output, isGood, floor }: Ended): Outcome {
  const [passed, failing, pending] = ['passing', 'failing', 'pending'].map((word) => sumOf(word, output)) as [
    number,
    number,
    number,
  ];
  const count = passed + failing + pending;
  const isShort = floor !== undefined && count < floor;
  const problem = `  There are ${count} tests; ${floor ?? 0} at least should be, so some were not run.`;
  const failed = Math.max(failing, isGood && !isShort ? 0 : 1);
  return { passed, failed, pending, ...(isShort && { problem }) };
}

/** Mocha's closing lines, one of each a run; a step may hold several runs. */
function sumOf(word: string, output: string): number {
  const lines = output.matchAll(new RegExp(`^ +(\\d+) ${word}\\b`, 'gm'));
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Lines on what passed though something was missing: pending tests, an editor without an agent, a test that
 * passed at a retry; each once. */
export function noticesIn(output: string): readonly string[] {
  const lines = output
    .split('\n')
    .filter((line) => /LONGTHREAD_CORPUS|carries no agent|^ +\d+ pending|passed at a retry/.test(line));
  return [...new Set(lines.map((line) => `  ${line.replace(/^[\s,.]+/, '')}`))];
}

/** One line for a person. */
export function outcomeLine(name: string, outcome: Outcome, milliseconds: number): string {
  const { passed, failed, pending } = outcome;
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`;
  const figures = passed + failed === 0 ? '' : `, ${passed} passed, ${failed} failed`;
  const waiting = pending === 0 ? '' : `, ${pending} pending`;
  return `${failed > 0 ? '✗' : '✓'} ${name} (${seconds}${figures}${waiting})`;
}
