import { createHash } from 'node:crypto';

/**
 * Time limits of tests that wait for a browser or an editor. The limits only end tests that hang, so they are long, and
 * they grow with the slowness of the machine.
 */

const ROUNDS = 50_000;
/** The time that the rounds of the measurement take on the reference machine, in milliseconds. */
const REFERENCE_MS = 60;

/** Measures how many times slower this machine is than the reference machine. The result is at least 1. */
export function measureSlowness(): number {
  const started = performance.now();
  let digest: Buffer = Buffer.alloc(32);
  for (let round = 0; round < ROUNDS; round += 1) digest = createHash('sha256').update(digest).digest();
  return Math.max(1, (performance.now() - started) / REFERENCE_MS);
}

/** Returns the given slowness, which the test runner has measured. If it is not valid, measures the slowness. */
export function slownessFrom(given: string | undefined): number {
  const slowness = Number(given);
  return slowness >= 1 ? slowness : measureSlowness();
}

const slowness = slownessFrom(process.env['LONGTHREAD_SLOWNESS']);

/** The time limit of one step in a browser or an editor, in milliseconds. */
export const STEP_MS = 120_000 * slowness;

/** Mocha's time limit, after which a test counts as hanging. In milliseconds. */
export const HANG_MS = 600_000 * slowness;
