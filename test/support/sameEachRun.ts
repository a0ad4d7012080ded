import fc from 'fast-check';
import { STEP_MS } from './patience.ts';

/** Removes randomness from `npm test`. Mocha loads this file before the unit tests. */

/**
 * Property tests try the same cases in each run. LONGTHREAD_SEED selects other cases, as `npm run torture` does.
 */
fc.configureGlobal({ seed: Number(process.env['LONGTHREAD_SEED'] ?? '1') });

/**
 * On a busy machine, an endpoint on loopback may answer late. Therefore, no timeout in the product is shorter than the
 * time limit of a test's step.
 */
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => timeout(Math.max(milliseconds, Math.ceil(STEP_MS)));
