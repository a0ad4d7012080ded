import fc from 'fast-check';
import { STEP_MS } from './patience.ts';

/** Keeps chance out of `npm test`: required before the unit tests. */

/** Properties try the same cases in each run. LONGTHREAD_SEED names other cases, as `npm run torture` does. */
fc.configureGlobal({ seed: Number(process.env['LONGTHREAD_SEED'] ?? '1') });

/** An endpoint on loopback answers late on a busy machine: what the product waits for has a step's time. */
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => timeout(Math.max(milliseconds, Math.ceil(STEP_MS)));
