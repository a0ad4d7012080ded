import { Plugin } from '../../src/plugins/claudeCode/plugin.ts';
import type { ApiMessage } from '../../src/plugins/claudeCode/requestFormat.ts';
import { bodyOf, FakeIo, opening, step, steps } from '../support/claudeRequests.ts';
import { median, quantile, timed, type BenchRow } from './benchRow.ts';

const REQUEST_CHARACTERS = 340_000;
const STEP_CHARACTERS = 6_000;
const RUNS = 31;

/**
 * Measures the time that the plugin adds to a request of Claude Code, without the time that Claude Code needs to call
 * the plugin.
 */
export async function run(): Promise<BenchRow[]> {
  return [
    ...(await added(1_000_000, 'nothing compacted')),
    ...(await added(100_000, 'compacted on the way')),
  ];
}

/** Measures the requests of a turn. Each request has one step more than the request before. */
async function added(window: number, how: string): Promise<readonly BenchRow[]> {
  const io = new FakeIo();
  io.window = window;
  const plugin = new Plugin();
  let messages: readonly ApiMessage[] = [
    ...opening('Raise the rate to 0.21, and never touch docs/.'),
    ...steps(1, Math.floor(REQUEST_CHARACTERS / STEP_CHARACTERS), STEP_CHARACTERS),
  ];
  const first = await timed(() => plugin.project(bodyOf(messages), io));
  const figures: number[] = [];
  for (let at = 0; at < RUNS; at++) {
    messages = [...messages, ...step(1_000 + at, 1_000)];
    const body = bodyOf(messages);
    figures.push(await timed(() => plugin.project(body, io)));
  }
  const name = 'Claude Code: added to a request of 340 KB';
  const note = `${String(Math.round(bodyOf(messages).length / 1_000))} KB at the end, ${how}`;
  return [
    { name: `${name}, the first of a process`, unit: 'ms', value: first, note },
    { name: `${name} p50`, unit: 'ms', value: median(figures), note },
    { name: `${name} p95`, unit: 'ms', value: quantile(figures, 0.95), note },
  ];
}
