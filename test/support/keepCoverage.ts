/**
 * Lets a process that leaves write its coverage to the end. mocha sends its workers SIGTERM one second after it told
 * them to exit, and a slow machine still writes then.
 */
process.once('exit', () => process.on('SIGTERM', () => undefined));
