import type { Parts } from '../parts.ts';
import { actHere } from '../sessions/actIn.ts';
import type { Commands } from './command.ts';

/** The commands on a session in the keybindings and the menu of Longthread's own chat. */
export const CHAT_COMMANDS = ['previewCompaction', 'compactNow', 'openPanel', 'findInThread'] as const;

interface Sessions {
  readonly acting: Pick<Parts['acting'], 'isAgents' | 'choose'>;
  readonly sessions: Pick<Parts['sessions'], 'current'>;
}

/**
 * Returns the commands again as `chat.NAME`, which act on the session of Longthread's own chat even while the agent's
 * session is the acting one.
 */
export function chatCommands(commands: Commands, parts: Sessions): Commands {
  return Object.fromEntries(
    CHAT_COMMANDS.map((name) => [
      `chat.${name}`,
      () => {
        actHere(parts);
        if (parts.acting.isAgents)
          throw new Error('No session is open in this chat. Start one, or open one.');
        return commands[name]?.();
      },
    ]),
  );
}
