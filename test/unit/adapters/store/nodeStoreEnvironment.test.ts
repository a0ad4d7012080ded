import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nodeFileSystem } from '../../../../src/adapters/store/fileSystem.ts';
import { nodeStoreEnvironment } from '../../../../src/adapters/store/nodeStoreEnvironment.ts';

describe('The store’s environment', () => {
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  it('uses Node’s file system', () => {
    assert.equal(nodeStoreEnvironment.fs, nodeFileSystem);
  });

  it('reports which processes run', () => {
    const { pid, status } = spawnSync(process.execPath, ['--version']);
    assert.equal(status, 0);
    assert.equal(nodeStoreEnvironment.isRunning(process.pid), true);
    assert.equal(nodeStoreEnvironment.isRunning(pid), false);
  });

  it('reports that another user’s process runs', () => {
    mock.method(process, 'kill', () => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    });
    assert.equal(nodeStoreEnvironment.isRunning(1), true);
  });

  it('names the machine and this process', () => {
    const { machine, pid } = nodeStoreEnvironment.process;
    assert.ok(machine.startsWith(hostname()), machine);
    assert.equal(pid, process.pid);
  });

  it('calls a function repeatedly until the repetition is stopped', () => {
    mock.timers.enable({ apis: ['setInterval'] });
    let ticks = 0;
    const stop = nodeStoreEnvironment.every(1_000, () => (ticks += 1));
    mock.timers.tick(3_000);
    assert.equal(ticks, 3);
    stop();
    mock.timers.tick(3_000);
    assert.equal(ticks, 3);
  });

  it('uses timers that do not keep the process alive', () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const stop = nodeStoreEnvironment.every(1e6, () => undefined);
    assert.equal(timers(), before);
    stop();
  });

  it('pauses for the requested time', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let isOver = false;
    const pausing = Promise.resolve(nodeStoreEnvironment.pause(1_000)).then(() => (isOver = true));
    mock.timers.tick(999);
    await nextTurn();
    assert.equal(isOver, false);
    mock.timers.tick(1);
    await pausing;
  });

  it('has the time of day, and a monotonic clock for durations', () => {
    const [date, elapsed] = [Date.now(), performance.now()];
    const [now, elapsedMs] = [nodeStoreEnvironment.now(), nodeStoreEnvironment.elapsedMs()];
    assert.ok(date <= now && now <= Date.now());
    assert.ok(elapsed <= elapsedMs && elapsedMs <= performance.now());
  });

  it('returns new names that are valid for folders', () => {
    const names = Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0 ? nodeStoreEnvironment.newSessionId() : nodeStoreEnvironment.newToken(),
    );
    assert.equal(new Set(names).size, 50);
    for (const name of names) assert.match(name, /^[\w-]+$/);
  });
});
