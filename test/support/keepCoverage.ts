/**
 * Makes a process that gets SIGTERM exit by itself, so that it writes its coverage. mocha sends its workers SIGTERM
 * one second after it told them to exit; on a busy machine they may not have read that yet, or may still be writing. A
 * SIGTERM that comes while the process exits has no effect.
 */
process.on('SIGTERM', () => process.exit(128 + 15));
