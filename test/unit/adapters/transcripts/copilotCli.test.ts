import assert from 'node:assert/strict';
import { jsonLines, readContent, readInShort, sketch } from '../../../support/transcriptFiles.ts';

it('Copilot CLI’s events are read, and typed text is separated from client text', async () => {
  assert.deepEqual(await readInShort('copilotCli.jsonl'), {
    format: 'copilot-cli',
    messages: [
      'system: You help.',
      'user: <environment> | Make the lamp brighter. | <attachment> | <environment>',
      'assistant: (First look.) | I look. | view#c1({"path":"lamp.py"}) | bash#c2({"command":"make"})',
      'tool view#c1: power = 1',
      'tool bash#c2: no make',
      'user: <environment>',
      'user: <foreign-summary>',
    ],
    skipped: ['session.model_change event', 'line of a subagent', 'abort event'],
  });
});

it('The person’s words in a message of Copilot CLI are found if the client’s text contains the same words, and kept if the sent text lacks them', async () => {
  const said = (content: string, sent: string) => ({
    type: 'user.message',
    data: { content, transformedContent: sent },
    timestamp: '2031-05-06T07:08:09Z',
  });
  const date = '<current_datetime>2031-05-06</current_datetime>';
  const { messages } = await readContent(
    jsonLines(
      said('2', `${date}\n\n2\n\n<reminder>none</reminder>`),
      said('Never use red.', `${date}\n\nThe client replaced the text.`),
    ),
  );
  const parts = messages.flatMap(({ message }) => (message.role === 'user' ? message.parts : []));
  assert.deepEqual(
    parts.map((part) => part.type === 'text' && `${part.origin ?? 'person'}: ${part.text.trim()}`),
    [
      `client: ${date}`,
      'person: 2',
      'client: <reminder>none</reminder>',
      'person: Never use red.',
      `client: ${date}\n\nThe client replaced the text.`,
    ],
  );
});

it('The text that Copilot CLI wrote in user messages becomes client text, and the person’s words do not', async () => {
  const said = (content: string, source?: string) => ({
    type: 'user.message',
    data: { content, source },
    timestamp: '2031-05-06T07:08:09Z',
  });
  const { messages } = await readContent(
    jsonLines(
      said('Dim the lamp.\n\n<system_reminder>\nOne to-do.\n</system_reminder>'),
      said(
        '\n<system_reminder>\nFrom lamps/AGENTS.md: never use red.\n</system_reminder>',
        'instruction-discovery',
      ),
      said('# Lamps\n\nAlways use green.', 'skill-lamps'),
      said('Two tools are ready.', 'system'),
      said('Dim it more.', 'user'),
    ),
  );
  assert.deepEqual(sketch(messages), [
    'user: Dim the lamp. | <system-reminder>',
    'user: <instructions>',
    'user: <instructions>',
    'user: <environment>',
    'user: Dim it more.',
  ]);
});

it('The events of Copilot CLI’s subagents are skipped, including their tasks and compactions', async () => {
  const event = (type: string, data: object, agentId?: string) => ({
    ...{ type, data, timestamp: '2031-05-06T07:08:09Z' },
    ...(agentId !== undefined && { agentId }),
  });
  const call = { toolCallId: 'c1', name: 'task', arguments: { prompt: 'Find the lamp.' } };
  const { messages, skipped } = await readContent(
    jsonLines(
      event('session.model_change', { newModel: 'large' }),
      event('user.message', { content: 'Dim the lamp.' }),
      event('assistant.message', { content: '', toolRequests: [call] }),
      event('subagent.started', { toolCallId: 'c1', agentName: 'explore' }, 'c1'),
      event('session.model_change', { newModel: 'small' }, 'c1'),
      event('system.message', { content: 'You explore.' }, 'c1'),
      event('user.message', { content: 'Find the lamp. Never change a file.' }, 'c1'),
      event('assistant.message', { content: 'In lamp.py.', toolRequests: [] }, 'c1'),
      event('session.compaction_complete', { success: true, summaryContent: 'It looked.' }, 'c1'),
      event('tool.execution_complete', { toolCallId: 'c1', success: true, result: { content: 'lamp.py' } }),
      event('assistant.message', { content: 'Found it.', toolRequests: [] }),
    ),
  );
  assert.deepEqual(sketch(messages), [
    'user: Dim the lamp.',
    'assistant: task#c1({"prompt":"Find the lamp."})',
    'tool task#c1: lamp.py',
    'assistant: Found it.',
  ]);
  assert.deepEqual(
    messages.flatMap(({ message }) => (message.role === 'assistant' ? [message.model] : [])),
    ['large', 'large'],
  );
  assert.deepEqual(
    skipped.map(({ what, count }) => `${count} × ${what}`),
    ['1 × session.model_change event', '6 × line of a subagent'],
  );
});
