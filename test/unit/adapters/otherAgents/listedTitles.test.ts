import assert from 'node:assert/strict';
import { LISTED_BYTES } from '../../../../src/adapters/otherAgents/listedSession.ts';
import { listSessions } from '../../../../src/adapters/otherAgents/otherSessions.ts';
import type { AgentId } from '../../../../src/adapters/otherAgents/agents.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { OtherMachine } from '../../../support/otherAgentFiles.ts';
import { jsonLines } from '../../../support/transcriptFiles.ts';

/** A text that is so long that the list reads neither the whole text nor anything in its middle. */
const LONG = 'x'.repeat(3 * LISTED_BYTES);

const claude = (role: string, content: string): object => ({
  ...{ type: role, uuid: content.slice(0, 3), message: { role, content } },
});
const pi = (role: string, text: string): object => ({
  ...{ type: 'message', timestamp: '2026-01-02T03:04:05Z', message: { role, content: text } },
});

describe('The title of another agent’s session in the list', () => {
  let machine: OtherMachine;
  beforeEach(() => (machine = new OtherMachine()));
  afterEach(() => {
    machine.remove();
  });

  for (const [what, agent, content, title] of [
    [
      'the person’s newest name at the end of a long file',
      'claudeCode',
      jsonLines(
        claude('user', 'Paint the lamp.'),
        { type: 'custom-title', customTitle: 'Old name', sessionId: 's' },
        claude('assistant', LONG),
        { type: 'custom-title', customTitle: 'Lamp colours', sessionId: 's' },
      ),
      'Lamp colours',
    ],
    [
      'the person’s name even if a model wrote a title later',
      'claudeCode',
      jsonLines(
        claude('user', 'Paint the lamp.'),
        { type: 'custom-title', customTitle: 'Lamp colours', sessionId: 's' },
        { type: 'ai-title', aiTitle: 'Painting a lamp', sessionId: 's' },
      ),
      'Lamp colours',
    ],
    [
      'the newest title that a model wrote if the person wrote none',
      'claudeCode',
      jsonLines(claude('user', 'Paint the lamp.'), claude('assistant', LONG), {
        type: 'ai-title',
        aiTitle: 'Painting a lamp',
        sessionId: 's',
      }),
      'Painting a lamp',
    ],
    [
      'the name that the person gave the chat, which VS Code writes after all requests',
      'editorChats',
      JSON.stringify({
        version: 3,
        sessionId: 's',
        requests: [{ message: { text: 'Paint the lamp.' }, response: [{ value: LONG }] }],
        customTitle: 'Lamp colours',
      }),
      'Lamp colours',
    ],
    [
      'the name that the person gave the session in pi',
      'pi',
      jsonLines(
        { type: 'session', id: 's', cwd: '/' },
        pi('user', 'Paint the lamp.'),
        pi('assistant', LONG),
        { type: 'session_info', id: 'i', parentId: 'p', timestamp: 't', name: 'Lamp colours' },
      ),
      'Lamp colours',
    ],
  ] as const satisfies readonly (readonly [string, AgentId, string, string])[])
    it(`is ${what}`, async () => {
      const file = content.replace('"cwd":"/"', `"cwd":${JSON.stringify(machine.workspace)}`);
      machine.write(machine.folderOf(agent), 'a.jsonl', file);
      const { workspace, places, files } = machine;
      const sessions = await listSessions(agent, { workspace, places, files }, new SecretRedactor());
      assert.deepEqual(
        sessions.map((session) => session.title),
        [title],
      );
    });
});
