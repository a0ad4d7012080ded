import fc from 'fast-check';

/**
 * Makes properties try the same cases in each run, so that `npm test` is never red by chance. LONGTHREAD_SEED names other
 * cases, as `npm run torture` does.
 */
fc.configureGlobal({ seed: Number(process.env['LONGTHREAD_SEED'] ?? '1') });
