import { ChildProcess } from 'node:child_process';

/**
 * Runs a function. Until it ends, each attempt to start a process fails with the error that Node reports if too many
 * files are open.
 */
export async function withTooManyOpenFiles(run: () => Promise<void>): Promise<void> {
  const prototype = ChildProcess.prototype as unknown as { spawn: (this: ChildProcess) => number };
  const { spawn } = prototype;
  prototype.spawn = function fail() {
    process.nextTick(() => this.emit('error', new Error('spawn EMFILE')));
    return -24;
  };
  try {
    await run();
  } finally {
    prototype.spawn = spawn;
  }
}
