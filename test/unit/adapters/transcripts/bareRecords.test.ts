import { jsonLines, testsOfReading, type ReadCase } from '../../../support/transcriptFiles.ts';

/** Returns a transcript by Codex with one line for each payload. */
const response = (...payloads: object[]) =>
  jsonLines(
    ...payloads.map((payload) => ({ timestamp: '2031-05-06T07:08:09Z', type: 'response_item', payload })),
  );

const cases: readonly ReadCase[] = [
  {
    format: 'codex',
    content: response(
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look.' },
          { type: 'input_image', image_url: null },
          { type: 'input_image', image_url: 'https://x.example/a.png' },
        ],
      },
      { type: 'reasoning', summary: [{ text: 'One.' }, {}], content: [{ text: 'Two.' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
      { type: 'function_call', name: 'shell', call_id: 'c1' },
      {
        type: 'function_call_output',
        call_id: 'c1',
        output: '  {"output":"done","metadata":{"exit_code":2}}',
      },
      { type: 'custom_tool_call', name: 'patch', call_id: 'c2', input: '+a' },
      { type: 'custom_tool_call_output', call_id: 'c2', output: { content: 'x', success: false } },
      { type: 'local_shell_call', call_id: 'c3', action: { type: 'exec' } },
      { type: 'local_shell_call_output', output: 'a\n\nProcess exited with code -1\nrest' },
      { type: 'tool_search_call', call_id: 'c4', arguments: '{}' },
      { type: 'tool_search_output', call_id: 'c4', tools: ['a'] },
      { type: 'web_search_call', action: { query: 'q' } },
      { type: 'message', role: 'developer', content: 'Later.' },
      { type: 'agent_message', content: 'From an agent.' },
      { type: 'message', role: 'odd', content: 'x' },
      { type: 'message', content: 'x' },
      { type: 'compaction' },
      { role: 'x' },
    ),
    messages: [
      'user: Look. | [image/* https://x.example/a.png] 2031-05-06T07:08:09.000Z',
      'assistant: (One.\n\nTwo.) | I look. | shell#c1({}) 2031-05-06T07:08:09.000Z',
      'tool: done callId="c1" toolName="shell" exitCode=2 2031-05-06T07:08:09.000Z',
      'assistant: patch#c2(+a) 2031-05-06T07:08:09.000Z',
      'tool: x callId="c2" toolName="patch" isError=true 2031-05-06T07:08:09.000Z',
      'assistant: local_shell#c3({"type":"exec"}) 2031-05-06T07:08:09.000Z',
      'tool: a\n\nProcess exited with code -1\nrest callId="call" toolName="" exitCode=-1 2031-05-06T07:08:09.000Z',
      'assistant: tool_search#c4({}) 2031-05-06T07:08:09.000Z',
      'tool: a callId="c4" toolName="tool_search" 2031-05-06T07:08:09.000Z',
      'assistant: <provider-tool: [web_search {"query":"q"}]> 2031-05-06T07:08:09.000Z',
      'user: <instructions: Later.> 2031-05-06T07:08:09.000Z',
      'user: <agent-message: From an agent.> 2031-05-06T07:08:09.000Z',
    ],
    skipped: [
      '2 message of an unknown role',
      '1 compaction item',
      '1 header item',
      '1 result without a call',
    ],
  },
  {
    format: 'pi',
    content: jsonLines(
      { type: 'session', version: 3, id: 'x', cwd: '/w' },
      { type: 'message', id: 'a', parentId: null, timestamp: 1, message: { role: 'user', content: 'Go.' } },
      {
        type: 'message',
        id: 'b',
        parentId: 'a',
        message: {
          role: 'assistant',
          content: [{ type: 'toolCall' }, { type: 'text', text: 'x' }],
          usage: { input: 5, cacheWrite: 2 },
        },
      },
      {
        type: 'message',
        id: 'c',
        parentId: 'b',
        message: { role: 'toolResult', content: 'gone\n\nCommand exited with code 7\n' },
      },
      { type: 'message', id: 'd', parentId: 'c', message: { role: 'bashExecution' } },
      {
        type: 'message',
        id: 'e',
        parentId: 'd',
        message: { role: 'bashExecution', command: 'ls', output: 'a', exitCode: 0 },
      },
      {
        type: 'message',
        id: 'f',
        parentId: 'e',
        message: { role: 'bashExecution', command: 'ls', excludeFromContext: true },
      },
      { type: 'message', id: 'g', parentId: 'f', message: { role: 'custom', content: 'c' } },
      { type: 'message', id: 'h', parentId: 'g', message: { role: 'hookMessage', content: 'h' } },
      { type: 'branch_summary', id: 'i', parentId: 'h', summary: 'Left.' },
      { type: 'compaction', id: 'j', parentId: 'i' },
      { type: 'message', id: 'k', parentId: 'j', message: { role: 'odd' } },
      { id: 'l', parentId: 'k' },
      {
        type: 'message',
        id: 'm',
        parentId: 'l',
        message: { role: 'assistant', content: 'Bare.', usage: { output: 4, cacheRead: 3 } },
      },
      { type: 'message', id: 'n', parentId: 'm' },
    ),
    messages: [
      'user: Go. 1970-01-01T00:00:01.000Z',
      'assistant: #call({}) | x usage={"inputTokens":7,"outputTokens":0,"cachedInputTokens":0}',
      'tool: gone\n\nCommand exited with code 7\n callId="call" toolName="" exitCode=7',
      'user: <command: $ \n>',
      'user: <command: $ ls\na\n[exit code 0]>',
      'user: <hook: c>',
      'user: <hook: h>',
      'user: <foreign-summary: Left.>',
      'assistant: Bare. usage={"inputTokens":3,"outputTokens":4,"cachedInputTokens":3}',
    ],
    skipped: ['1 session line', '3 message line', '1 compaction line', '1 unknown line'],
  },
];

describe('records with missing or unusual fields', () => {
  testsOfReading(cases);
});
