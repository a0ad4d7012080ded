import assert from 'node:assert/strict';
import { inFull, jsonLines, readContent } from '../../../support/transcriptFiles.ts';

interface Case {
  readonly format: string;
  readonly content: string;
  readonly messages: readonly string[];
  readonly skipped: readonly string[];
}

const cases: readonly Case[] = [
  {
    format: 'claude-code',
    content: jsonLines(
      {
        type: 'user',
        uuid: 'a',
        timestamp: '2031-05-06T07:08:09Z',
        message: { role: 'user', content: 'Go.' },
      },
      {
        type: 'assistant',
        uuid: 'b',
        parentUuid: 'a',
        message: {
          id: 'x',
          model: 'm',
          content: [{ type: 'thinking', text: 'Hm.' }],
          usage: { input_tokens: 1, output_tokens: 2 },
        },
      },
      {
        type: 'assistant',
        uuid: 'c',
        parentUuid: 'b',
        message: {
          id: 'x',
          model: 'm',
          content: [{ type: 'tool_use', id: 't', name: 'Bash' }],
          stop_reason: 'tool_use',
          usage: {
            input_tokens: 1,
            output_tokens: 3,
            cache_read_input_tokens: 5,
            cache_creation_input_tokens: 7,
          },
        },
      },
      {
        type: 'user',
        uuid: 'd',
        parentUuid: 'c',
        message: {
          content: [{ type: 'tool_result', tool_use_id: 't', is_error: true, content: 'Exit code 3\nno' }],
        },
      },
      {
        type: 'assistant',
        uuid: 'e',
        parentUuid: 'd',
        message: {
          id: 'y',
          model: '<synthetic>',
          content: 'No answer.',
          usage: { input_tokens: 9, output_tokens: 9 },
        },
      },
      { type: 'assistant', uuid: 'f', parentUuid: 'e', isApiErrorMessage: true, message: { content: 'x' } },
      { type: 'assistant', uuid: 'g', parentUuid: 'f', message: { content: [{ type: 'odd' }] } },
      { type: 'user', uuid: 'h', parentUuid: 'g', isMeta: true, message: { content: 'meta' } },
      { type: 'user', uuid: 'i', parentUuid: 'h', isCompactSummary: true, message: { content: 'sum' } },
      { type: 'user', uuid: 'j', parentUuid: 'i', message: { content: [] } },
      {
        type: 'attachment',
        uuid: 'k',
        parentUuid: 'j',
        attachment: { type: 'queued_command', prompt: 'typed' },
      },
      {
        type: 'attachment',
        uuid: 'l',
        parentUuid: 'k',
        attachment: { type: 'queued_command', prompt: 'told', commandMode: 'task-notification' },
      },
      {
        type: 'attachment',
        uuid: 'm',
        parentUuid: 'l',
        attachment: { type: 'nested_memory', content: { content: 'mem' } },
      },
      {
        type: 'attachment',
        uuid: 'n',
        parentUuid: 'm',
        attachment: { type: 'hook_additional_context', content: ['hk'] },
      },
      {
        type: 'attachment',
        uuid: 'o',
        parentUuid: 'n',
        attachment: { type: 'edited_text_file', snippet: 'snip' },
      },
      { type: 'attachment', uuid: 'p', parentUuid: 'o', attachment: { type: 'odd' } },
      { type: 'attachment', uuid: 'q', parentUuid: 'p' },
      { type: 'system', subtype: 'init', uuid: 'r' },
      { uuid: 's' },
    ),
    messages: [
      'user: Go. 2031-05-06T07:08:09.000Z',
      'assistant: (Hm.) | Bash#t({}) model="m" usage={"inputTokens":13,"outputTokens":3,"cachedInputTokens":5} finish="toolCalls"',
      'tool: Exit code 3\nno callId="t" toolName="Bash" isError=true exitCode=3',
      'assistant: <synthetic: No answer.> model="<synthetic>"',
      'user: <meta: meta>',
      'user: <foreign-summary: sum>',
      'user: typed',
      'user: <notification: told>',
      'user: <instructions: mem>',
      'user: <hook: hk>',
      'user: <attachment: snip>',
    ],
    skipped: [
      '1 error message of the client',
      '1 content of an unknown kind',
      '2 empty message',
      '1 attachment/odd line',
      '1 attachment/unknown line',
      '1 system/init line',
      '1 unknown line',
    ],
  },
  {
    format: 'openai',
    content: JSON.stringify({
      messages: [
        { role: 'developer', content: 'Rules.' },
        { role: 'human', value: 'Go.' },
        { from: 'human', value: 'Go on.' },
        { from: 'gpt', text: 'Yes.' },
        {
          role: 'assistant',
          refusal: 'No.',
          model: 'm',
          reasoning: 'Hm.',
          finish_reason: 'length',
          tool_calls: [
            { id: 'a', function: { name: 'f', arguments: '{}' } },
            { call_id: 'b', custom: { name: 'g', input: 'x' } },
            { name: 'h' },
            {},
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: 'r', is_error: true },
        { role: 'tool', id: 'b', content: 'r', isError: true },
        { role: 'observation', content: 'r' },
        { role: 'assistant', reasoning_content: 'So.', function_call: { name: 'old' } },
        { role: 'function', name: 'old', content: 'r' },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'z', content: 'res' },
            { type: 'odd' },
            {},
            { type: 'image_url', image_url: { url: 'https://x.example/i.png' } },
            { type: 'other', text: 'o' },
          ],
        },
        { role: 'user', content: [] },
        { role: 'odd' },
        { content: 'x' },
      ],
    }),
    messages: [
      'system: Rules.',
      'user: Go.',
      'user: Go on.',
      'assistant: Yes.',
      'assistant: (Hm.) | No. | f#a({}) | g#b(x) | h#call({}) | #call~2({}) model="m" finish="length"',
      'tool: r callId="a" toolName="f" isError=true',
      'tool: r callId="b" toolName="g" isError=true',
      'tool: r callId="call" toolName="h"',
      'assistant: (So.) | old#function:old({})',
      'tool: r callId="function:old" toolName="old"',
      'tool: res callId="z" toolName=""',
      'user: <attachment: [odd]> | <attachment: [unknown content]> | [image/* https://x.example/i.png] | o',
    ],
    skipped: ['2 item without a known role', '1 result without a call', '1 empty message'],
  },
];

describe('lines and items with no more than they must have', () => {
  for (const { format, content, messages, skipped } of cases) {
    it(`are read for what they say: ${format}`, async () => {
      const read = await readContent(content);
      assert.equal(read.format, format);
      assert.deepEqual(read.messages.map(inFull), messages);
      assert.deepEqual(
        read.skipped.map(({ what, count }) => `${count} ${what}`),
        skipped,
      );
    });
  }
});
