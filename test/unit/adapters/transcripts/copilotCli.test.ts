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
