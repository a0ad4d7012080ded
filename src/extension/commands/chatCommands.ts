import type { Parts } from '../parts.ts';
import { actHere } from '../sessions/actIn.ts';
import type { Commands } from './command.ts';

/** The commands that have a variant `chat.NAME` for the menu and the keybindings of Longthread's own chat. */
export const CHAT_COMMANDS = ['previewCompaction', 'compactNow', 'openPanel', 'findInThread'] as const;

interface Sessions {
  readonly acting: Pick<Parts['acting'], 'isAgentLed' | 'choose'>;
  readonly sessions: Pick<Parts['sessions'], 'current'>;
}

/**
 * Returns a variant `chat.NAME` of each command in `CHAT_COMMANDS`. The variant acts on the session of Longthread's own
 * chat, never on a session of the editor's agent. It throws if the chat has no session and the acting session belongs
 * to the agent.
 */
export function chatCommands(commands: Commands, parts: Sessions): Commands {
  return Object.fromEntries(
    CHAT_COMMANDS.map((name) => [
      `chat.${name}`,
      () => {
        actHere(parts);
        if (parts.acting.isAgentLed)
          throw new Error('No session is open in this chat. Start one, or open one.');
        return commands[name]?.();
      },
    ]),
  );
}
