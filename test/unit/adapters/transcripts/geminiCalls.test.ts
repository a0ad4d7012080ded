import assert from 'node:assert/strict';
import { jsonLines, readContent, sketch } from '../../../support/transcriptFiles.ts';

describe('Calls in Gemini CLI’s records', () => {
  const user = (id: string, text: string): object => ({ id, type: 'user', content: [{ text }] });
  const read = async (...lines: readonly object[]): Promise<readonly string[]> => {
    const { messages, skipped } = await readContent(
      jsonLines({ sessionId: 's', projectHash: 'p' }, ...lines),
    );
    return [...sketch(messages), ...skipped.map(({ what, count }) => `${count} × ${what}`)];
  };
  const answer = (id: string, output: string): object => ({
    functionResponse: { id, name: 'read_file', response: { output } },
  });
  const call = (id: string, result: unknown): object => ({
    ...{ id, name: 'read_file', args: { path: id }, status: 'success', result },
  });
  const thoughts = [{ subject: 'Looking', description: 'Both files.' }];
  const READ = [
    'user: Go.',
    'assistant: (Looking: Both files.) | read_file#a({"path":"a"}) | read_file#b({"path":"b"})',
    'tool read_file#a: power = 1',
    'tool read_file#b: power = 2',
  ];

  it('are read with each result once, although newer versions repeat the results in a record of their own', async () => {
    const both = [answer('a', 'power = 1'), answer('b', 'power = 2')];
    assert.deepEqual(
      await read(
        user('1', 'Go.'),
        {
          ...{ id: '2', type: 'gemini', content: '', thoughts },
          toolCalls: [call('a', [both[0]]), call('b', [both[1]])],
        },
        { id: '3', type: 'user', content: both },
        { id: '4', type: 'gemini', content: 'Done.' },
      ),
      [...READ, 'assistant: Done.'],
    );
  });

  it('are read with a result, an image and a text that are only in the record of the results', async () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
    const content = [answer('a', 'power = 1'), image, answer('b', 'power = 2'), { text: 'Only the lamp.' }];
    assert.deepEqual(
      await read(
        user('1', 'Go.'),
        {
          ...{ id: '2', type: 'gemini', content: '', thoughts },
          toolCalls: [call('a', null), call('b', null)],
        },
        { id: '3', type: 'user', content },
      ),
      [READ[0], READ[1], `${READ[2] ?? ''} | [image]`, READ[3], 'user: Only the lamp.'],
    );
  });

  it('are read without the person’s text that newer versions copy into the results of the calls', async () => {
    const content = [answer('a', 'power = 1'), answer('b', 'power = 2'), { text: 'Only the lamp.' }];
    assert.deepEqual(
      await read(
        user('1', 'Go.'),
        {
          ...{ id: '2', type: 'gemini', content: '', thoughts },
          toolCalls: [call('a', content), call('b', content)],
        },
        { id: '3', type: 'user', content },
      ),
      [...READ, 'user: Only the lamp.'],
    );
  });

  it('are read with the texts that older versions put after a function response that says only that the call succeeded', async () => {
    const result = [answer('a', 'Tool execution succeeded.'), { text: '--- a ---' }, { text: 'power = 1' }];
    const toolCalls = [call('a', result)];
    assert.deepEqual((await read({ id: '1', type: 'gemini', content: 'I look.', toolCalls })).slice(1), [
      'tool read_file#a: Tool execution succeeded. | --- a --- | power = 1',
    ]);
  });

  it('are read with the images of the results, which may be beside the function response or in it', async () => {
    const inlineData = { mimeType: 'image/png', data: 'AAAA' };
    const { functionResponse } = answer('b', 'seen') as { readonly functionResponse: object };
    const inside = { functionResponse: { ...functionResponse, parts: [{ inlineData }] } };
    const toolCalls = [call('a', [answer('a', 'seen'), { inlineData }]), call('b', [inside])];
    assert.deepEqual((await read({ id: '1', type: 'gemini', content: 'I look.', toolCalls })).slice(1), [
      'tool read_file#a: seen | [image]',
      'tool read_file#b: seen | [image]',
    ]);
  });

  it('are read once even if a list of messages repeats thoughts and calls, and stores the results of all calls with each call', async () => {
    const both = [answer('a', 'power = 1'), answer('b', 'power = 2')];
    const content = [
      { text: '**Looking** Both files.', thought: true },
      { functionCall: { id: 'a', name: 'read_file', args: { path: 'a' } } },
      { functionCall: { id: 'b', name: 'read_file', args: { path: 'b' } } },
    ];
    const toolCalls = [call('a', both), call('b', both)];
    assert.deepEqual(
      await read({
        $set: {
          messages: [
            user('1', 'Go.'),
            { id: '2', type: 'gemini', content, thoughts, toolCalls },
            { id: '3', type: 'user', content: both },
          ],
        },
      }),
      READ.map((line) => line.replace('Looking: ', '**Looking** ')),
    );
  });
});
