/**
 * Makes this process exit normally when it receives SIGTERM, so that it writes its coverage data. mocha sends SIGTERM
 * to its workers one second after the message to exit. On a busy machine, a worker may not have read this message yet,
 * or may still be writing. A process that is already exiting ignores SIGTERM.
 */
process.on('SIGTERM', () => process.exit(128 + 15));
