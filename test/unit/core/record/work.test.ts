import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/log/message.ts';
import { workOf } from '../../../../src/core/record/work.ts';
import { call, person, result, sessionOf } from './sessionOf.ts';

const edit = call('c1', 'edit', { path: 'a.ts', old_string: 'x', new_string: 'y' });
const reading = call('c1', 'read', { path: 'a.ts' });
const patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** End Patch\nEOF";
const planning = call('c1', 'todo_write', { todos: [{ content: 'ship it', status: 'pending' }] });

const changedBy = (...messages: readonly Message[]): readonly string[] =>
  workOf(sessionOf(...messages)).changed.map(({ path }) => path);

function failed(message: Message): Message {
  return { ...message, ...(message.role === 'tool' && { isError: true }) };
}

/** Returns the files that a script changed, judging by its exit code and output. */
const changedByRun = (command: string, exitCode: number, text = '1 failed'): readonly string[] =>
  changedBy(call('c1', 'bash', { command }), result('c1', 'bash', text, exitCode));

describe('the list of the assistant’s work', () => {
  it('includes a call only if the call has a result and did not fail', () => {
    for (const [asked, what] of [
      [edit, 'changed'],
      [reading, 'read'],
      [planning, 'plan'],
    ] as const) {
      const isIncluded = (...answers: readonly Message[]): boolean => {
        const included = workOf(sessionOf(person('Go.'), asked, ...answers))[what];
        return Array.isArray(included) ? included.length > 0 : included !== undefined;
      };
      assert.equal(isIncluded(), false, `${what} without a result`);
      assert.equal(isIncluded(failed(result('c1', '', 'No.'))), false, `${what} that failed`);
      assert.equal(isIncluded(result('c1', '', 'done')), true, what);
    }
  });

  it('keeps the earlier plan if the call with a later plan failed', () => {
    const later = call('c2', 'todo_write', { todos: [{ content: 'sell it', status: 'pending' }] });
    const { plan } = workOf(
      sessionOf(planning, result('c1', '', 'ok'), later, failed(result('c2', '', 'No.'))),
    );
    assert.deepEqual(plan, { id: 'm1', items: [{ text: 'ship it', state: 'open' }] });
  });

  it('includes changes that a script made before the last command failed', () => {
    const written = 'cat > a.test.ts <<EOF\nit works\nEOF\nnpx vitest run a.test.ts';
    assert.deepEqual(changedByRun(written, 1), ['a.test.ts']);
    assert.deepEqual(changedByRun('rm old.ts && npm test', 1), ['old.ts']);
    assert.deepEqual(changedByRun('npm test && rm old.ts', 1), []);
    assert.deepEqual(changedByRun('cd x && rm old.ts', 1), []);
    assert.deepEqual(changedByRun(patch, 1), []);
    assert.deepEqual(changedByRun(patch, 0), ['a.ts']);
    assert.deepEqual(changedByRun(`${patch}\nnpm test`, 1), ['a.ts']);
    const skipped = 'The user chose to skip the tool call, they want to proceed without running it';
    assert.deepEqual(changedByRun('rm old.ts && npm test', 1, skipped), []);
  });

  it('cites both the call that moves a file by its relative path and an earlier message with the file’s full path', () => {
    const [file] = workOf(
      sessionOf(
        ...[call('c1', 'read', { path: '/srv/shop/a.ts' }), result('c1', 'read', 'x')],
        ...[call('c2', 'bash', { command: 'mv a.ts b.ts' }), result('c2', 'bash', '', 0)],
      ),
    ).changed;
    assert.deepEqual(file?.changes.at(-1)?.ids, ['m1', 'm3']);
  });

  it('does not count an unanswered question as a failure', () => {
    const asked = call('c1', 'ask_user', { question: 'Tabs or spaces?' });
    assert.deepEqual(workOf(sessionOf(asked, failed(result('c1', 'ask_user', 'No.')))).runs, []);
  });

  it('omits a failed change, but not a refused one, if a later call in the turn changes the same files in the same way', () => {
    const again = call('c2', 'edit', { path: 'a.ts', old_string: 'x', new_string: 'z' });
    const runsOf = (first: Message, why: string): readonly string[] =>
      workOf(
        sessionOf(first, failed(result('c1', 'edit', why)), again, result('c2', 'edit', 'done')),
      ).runs.map(({ normalized }) => normalized);
    assert.deepEqual(runsOf(edit, '<tool_use_error>Found 2 matches'), []);
    assert.deepEqual(runsOf(edit, 'User rejected update to a.ts'), ['a.ts']);
    assert.deepEqual(runsOf(call('c1', 'bash', { command: patch }), 'Failed to find expected lines'), []);
    assert.deepEqual(runsOf(call('c1', 'edit', {}), 'String to replace not found in file.'), []);
    const between = [person('Leave it.'), again, result('c2', 'edit', 'done')];
    const first = [edit, failed(result('c1', 'edit', 'No such text'))];
    assert.equal(workOf(sessionOf(...first, ...between)).runs.length, 1);
    const gone = call('c1', 'delete_file', { path: 'a.ts' });
    assert.deepEqual(runsOf(gone, 'permission denied'), ['a.ts']);
    const tested = call('c1', 'bash', { command: 'npm test && rm a.ts' });
    assert.deepEqual(
      workOf(
        sessionOf(
          tested,
          result('c1', 'bash', '3 failed', 1),
          call('c2', 'bash', { command: 'rm a.ts' }),
          result('c2', 'bash', '', 0),
        ),
      ).runs.map(({ normalized }) => normalized),
      ['npm test && rm a.ts', 'rm a.ts'],
    );
    const other = patch.replace('a.ts', 'b.ts');
    assert.equal(runsOf(call('c1', 'bash', { command: other }), 'Failed to find expected lines').length, 1);
    const { runs } = workOf(sessionOf(edit, failed(result('c1', 'edit', 'No such text'))));
    assert.equal(runs.length, 1);
  });
});
