import fc from 'fast-check';
import { STEP_MS } from './patience.ts';

/** Removes randomness from `npm test`. Mocha loads this file before the unit tests. */

/**
 * Property tests try the same cases in each run, unless the variable LONGTHREAD_SEED selects other cases. The command
 * `npm run torture` sets this variable.
 */
fc.configureGlobal({ seed: Number(process.env['LONGTHREAD_SEED'] ?? '1') });

/**
 * On a busy machine, an endpoint on loopback may answer late. Therefore, each timeout that the product sets with
 * `AbortSignal.timeout` is at least as long as the time limit of a test's step.
 */
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => timeout(Math.max(milliseconds, Math.ceil(STEP_MS)));
