import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Cancellation, neverCancelled } from '../../../../src/core/cancellation.ts';
import { CommandRun } from '../../../../src/extension/terminal/commandRun.ts';
import { MadeUpShell } from '../../../support/madeUpShell.ts';

describe('A command', () => {
  let run: CommandRun;
  let shell: MadeUpShell;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
    mock.method(performance, 'now', () => Date.now());
    run = new CommandRun('run1', 'make');
    shell = new MadeUpShell();
    run.runsBy(shell);
  });

  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  describe('that ends', () => {
    it('returns its exit code and its output', async () => {
      const waiting = run.wait(60_000, neverCancelled);
      run.heard('one\r\n');
      run.heard('two\r\n');
      run.hasEnded({ exitCode: 3 });
      assert.equal(await waiting, 'ended');
      assert.deepEqual([run.output, run.end], ['one\ntwo', { exitCode: 3 }]);
    });

    it('is no longer awaited after its end', async () => {
      run.hasEnded({ exitCode: 0 });
      assert.equal(await run.wait(60_000, neverCancelled), 'ended');
      assert.equal(run.isAwaited, false);
    });

    it('ends once: a terminal that closes later does not change the exit code', () => {
      run.hasEnded({ exitCode: 3 });
      run.hasEnded({});
      assert.deepEqual(run.end, { exitCode: 3 });
    });

    it('is not affected by a stop after its end', async () => {
      const stop = new Cancellation();
      const waiting = run.wait(60_000, stop.signal);
      run.hasEnded({ exitCode: 0 });
      assert.equal(await waiting, 'ended');
      stop.cancel();
      await run.stop();
      assert.deepEqual(shell.did, []);
      assert.equal(await run.wait(60_000, neverCancelled), 'ended');
    });
  });

  describe('that writes', () => {
    it('returns the output since the last call', () => {
      run.heard('one\n');
      assert.equal(run.takeNews(), 'one');
      assert.equal(run.takeNews(), '');
      run.heard('two\n');
      assert.equal(run.takeNews(), 'two');
      assert.equal(run.output, 'one\ntwo');
    });

    it('returns a line again if it was overwritten since', () => {
      run.heard('start\n 10 %');
      assert.equal(run.takeNews(), 'start\n 10 %');
      run.heard('\r100 %\nend');
      assert.equal(run.takeNews(), '100 %\nend');
      run.heard('\r');
      assert.equal(run.takeNews(), '');
    });

    it('has the remark that its shell added', () => {
      assert.equal(run.remark, undefined);
      run.runsBy({ interrupt: () => undefined, end: () => undefined, remark: 'As a task.' });
      assert.equal(run.remark, 'As a task.');
    });
  });

  describe('that waits for input', () => {
    it('is recognised four seconds after its question', async () => {
      const waiting = run.wait(60_000, neverCancelled);
      run.heard('Overwrite? [y/N] ');
      mock.timers.tick(3_900);
      assert.deepEqual([run.prompt, run.isAwaited], [undefined, true]);
      mock.timers.tick(600);
      assert.equal(await waiting, 'prompts');
      assert.equal(run.prompt, 'Overwrite? [y/N]');
    });

    it('is not recognised while output goes on, or without a question', () => {
      void run.wait(60_000, neverCancelled);
      run.heard('Really?');
      mock.timers.tick(3_000);
      run.heard(' Yes.\nNext?');
      mock.timers.tick(3_000);
      assert.equal(run.isAwaited, true);
      run.heard(' No.\n');
      mock.timers.tick(30_000);
      assert.equal(run.isAwaited, true);
    });

    it('no longer waits for input after its end', () => {
      run.heard('Really?');
      mock.timers.tick(10_000);
      assert.equal(run.prompt, 'Really?');
      run.hasEnded({});
      assert.equal(run.prompt, undefined);
    });
  });

  it('that takes too long continues without being awaited', async () => {
    const waiting = run.wait(60_000, neverCancelled);
    mock.timers.tick(59_999);
    assert.equal(run.isAwaited, true);
    mock.timers.tick(1);
    assert.equal(await waiting, 'timedOut');
    assert.deepEqual([run.isAwaited, run.end, shell.did], [false, undefined, []]);
  });

  it('continues in the background even if the turn is stopped later', async () => {
    const stop = new Cancellation();
    const waiting = run.wait(60_000, stop.signal);
    run.continueInBackground();
    await waiting;
    stop.cancel();
    assert.deepEqual([shell.did, run.stopping.aborted], [[], false]);
  });

  it('continues in the background if the person allows it, and can be awaited again', async () => {
    const waiting = run.wait(60_000, neverCancelled);
    run.continueInBackground();
    assert.equal(await waiting, 'background');
    assert.deepEqual([run.isAwaited, run.end, shell.did], [false, undefined, []]);
    run.continueInBackground();
    const again = run.wait(60_000, neverCancelled);
    run.hasEnded({ exitCode: 0 });
    assert.equal(await again, 'ended');
  });

  describe('that is stopped', () => {
    it('with its turn is interrupted, and its shell stays open if the command then ends', async () => {
      const stop = new Cancellation();
      const waiting = run.wait(60_000, stop.signal);
      stop.cancel();
      assert.deepEqual(shell.did, ['interrupt']);
      run.hasEnded({ exitCode: 130 });
      assert.equal(await waiting, 'stopped');
      mock.timers.tick(10_000);
      assert.deepEqual([shell.did, run.end], [['interrupt'], { exitCode: 130 }]);
    });

    it('is killed after three seconds if an interrupt does not end it', async () => {
      const stop = new Cancellation();
      const waiting = run.wait(60_000, stop.signal);
      stop.cancel();
      mock.timers.tick(2_999);
      assert.deepEqual(shell.did, ['interrupt']);
      mock.timers.tick(1);
      assert.equal(await waiting, 'stopped');
      assert.deepEqual([shell.did, run.end], [['interrupt', 'end'], {}]);
    });

    it('is interrupted at once if the turn was stopped before the wait', async () => {
      const stop = new Cancellation();
      stop.cancel();
      const waiting = run.wait(60_000, stop.signal);
      assert.deepEqual(shell.did, ['interrupt']);
      run.hasEnded({});
      assert.equal(await waiting, 'stopped');
    });

    it('while nothing awaits it reports the stop, even to a later wait', async () => {
      assert.equal(run.stopping.aborted, false);
      const stopping = run.stop();
      assert.equal(run.stopping.aborted, true);
      run.hasEnded({ exitCode: 130 });
      await stopping;
      assert.equal(await run.wait(60_000, neverCancelled), 'stopped');
    });

    it('before it has a shell ends at once', async () => {
      const early = new CommandRun('run2', 'make');
      const waiting = early.wait(60_000, neverCancelled);
      await early.stop();
      assert.equal(await waiting, 'stopped');
      assert.deepEqual([early.end, early.output], [{}, '']);
    });
  });
});
