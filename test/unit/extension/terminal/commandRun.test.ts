import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Cancellation, neverCancelled } from '../../../../src/core/cancellation.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { CommandRun } from '../../../../src/extension/terminal/commandRun.ts';
import { MadeUpShell } from '../../../support/madeUpShell.ts';

const KEY = `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n`;

describe('A command', () => {
  let run: CommandRun;
  let shell: MadeUpShell;
  const redactor = new SecretRedactor();

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
    mock.method(performance, 'now', () => Date.now());
    run = new CommandRun('run1', 'make');
    shell = new MadeUpShell();
    run.setShell(shell);
  });

  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  describe('that ends', () => {
    it('has an exit code and output', async () => {
      const waiting = run.wait(60_000, neverCancelled);
      run.addOutput('one\r\n');
      run.addOutput('two\r\n');
      run.markEnded({ exitCode: 3 });
      assert.equal(await waiting, 'ended');
      assert.deepEqual([run.output, run.end], ['one\ntwo', { exitCode: 3 }]);
    });

    it('lets a later wait return immediately', async () => {
      run.markEnded({ exitCode: 0 });
      assert.equal(await run.wait(60_000, neverCancelled), 'ended');
      assert.equal(run.isAwaited, false);
    });

    it('keeps the exit code if the terminal closes later', () => {
      run.markEnded({ exitCode: 3 });
      run.markEnded({});
      assert.deepEqual(run.end, { exitCode: 3 });
    });

    it('is not interrupted by a later stop', async () => {
      const stop = new Cancellation();
      const waiting = run.wait(60_000, stop.signal);
      run.markEnded({ exitCode: 0 });
      assert.equal(await waiting, 'ended');
      stop.cancel();
      await run.stop();
      assert.deepEqual(shell.did, []);
      assert.equal(await run.wait(60_000, neverCancelled), 'ended');
    });
  });

  describe('that writes output', () => {
    it('returns only its new output from each call of takeNewOutput', async () => {
      run.addOutput('one\n');
      assert.equal(await run.takeNewOutput(redactor), 'one');
      assert.equal(await run.takeNewOutput(redactor), '');
      run.addOutput('two\n');
      assert.equal(await run.takeNewOutput(redactor), 'two');
      assert.equal(run.output, 'one\ntwo');
    });

    it('returns the last word only after the line ends, the output pauses or the command ends', async () => {
      run.addOutput('token ghp_1a2B3c4D5e6F7g8H9i0');
      assert.equal(await run.takeNewOutput(redactor), 'token');
      run.addOutput('J1k2L3m4N5o6P7q8R\nready');
      assert.equal(await run.takeNewOutput(redactor), ' ghp_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R');
      mock.timers.tick(4_000);
      assert.equal(await run.takeNewOutput(redactor), 'ready');
      run.addOutput(' now');
      run.markEnded({ exitCode: 0 });
      assert.equal(await run.takeNewOutput(redactor), ' now');
    });

    it('withholds output if the search for secrets fails, and returns the output in the next call', async () => {
      run.addOutput('one\n');
      await run.takeNewOutput(redactor);
      run.addOutput('two\n');
      const failing = { find: () => Promise.reject(new Error('no worker')) };
      assert.match(await run.takeNewOutput(failing), /could not be searched for secrets/);
      assert.equal(await run.takeNewOutput(redactor), 'two');
    });

    it('returns an overwritten line in full even if an earlier call returned the line’s old text', async () => {
      run.addOutput('start\n 10 %');
      mock.timers.tick(4_000);
      assert.equal(await run.takeNewOutput(redactor), 'start\n 10 %');
      run.addOutput('\r100 %\nend');
      mock.timers.tick(4_000);
      assert.equal(await run.takeNewOutput(redactor), '100 %\nend');
      run.addOutput('\r');
      assert.equal(await run.takeNewOutput(redactor), '');
    });

    for (const [place, begin, end] of [
      ['a token in one line', 'token ghp_1a2B3c4D5e6F7g8H9i0', 'J1k2L3m4N5o6P7q8R\nnext'],
      [
        'a private key of several lines',
        `-----BEGIN PRIVATE KEY-----\n${KEY}`,
        `${KEY}-----END PRIVATE KEY-----\nnext`,
      ],
    ] as const)
      it(`returns a mask for the end of ${place} if the beginning was in earlier output`, async () => {
        run.addOutput(begin);
        mock.timers.tick(4_000);
        await run.takeNewOutput(redactor);
        run.addOutput(end);
        mock.timers.tick(4_000);
        assert.match(await run.takeNewOutput(redactor), /^\[secret: [a-zA-Z ]+\]\s*next$/);
      });

    it('provides the shell’s remark, for example that the command runs as a task', () => {
      assert.equal(run.remark, undefined);
      run.setShell({ interrupt: () => undefined, kill: () => undefined, remark: 'As a task.' });
      assert.equal(run.remark, 'As a task.');
    });
  });

  describe('that waits for input', () => {
    it('is recognised after four seconds without output after the prompt', async () => {
      const waiting = run.wait(60_000, neverCancelled);
      run.addOutput('Overwrite? [y/N] ');
      mock.timers.tick(3_900);
      assert.deepEqual([run.prompt, run.isAwaited], [undefined, true]);
      mock.timers.tick(600);
      assert.equal(await waiting, 'prompts');
      assert.equal(run.prompt, 'Overwrite? [y/N]');
    });

    it('is not recognised if more output follows each prompt within four seconds', () => {
      void run.wait(60_000, neverCancelled);
      run.addOutput('Really?');
      mock.timers.tick(3_000);
      run.addOutput(' Yes.\nNext?');
      mock.timers.tick(3_000);
      assert.equal(run.isAwaited, true);
      run.addOutput(' No.\n');
      mock.timers.tick(30_000);
      assert.equal(run.isAwaited, true);
    });

    it('stops reporting its prompt when the command ends', () => {
      run.addOutput('Really?');
      mock.timers.tick(10_000);
      assert.equal(run.prompt, 'Really?');
      run.markEnded({});
      assert.equal(run.prompt, undefined);
    });
  });

  it('continues if the wait times out', async () => {
    const waiting = run.wait(60_000, neverCancelled);
    mock.timers.tick(59_999);
    assert.equal(run.isAwaited, true);
    mock.timers.tick(1);
    assert.equal(await waiting, 'timedOut');
    assert.deepEqual([run.isAwaited, run.end, shell.did], [false, undefined, []]);
  });

  it('that was sent to the background continues if the turn is stopped later', async () => {
    const stop = new Cancellation();
    const waiting = run.wait(60_000, stop.signal);
    run.continueInBackground();
    await waiting;
    stop.cancel();
    assert.deepEqual([shell.did, run.stopping.aborted], [[], false]);
  });

  it('continues if the person sends the command to the background', async () => {
    const waiting = run.wait(60_000, neverCancelled);
    run.continueInBackground();
    assert.equal(await waiting, 'background');
    assert.deepEqual([run.isAwaited, run.end, shell.did], [false, undefined, []]);
    run.continueInBackground();
    const again = run.wait(60_000, neverCancelled);
    run.markEnded({ exitCode: 0 });
    assert.equal(await again, 'ended');
  });

  describe('that is stopped', () => {
    it('is not killed if the command ends after the interrupt', async () => {
      const stop = new Cancellation();
      const waiting = run.wait(60_000, stop.signal);
      stop.cancel();
      assert.deepEqual(shell.did, ['interrupt']);
      run.markEnded({ exitCode: 130 });
      assert.equal(await waiting, 'stopped');
      mock.timers.tick(10_000);
      assert.deepEqual([shell.did, run.end], [['interrupt'], { exitCode: 130 }]);
    });

    it('is killed three seconds after the interrupt', async () => {
      const stop = new Cancellation();
      const waiting = run.wait(60_000, stop.signal);
      stop.cancel();
      mock.timers.tick(2_999);
      assert.deepEqual(shell.did, ['interrupt']);
      mock.timers.tick(1);
      assert.equal(await waiting, 'stopped');
      assert.deepEqual([shell.did, run.end], [['interrupt', 'kill'], {}]);
    });

    it('is interrupted immediately if the turn was stopped before the wait began', async () => {
      const stop = new Cancellation();
      stop.cancel();
      const waiting = run.wait(60_000, stop.signal);
      assert.deepEqual(shell.did, ['interrupt']);
      run.markEnded({});
      assert.equal(await waiting, 'stopped');
    });

    it('is reported as stopped by a later wait', async () => {
      assert.equal(run.stopping.aborted, false);
      const stopping = run.stop();
      assert.equal(run.stopping.aborted, true);
      run.markEnded({ exitCode: 130 });
      await stopping;
      assert.equal(await run.wait(60_000, neverCancelled), 'stopped');
    });

    it('ends immediately if there is no shell yet', async () => {
      const early = new CommandRun('run2', 'make');
      const waiting = early.wait(60_000, neverCancelled);
      await early.stop();
      assert.equal(await waiting, 'stopped');
      assert.deepEqual([early.end, early.output], [{}, '']);
    });
  });
});
