import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('keepCoverage', () => {
  it('lets a worker write its coverage data even if SIGTERM arrives before mocha’s message to exit', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coverage-'));
    const script = new URL('../../support/keepCoverage.ts', import.meta.url).href;
    const waiting = `await import(${JSON.stringify(script)}); setInterval(() => {}, 1e6); console.log('ready');`;
    try {
      const worker = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', waiting], {
        env: { ...process.env, NODE_V8_COVERAGE: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(worker.stdout, 'data');
      worker.kill('SIGTERM');
      await once(worker, 'exit');
      assert.notDeepEqual(await readdir(folder), []);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
