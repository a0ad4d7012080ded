import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import type { TestEvent } from './resultsReporter.ts';
import { readEvents, underWay } from './testOutcome.ts';
import { ProcessTree } from './processTree.ts';

export interface StepRun {
  readonly status: number | null;
  readonly output: string;
  readonly events: readonly TestEvent[];
  readonly wallSeconds: number;
  /** The CPU time of the process and its descendants, or undefined if the system does not report CPU time. */
  readonly cpuSeconds: number | undefined;
}

const SAMPLED_EVERY_MS = 500;
const running = new Set<ProcessTree>();

// Ends the processes of all running scripts, such as editors and browsers, when the test run is stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const tree of running) tree.kill();
    process.exit(128 + constants.signals[signal]);
  });
}

/**
 * Runs an npm script until it ends. Stops the script if nothing was printed and no test began or ended for `stalledMs`.
 * In this case, the output gives this reason and names the running tests. The total time has no limit.
 */
export async function runStep(
  script: string,
  stalledMs: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<StepRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lt-results-'));
  const results = path.join(folder, 'results.jsonl');
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', script], {
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, LONGTHREAD_TEST_RESULTS: results },
  });
  const tree = new ProcessTree(child.pid ?? 0);
  running.add(tree);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  let lastSize = -1;
  let lastProgress = performance.now();
  const timer = setInterval(() => {
    tree.sample();
    const size = output.length + (statSync(results, { throwIfNoEntry: false })?.size ?? 0);
    if (size !== lastSize) lastProgress = performance.now();
    lastSize = size;
    if (performance.now() - lastProgress < stalledMs) return;
    lastProgress = Infinity;
    output += stallText(stalledMs, readEvents(results));
    tree.kill();
  }, SAMPLED_EVERY_MS);
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(timer);
  running.delete(tree);
  const events = readEvents(results);
  rmSync(folder, { recursive: true, force: true });
  const wallSeconds = (performance.now() - started) / 1000;
  return { status, output, events, wallSeconds, cpuSeconds: tree.cpuSeconds() };
}

function stallText(stalledMs: number, events: readonly TestEvent[]): string {
  const names = underWay(events);
  const what = names.length === 0 ? '' : ` Under way: ${names.join('; ')}.`;
  return `\nStopped: nothing was printed and no test began or ended for ${Math.round(stalledMs / 60_000)} minutes.${what}\n`;
}
