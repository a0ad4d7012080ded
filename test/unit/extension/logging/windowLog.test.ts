import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SourceLines } from '../../../../src/extension/logging/sourceLines.ts';
import { WindowLog } from '../../../../src/extension/logging/windowLog.ts';

function logOver(): { readonly log: WindowLog; readonly lines: string[] } {
  const lines: string[] = [];
  const write = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  const channel = {
    ...{ debug: write('debug'), info: write('info') },
    ...{ warn: write('warn'), error: write('error') },
  };
  return {
    log: new WindowLog(channel, { lines: new SourceLines('/nowhere'), clock: { now: () => 7 } }),
    lines,
  };
}

describe('WindowLog', () => {
  it('writes each message at its level', () => {
    const { log, lines } = logOver();
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    assert.deepEqual(lines, ['debug: a', 'info: b', 'warn: c', 'error: d']);
  });

  it('writes the stack of an error at the level Error, and of a warning at the level Debug', async () => {
    const { log, lines } = logOver();
    const cause = new TypeError('no harbour');
    cause.stack = 'TypeError: no harbour\n    at run (node:internal/a:10:5)';
    log.error('it failed', cause);
    log.warn('it is odd', cause);
    await nextTurn();
    assert.deepEqual(lines.slice(2), [
      'error: TypeError\n    at run (node:internal/a:10:5)',
      'debug: TypeError\n    at run (node:internal/a:10:5)',
    ]);
  });

  it('keeps the time, kind, code and stack of the newest hundred faults', () => {
    const { log } = logOver();
    log.error('first, dropped');
    for (let n = 0; n < 99; n += 1) log.warn('odd');
    log.error('secret words', Object.assign(new RangeError('secret words'), { code: 'ENOENT' }));
    assert.equal(log.faults.length, 100);
    const { stack, ...kept } = log.faults.at(-1) ?? { stack: '' };
    assert.deepEqual(kept, { at: 7, level: 'error', error: 'RangeError', code: 'ENOENT' });
    assert.match(stack, /windowLog\.test/);
  });

  it('keeps the reason of a fault only if the reason is a single word, and drops a lowercase code', () => {
    const { log } = logOver();
    log.error('x', { reason: 'notFound' });
    log.error('x', { reason: 'No file /home/ada/notes.md' });
    log.error('x', { code: 'ada' });
    assert.deepEqual(
      log.faults.map(({ code }) => code),
      ['notFound', undefined, undefined],
    );
  });
});
