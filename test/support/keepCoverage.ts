/**
 * Makes a process that gets SIGTERM exit by itself, so that it writes its coverage. mocha sends its workers SIGTERM
 * one second after it told them to exit; on a busy machine they may not have read that yet, or may still be writing.
 */
process.once('SIGTERM', () => {
  process.on('SIGTERM', () => undefined);
  process.exit(128 + 15);
});
process.once('exit', () => process.on('SIGTERM', () => undefined));
