import assert from 'node:assert/strict';
import { jsonLines, readContent, readFixture, sketch } from '../../../support/transcriptFiles.ts';

describe('the pi reader', () => {
  it('reads messages, commands that the person ran, and compactions, in the order of the file', async () => {
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

  it('reads the usage and the finish reason of an answer, and the exit code of a command', async () => {
    const { messages } = await readFixture('pi.jsonl');
    const answer = messages[1]?.message;
    assert(answer?.role === 'assistant');
    assert.deepEqual(answer.usage, { inputTokens: 8, outputTokens: 2, cachedInputTokens: 3 });
    assert.equal(answer.finish, 'toolCalls');
    const failed = messages[3]?.message;
    assert(failed?.role === 'tool');
    assert.deepEqual([failed.isError, failed.exitCode], [true, 2]);
  });

  it('reports an aborted answer without content as an empty message', async () => {
    const { skipped } = await readFixture('pi.jsonl');
    assert(skipped.some(({ what, count }) => what === 'empty message' && count === 1));
  });

  it('does not count empty answers as messages that a compaction kept', async () => {
    const said = (id: string, role: string, content: unknown): object => ({
      ...{ type: 'message', id, timestamp: '2026-01-01T00:00:00.000Z', message: { role, content } },
    });
    const { messages } = await readContent(
      jsonLines(
        { type: 'session', version: 3, cwd: '/' },
        said('1', 'user', 'One.'),
        said('2', 'user', 'Two.'),
        said('3', 'assistant', []),
        said('4', 'user', 'Three.'),
        { type: 'compaction', id: '5', summary: 'They count.', firstKeptEntryId: '2' },
      ),
    );
    assert.deepEqual([messages.length, messages.at(-1)?.kept], [4, 2]);
  });

  it('counts the person’s comment on a refused tool call as a kept message', async () => {
    const said = (id: string, message: object): object => ({ type: 'message', id, message });
    const refused =
      'The user rejected permission to use this specific tool call with the following feedback: Use tabs.';
    const { messages } = await readContent(
      jsonLines(
        { type: 'session', version: 3, cwd: '/' },
        said('1', { role: 'user', content: 'One.' }),
        said('2', { role: 'user', content: 'Two.' }),
        said('3', {
          role: 'assistant',
          content: [{ type: 'toolCall', id: 'c1', name: 'edit', arguments: {} }],
        }),
        said('4', { role: 'toolResult', toolCallId: 'c1', isError: true, content: refused }),
        { type: 'compaction', id: '5', summary: 'They count.', firstKeptEntryId: '2' },
      ),
    );
    assert.deepEqual(sketch(messages).slice(-2), ['user: Use tabs.', 'user: <foreign-summary>']);
    assert.deepEqual([messages.length, messages.at(-1)?.kept], [6, 4]);
  });

  it('reads the title that Oh My Pi writes on the first line, and ignores an empty title', async () => {
    const lines = (title: string): string =>
      jsonLines(
        { type: 'title', v: 1, title },
        { type: 'session', version: 3, cwd: '/' },
        { type: 'message', id: '1', parentId: null, timestamp: 1, message: { role: 'user', content: 'Hi.' } },
      );
    assert.equal((await readContent(lines('A lamp'))).title, 'A lamp');
    assert.equal((await readContent(lines(''))).title, undefined);
  });

  it('reads the session’s name, texts of extensions and branch summaries, and reports unknown roles', async () => {
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

  const entry = (id: string, parentId: string | null, text: string) => ({
    type: 'message',
    id,
    parentId,
    timestamp: '2026-03-01T09:00:00Z',
    message: { role: 'user', content: text },
  });

  it('omits abandoned branches', async () => {
    const { messages, skipped } = await readContent(
      jsonLines(
        { type: 'session', version: 3, id: 'x', cwd: '/w' },
        entry('a', null, 'start'),
        entry('b', 'a', 'one way'),
        entry('c', 'b', 'further'),
        { type: 'branch_summary', id: 'd', parentId: 'a', fromId: 'c', summary: 'one way was tried' },
        entry('e', 'd', 'another way'),
      ),
    );
    assert.deepEqual(sketch(messages), ['user: start', 'user: <foreign-summary>', 'user: another way']);
    assert.deepEqual(skipped.at(-1), {
      where: 'the whole file',
      what: 'message of an abandoned branch',
      count: 2,
    });
  });

  it('applies the newest valid edit or removal of each message, and ignores edits on abandoned branches', async () => {
    const edit = (id: string, parentId: string, targetId: string, replacement: unknown) => ({
      ...{ type: 'context_edit', id, parentId, targetId, replacement },
    });
    const said = (id: string, parentId: string, message: object) => ({
      ...{ type: 'message', id, parentId, timestamp: '2026-03-01T09:00:00Z', message },
    });
    const call = { type: 'toolCall', id: 'c1', name: 'bash', arguments: {} };
    const { messages, skipped } = await readContent(
      jsonLines(
        { type: 'session', version: 3, id: 'x', cwd: '/w' },
        entry('a', null, 'out'),
        entry('b', 'a', 'old'),
        said('c', 'b', { role: 'assistant', content: [{ type: 'text', text: 'long' }, call] }),
        said('d', 'c', { role: 'toolResult', toolCallId: 'c1', content: [{ type: 'text', text: 'much' }] }),
        { type: 'custom_message', id: 'e', parentId: 'd', content: 'from an extension' },
        edit('f', 'e', 'a', null),
        edit('g', 'f', 'b', { content: 'between' }),
        edit('h', 'g', 'c', { content: [{ type: 'text', text: 'short' }, call] }),
        edit('i', 'h', 'd', { content: 'little' }),
        edit('j', 'i', 'e', { content: 'Never push.' }),
        entry('k', 'j', 'stays'),
        // Edits that are not applied: `l` is on an abandoned branch, and `n` has an invalid replacement.
        edit('l', 'k', 'k', null),
        edit('m', 'k', 'b', { content: 'new' }),
        edit('n', 'm', 'k', ['?']),
        { type: 'compaction', id: 'o', parentId: 'n', summary: 'They talked.', firstKeptEntryId: 'a' },
      ),
    );
    assert.deepEqual(sketch(messages), [
      'user: new',
      'assistant: short | bash#c1({})',
      'tool bash#c1: little',
      'user: <hook>',
      'user: stays',
      'user: <foreign-summary>',
    ]);
    assert.equal(messages.at(-1)?.kept, 5);
    assert.deepEqual(
      skipped.map(({ what, count }) => `${String(count)} ${what}`),
      ['1 session line', '1 context_edit line', '1 message that an edit took out of the context'],
    );
  });

  it('keeps the role and the error flag of an edited message, and ignores edits of commands', async () => {
    const edit = (id: string, targetId: string) => ({
      ...{ type: 'context_edit', id, targetId, replacement: { content: 'new' } },
    });
    const said = (id: string, message: object) => ({ type: 'message', id, message });
    const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' };
    const failed = { role: 'toolResult', toolCallId: 'c1', content: 'Command exited with code 2' };
    const { messages } = await readContent(
      jsonLines(
        { type: 'session', version: 3, id: 'x', cwd: '/w' },
        said('a', { role: 'user', content: '<system-reminder>Be short.</system-reminder>' }),
        { type: 'custom_message', id: 'b', content: [image] },
        said('c', { role: 'assistant', content: [{ type: 'toolCall', id: 'c1', name: 'bash' }] }),
        said('d', { ...failed, isError: true }),
        said('e', { role: 'bashExecution', command: 'ls', output: 'a' }),
        ...['a', 'b', 'd', 'e'].map((id) => edit(`${id}2`, id)),
      ),
    );
    assert.deepEqual(sketch(messages), [
      'user: new',
      'user: <hook>',
      'assistant: bash#c1({})',
      'tool bash#c1: new',
      'user: <command>',
    ]);
    const [result, command] = messages.slice(-2).map(({ message }) => message);
    assert.ok(result?.role === 'tool' && result.isError === true && result.exitCode === undefined);
    assert.ok(JSON.stringify(command).includes('$ ls'));
  });

  it('counts no kept messages if the first kept entry is unknown', async () => {
    const { messages } = await readContent(
      jsonLines({ type: 'session', version: 3, id: 'x', cwd: '/w' }, entry('a', null, 'start'), {
        type: 'compaction',
        id: 'b',
        parentId: 'a',
        summary: 'They talked.',
        firstKeptEntryId: 'none',
      }),
    );
    assert.equal(messages.at(-1)?.kept, 0);
  });

  it('does not count messages of an abandoned branch as kept messages', async () => {
    const { messages } = await readContent(
      jsonLines(
        { type: 'session', version: 3, id: 'x', cwd: '/w' },
        entry('z', null, 'before'),
        entry('a', 'z', 'start'),
        entry('b', 'a', 'one way'),
        entry('c', 'a', 'another way'),
        { type: 'compaction', id: 'd', parentId: 'c', summary: 'They talked.', firstKeptEntryId: 'a' },
      ),
    );
    assert.equal(messages.at(-1)?.kept, 2);
  });

  it('continues after a missing line', async () => {
    const { messages } = await readContent(
      jsonLines(
        { type: 'session', version: 3, id: 'x', cwd: '/w' },
        entry('a', null, 'start'),
        entry('c', 'lost', 'further'),
        entry('d', 'c', 'end'),
      ),
    );
    assert.deepEqual(sketch(messages), ['user: start', 'user: further', 'user: end']);
  });

  it('omits commands that were not sent to the model', async () => {
    const command = { role: 'bashExecution', command: 'env', output: 'A=1', excludeFromContext: true };
    const { messages } = await readContent(
      jsonLines(entry('a', null, 'start'), { type: 'message', id: 'b', parentId: 'a', message: command }),
    );
    assert.deepEqual(sketch(messages), ['user: start']);
  });
});
