import assert from 'node:assert/strict';
import { jsonLines, readContent, readFixture, sketch } from '../../../support/transcriptFiles.ts';

describe('the pi reader', () => {
  it('reads messages, commands that the person ran and compactions, in their order', async () => {
    const { format, messages } = await readFixture('pi.jsonl');
    assert.equal(format, 'pi');
    assert.deepEqual(sketch(messages), [
      'user: List the files.',
      'assistant: (Easy.) | bash#c1({"command":"ls"}) | read#c2({"path":"a"})',
      'tool read#c2: text of a',
      'tool bash#c1: no\n\nCommand exited with code 2',
      'user: <command>',
      'user: <foreign-summary>',
      'assistant: Done.',
    ]);
  });

  it('takes usage with the cache, why an answer ended, and the exit code', async () => {
    const { messages } = await readFixture('pi.jsonl');
    const answer = messages[1]?.message;
    assert(answer?.role === 'assistant');
    assert.deepEqual(answer.usage, { inputTokens: 8, outputTokens: 2, cachedInputTokens: 3 });
    assert.equal(answer.finish, 'toolCalls');
    const failed = messages[3]?.message;
    assert(failed?.role === 'tool');
    assert.deepEqual([failed.isError, failed.exitCode], [true, 2]);
  });

  it('counts an aborted answer without anything in it as empty', async () => {
    const { skipped } = await readFixture('pi.jsonl');
    assert(skipped.some(({ what, count }) => what === 'empty message' && count === 1));
  });

  it('takes the name that a session was given and the text of extensions', async () => {
    const { title, messages, skipped } = await readContent(
      jsonLines(
        { type: 'session', version: 3, id: 'x', cwd: '/w' },
        { type: 'session_info', name: 'Lamp' },
        { type: 'custom_message', content: 'from an extension' },
        { type: 'branch_summary', summary: 'left behind' },
        { type: 'message', message: { role: 'custom', content: 'hook' } },
        { type: 'message', message: { role: 'narrator', content: 'Night.' } },
      ),
    );
    assert.equal(title, 'Lamp');
    assert.deepEqual(sketch(messages), ['user: <hook>', 'user: <foreign-summary>', 'user: <hook>']);
    assert.equal(skipped.at(-1)?.what, 'message line');
  });
});
