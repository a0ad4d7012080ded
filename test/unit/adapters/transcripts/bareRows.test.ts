import { testsOfReading, type ReadCase } from '../../../support/transcriptFiles.ts';

const cases: readonly ReadCase[] = [
  {
    format: 'cline-ui',
    content: JSON.stringify([
      { type: 'say', say: 'task', text: 'Go.', ts: 1_700_000_000_000, images: ['data:image/png;base64,AA'] },
      { type: 'ask', ask: 'followup', text: '{"question":"Which?","response":"no"}', ts: 2 },
      { type: 'say', say: 'text', text: '{"response":"Both."}', ts: 2 },
      { type: 'say', say: 'text', text: '{"other":1}', ts: 2 },
      { type: 'say', say: 'text', text: 'x {', ts: 2 },
      { type: 'ask', ask: 'command', text: 'ls', ts: 3 },
      { type: 'say', say: 'command', text: 'ls', ts: 3 },
      { type: 'say', say: 'command_output', text: '' },
      { type: 'say', say: 'command_output', text: 'a' },
      { type: 'say', say: 'command_output', text: 'b' },
      { type: 'ask', ask: 'command', text: 'ls' },
      { type: 'say', say: 'command_output', text: '' },
      { type: 'ask', ask: 'command', text: 'ls' },
      { type: 'say', say: 'command_output', text: 'c' },
      { type: 'ask', ask: 'use_mcp_server', text: '{"toolName":"find","arguments":"{\\"q\\":1}"}' },
      { type: 'say', say: 'mcp_server_response', text: 'found' },
      { type: 'ask', ask: 'tool', text: '{}' },
      { type: 'say', say: 'reasoning', text: 'Hm.' },
      { type: 'say', say: 'command_output', text: 'nobody' },
      { type: 'ask', ask: 'command', text: 'pwd' },
      { type: 'say', say: 'odd' },
      { type: 'odd' },
      { type: 'say', say: 'text', partial: true, text: 'p' },
      { type: 'say', say: 'text', partial: true, text: 'pq' },
      { type: 'say', say: 'user_feedback' },
    ]),
    messages: [
      'user: Go. | [image/png AA] 2023-11-14T22:13:20.000Z',
      'assistant: Which? | Both. | {"other":1} | x { | execute_command#row-1({"command":"ls"}) 1970-01-01T00:00:02.000Z',
      'tool: a\nb callId="row-1" toolName="execute_command"',
      'assistant: execute_command#row-2({"command":"ls"})',
      'tool: <missing: [not in the transcript]> callId="row-2" toolName="execute_command"',
      'assistant: execute_command#row-3({"command":"ls"})',
      'tool: c callId="row-3" toolName="execute_command"',
      'assistant: find#row-4({"q":1})',
      'tool: found callId="row-4" toolName="find"',
      'assistant: tool#row-5({})',
      'tool: <missing: [not in the transcript]> callId="row-5" toolName="tool"',
      'assistant: (Hm.) | execute_command#row-6({"command":"pwd"})',
      'tool: <missing: [not in the transcript]> callId="row-6" toolName="execute_command"',
      'assistant: pq',
    ],
    skipped: ['1 command_output row', '1 odd row', '1 unknown row', '1 text row', '1 empty message'],
  },
  {
    format: 'chatreplay',
    content: JSON.stringify({
      prompts: [
        {
          prompt: 'Go.',
          logs: [
            { kind: 'element' },
            {},
            {
              kind: 'request',
              metadata: { model: 'm', startTime: '2031-05-06T07:08:09Z' },
              requestMessages: {
                messages: [
                  { role: 1, content: [{ text: 'no' }] },
                  { role: 0, content: [{ text: 'Rules.' }, {}, { text: 'More.' }] },
                  { role: 0, content: [{ text: 'late' }] },
                ],
              },
              response: { message: ['I ', 'look.'] },
            },
            {
              kind: 'toolCall',
              id: 't1',
              tool: 'read',
              args: { a: 1 },
              response: ['text'],
              thinking: { text: ['a', 'b'] },
              time: 1_800_000_000_000,
            },
            { kind: 'toolCall' },
            { kind: 'request', response: { message: 'Done.' } },
            { kind: 'request' },
          ],
        },
        { prompt: 'Go.', hasSeen: true, logs: [{ kind: 'request', response: { message: 'More.' } }] },
        { logs: [] },
      ],
    }),
    messages: [
      'system: Rules.\nMore. slot="instructions"',
      'user: Go. 2031-05-06T07:08:09.000Z',
      'assistant: I look. | (a\nb) | read#t1({"a":1}) | #call({}) model="m" 2031-05-06T07:08:09.000Z',
      'tool: text callId="t1" toolName="read" 2027-01-15T08:00:00.000Z',
      'tool: callId="call" toolName=""',
      'assistant: Done.',
      'assistant: More.',
    ],
    skipped: ['1 element log', '1 unknown log', '2 empty message'],
  },
];

describe('rows and logs with missing or unusual fields', () => {
  testsOfReading(cases);
});
