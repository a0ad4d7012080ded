import assert from 'node:assert/strict';
import type { Action } from '../../../src/core/approval/approval.ts';
import { approvalRow, grantWords } from '../../../src/extension/approvals/approvalRow.ts';
import { nodeStoreEnvironment } from '../../../src/adapters/store/nodeStoreEnvironment.ts';

const judgement = { parts: [], reasons: [], rules: [{ id: 'm1', text: 'Never.', isForbidding: true }] };

function rowOf(action: Partial<Action>): ReturnType<typeof approvalRow> {
  const whole: Action = { tool: 'run_command', kind: 'edit', paths: ['a.ts', 'b.ts'], ...action };
  const question = { id: 'q', action: whole, judgement, open: [], hasChanged: true };
  return approvalRow(question, 1);
}

describe('The row of an approval', () => {
  const questions: readonly [Partial<Action>, string][] = [
    [{ kind: 'edit' }, 'Edit “a.ts”, “b.ts”?'],
    [{ kind: 'write' }, 'Write “a.ts”, “b.ts”?'],
    [{ kind: 'delete' }, 'Delete “a.ts”, “b.ts”? It goes to the trash.'],
    [{ kind: 'rename' }, 'Rename “a.ts” to “b.ts”?'],
    [{ kind: 'memory' }, 'Remember this for later sessions?'],
    [{ kind: 'command', command: 'ls' }, 'Run this command in the workspace’s folder?'],
    [{ kind: 'command', command: 'ls', folder: 'src' }, 'Run this command in “src”?'],
  ];
  for (const [action, question] of questions)
    it(`asks: ${question}`, () => {
      const row = rowOf(action);
      assert.equal(row.question, question);
      assert.equal(row.reasons.length, 1);
      assert.deepEqual(row.rules, [{ text: 'Never.', isForbidding: true, message: 'm1' }]);
    });
});

describe('What an approval for longer covers', () => {
  it('is told in words', () => {
    assert.equal(
      grantWords({ kind: 'paths', change: 'edit', folder: '' }),
      'edits of files in the whole workspace',
    );
  });
});

describe('The store’s outside', () => {
  it('knows which processes run', () => {
    assert.equal(nodeStoreEnvironment.isRunning(process.pid), true);
    assert.equal(nodeStoreEnvironment.isRunning(2 ** 30), false);
    nodeStoreEnvironment.every(1e6, () => undefined)();
    assert.ok(nodeStoreEnvironment.elapsedMs() > 0);
  });
});
