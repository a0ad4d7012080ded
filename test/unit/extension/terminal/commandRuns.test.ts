import assert from 'node:assert/strict';
import { Cancellation, neverCancelled, type CancelSignal } from '../../../../src/core/cancellation.ts';
import type { CommandRun } from '../../../../src/extension/terminal/commandRun.ts';
import { CommandRuns, type ShellStart } from '../../../../src/extension/terminal/commandRuns.ts';
import { MadeUpShells } from '../../../support/madeUpShell.ts';

const cwd = { fsPath: '/home/ann/app' } as ShellStart['cwd'];

describe('A window’s commands', () => {
  let shells: MadeUpShells;
  let runs: CommandRuns;

  beforeEach(() => {
    shells = new MadeUpShells();
    runs = new CommandRuns(shells);
  });

  function start(signal: CancelSignal = neverCancelled, session = 's1'): Promise<CommandRun> {
    return runs.start(session, 'make', { line: 'make', cwd, env: {}, signal });
  }

  async function begin(session: string): Promise<CommandRun> {
    const starting = start(neverCancelled, session);
    shells.start(true);
    return starting;
  }

  it('start in a terminal if the shell reports its commands', async () => {
    await begin('s1');
    assert.deepEqual(shells.began, ['terminal: make']);
  });

  it('start as a task if the shell does not report its commands', async () => {
    const starting = start();
    shells.start(false);
    await starting;
    assert.deepEqual(shells.began, ['task: make']);
  });

  it('wait six seconds or the given time for the shell', async () => {
    await begin('s1');
    runs = new CommandRuns(shells, 60_000);
    await begin('s1');
    assert.deepEqual(shells.readyMs, [6_000, 60_000]);
  });

  it('are known only to their own session', async () => {
    const first = await begin('s1');
    const second = await begin('s2');
    const third = await begin('s1');
    assert.deepEqual([first.id, second.id, third.id], ['run1', 'run2', 'run3']);
    assert.deepEqual([runs.of('s1'), runs.of('s2'), runs.of('s3')], [[first, third], [second], []]);
  });

  it('are sent to the background only in the requesting session', async () => {
    const run = await begin('s1');
    const other = await begin('s2');
    assert.equal(runs.continueInBackground('s1'), false);
    const waiting = run.wait(60_000, neverCancelled);
    const otherWaiting = other.wait(60_000, neverCancelled);
    assert.equal(runs.continueInBackground('s1'), true);
    assert.equal(await waiting, 'background');
    assert.equal(other.isAwaited, true);
    other.markEnded({});
    assert.equal(await otherWaiting, 'ended');
  });

  describe('that are stopped', () => {
    it('start neither in the terminal nor as a task if the shell was not ready yet', async () => {
      const stop = new Cancellation();
      const starting = start(stop.signal);
      assert.equal(shells.isWaiting, true);
      stop.cancel();
      const run = await starting;
      shells.start(true);
      assert.equal(await run.wait(60_000, stop.signal), 'stopped');
      assert.deepEqual([shells.began, shells.shell.did, run.end], [[], [], {}]);
    });

    it('do not start later, even if the turn continues', async () => {
      const starting = start();
      await runs.of('s1')[0]?.stop();
      const run = await starting;
      assert.equal(await run.wait(60_000, neverCancelled), 'stopped');
      assert.deepEqual(shells.began, []);
    });

    it('open no shell if the turn was stopped before the command was requested', async () => {
      const stop = new Cancellation();
      stop.cancel();
      const run = await start(stop.signal);
      assert.equal(await run.wait(60_000, stop.signal), 'stopped');
      assert.deepEqual([shells.readyMs, shells.began], [[], []]);
    });
  });

  it('get a single interrupt when the waiting turn is stopped', async () => {
    const stop = new Cancellation();
    const starting = start(stop.signal);
    shells.start(true);
    const run = await starting;
    const waiting = run.wait(60_000, stop.signal);
    stop.cancel();
    assert.deepEqual(shells.shell.did, ['interrupt']);
    run.markEnded({ exitCode: 130 });
    assert.equal(await waiting, 'stopped');
  });

  it('are not listed if no shell can be opened', async () => {
    const stop = new Cancellation();
    shells.runAsTask = () => Promise.reject(new Error('No tasks here.'));
    const starting = start(stop.signal);
    const [run] = runs.of('s1');
    shells.start(false);
    await assert.rejects(starting, /No tasks here/);
    stop.cancel();
    assert.equal(run?.stopping.aborted, false);
    assert.deepEqual(runs.of('s1'), []);
  });
});
