import assert from 'node:assert/strict';
import { compactionCommands } from '../../src/extension/commands/compactionCommands.ts';
import { messageCommands } from '../../src/extension/commands/messageCommands.ts';
import { ruleCommands } from '../../src/extension/commands/ruleCommands.ts';
import { sessionCommands } from '../../src/extension/commands/sessionCommands.ts';
import type { Parts } from '../../src/extension/parts.ts';

const asking = ['ask', 'addRule', 'compactWithInstructions', 'markStageDone', 'forgetText', 'renameSession'];

/** Returns a function that runs a command on a session whose live part is `live`. */
function commandsOver(live: object): (name: string) => Promise<unknown> {
  const session = { id: 's1', live, conversation: {} };
  const parts = {
    sessions: { current: session, ensure: () => Promise.resolve(session) },
    acting: { current: session, isAgentLed: false },
    agentSessions: { has: () => false },
  } as unknown as Parts;
  const commands = {
    ...messageCommands(parts),
    ...ruleCommands(parts),
    ...compactionCommands(parts),
    ...sessionCommands(parts),
  };
  return async (name) => commands[name]?.();
}

describe('a command with a text prompt', () => {
  for (const name of asking)
    it(`fails before the prompt if the session is open in another window: ${name}`, async () => {
      const log = { sessionId: 's1', isReadOnly: true, readOnlyCause: 'openElsewhere' };
      const run = commandsOver({ session: {}, log });
      await assert.rejects(
        run(name),
        /This session is open in another window; close it there to go on here\./u,
      );
    });

  it('fails before the prompt if the session belongs to the editor’s agent: ask', async () => {
    const run = commandsOver({ session: { agent: {} }, log: { sessionId: 's1' } });
    await assert.rejects(run('ask'), /The editor’s agent runs this session/u);
  });
});
