import assert from 'node:assert/strict';
import { inFull, jsonLines, readContent, sketch } from '../../../support/transcriptFiles.ts';

const text = (words: string): object => ({ type: 'text', text: words });
const action = (id: string, more: object = {}): object => ({
  kind: 'ActionEvent',
  source: 'agent',
  llm_response_id: 'r1',
  tool_name: 'terminal',
  tool_call_id: id,
  tool_call: { id, name: 'terminal', arguments: '{"command":"make"}' },
  thought: [],
  ...more,
});
const observation = (id: string, words: string, more: object = {}): object => ({
  kind: 'ObservationEvent',
  source: 'environment',
  tool_call_id: id,
  observation: { content: [text(words)], ...more },
});
const EVENTS: readonly object[] = [
  { kind: 'SystemPromptEvent', source: 'agent', system_prompt: text('You help.') },
  {
    kind: 'MessageEvent',
    source: 'user',
    llm_message: {
      role: 'user',
      content: [text('Make the lamp brighter.'), { type: 'image', image_urls: ['data:image/png;base64,AA'] }],
    },
    extended_content: [text('A skill.')],
  },
  action('c1', {
    thought: [text('I look.')],
    reasoning_content: 'First look.',
    thinking_blocks: [{ type: 'redacted_thinking' }],
  }),
  action('c2', {
    tool_call: undefined,
    tool_name: 'file_editor',
    action: { kind: 'FileEditorAction', path: 'a.py' },
  }),
  observation('c1', 'dark', { exit_code: 2 }),
  observation('c2', 'power = 1', { is_error: false, exit_code: -1 }),
  action('c3', { llm_response_id: 'r2' }),
  { kind: 'AgentErrorEvent', source: 'agent', tool_call_id: 'c3', error: 'no such tool' },
  action('c4', { llm_response_id: 'r3' }),
  { kind: 'UserRejectObservation', source: 'environment', tool_call_id: 'c4', rejection_reason: 'Not now.' },
  {
    kind: 'MessageEvent',
    source: 'environment',
    llm_message: { role: 'user', content: [text('Call a tool.')] },
  },
  { kind: 'Condensation', source: 'environment', summary: 'The lamp was read.' },
  {
    kind: 'MessageEvent',
    source: 'agent',
    llm_message: { role: 'assistant', content: [text('It is dark.')] },
  },
  { kind: 'ConversationStateUpdateEvent', source: 'environment' },
];
const MESSAGES = [
  'system: You help.',
  'user: Make the lamp brighter. | [image] | <instructions>',
  'assistant: (First look.) | I look. | terminal#c1({"command":"make"}) | file_editor#c2({"path":"a.py"})',
  'tool terminal#c1: dark',
  'tool file_editor#c2: power = 1',
  'assistant: terminal#c3({"command":"make"})',
  'tool terminal#c3: no such tool',
  'assistant: terminal#c4({"command":"make"})',
  'tool terminal#c4: Not now.',
  'user: <notification>',
  'user: <foreign-summary>',
  'assistant: It is dark.',
];

describe('The events of OpenHands’ SDK', () => {
  for (const [where, content] of [
    ['a list', JSON.stringify(EVENTS)],
    ['lines', jsonLines(...EVENTS)],
    ['an evaluation', jsonLines({ instance_id: 'lamp', history: EVENTS })],
    ['a conversation with its state', JSON.stringify({ baseState: { agent: {} }, events: EVENTS })],
  ] as const)
    it(`are read from ${where}`, async () => {
      const { format, messages, skipped } = await readContent(content);
      assert.deepEqual([format, sketch(messages)], ['openhands', MESSAGES]);
      assert.deepEqual(
        skipped.map(({ what }) => what),
        ['ConversationStateUpdateEvent event'],
      );
    });

  it('are read, including the model’s name, failures and exit codes', async () => {
    const state = { baseState: { agent: { llm: { model: 'model-x' } } }, events: EVENTS };
    const { messages } = await readContent(JSON.stringify(state));
    const told = messages.map(inFull).filter((line) => /model=|isError|exitCode/u.test(line));
    assert.deepEqual(
      told.filter((line) => line.startsWith('tool')),
      [
        'tool: dark callId="c1" toolName="terminal" isError=true exitCode=2',
        'tool: no such tool callId="c3" toolName="terminal" isError=true',
        'tool: Not now. callId="c4" toolName="terminal" isError=true',
      ],
    );
    assert.equal(told.filter((line) => line.includes('model="model-x"')).length, 4);
  });

  it('can’t be read from a file with only the state', async () => {
    const state = JSON.stringify({ id: 'x', eventCount: 3, baseState: { agent: {} } });
    await assert.rejects(
      readContent(state),
      /is a transcript in the format openhands, but contains no message: it contains the state of a conversation, whose events are in other files/u,
    );
  });

  it('are distinguished from events of other programs', async () => {
    await assert.rejects(readContent(JSON.stringify([{ kind: 'KeyEvent', name: 'x' }])), /not a transcript/u);
  });
});
