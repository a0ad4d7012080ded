import assert from 'node:assert/strict';
import { FtsRecallStore } from '../../../../src/adapters/recall/ftsRecallStore.ts';

describe('The recall index', () => {
  it('throws the error of a failed write, not the error of the rollback', () => {
    const full = new Error('database or disk is full');
    const failing = new Map([
      ['COMMIT', full],
      ['ROLLBACK', new Error('cannot rollback - no transaction is active')],
    ]);
    const executed: string[] = [];
    const store = new FtsRecallStore({
      exec: (sql) => {
        executed.push(sql);
        const error = failing.get(sql);
        if (error !== undefined) throw error;
      },
      run: () => undefined,
      all: () => [],
      iterate: () => [],
      close: () => undefined,
    });
    assert.throws(() => store.insert([{ id: 'm1', text: 'berth' }]), full);
    assert.deepEqual(executed.slice(-3), ['BEGIN', 'COMMIT', 'ROLLBACK']);
  });
});
