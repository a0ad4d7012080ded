import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

describe('A stopped run of test suites', () => {
  before(function () {
    // Windows ends a process without a signal, so the exit codes below do not exist there.
    if (process.platform === 'win32') this.skip();
  });

  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    it(`exits with code ${String(status)} after ${signal}, as in a shell`, async () => {
      const module = JSON.stringify(new URL('../../support/runStep.ts', import.meta.url).href);
      const script = `await import(${module}); setInterval(() => {}, 1000); console.log('ready');`;
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      child.kill(signal);
      assert.deepEqual(await once(child, 'close'), [status, null]);
    });
});
