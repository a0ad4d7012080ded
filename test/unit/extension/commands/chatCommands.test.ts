import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chatCommands, CHAT_COMMANDS } from '../../../../src/extension/commands/chatCommands.ts';

interface Place {
  readonly command: string;
  readonly when?: string;
}
interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<Record<'view/title' | 'commandPalette', readonly Place[]>>;
    readonly keybindings: readonly Place[];
  };
}

const { menus, keybindings } = (
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../../package.json'), 'utf8')) as Manifest
).contributes;

type Sessions = Parameters<typeof chatCommands>[1];

/** Runs a chat command while the agent's session is the acting session. Returns the calls that it made, in order. */
function pressed(name: string, own: { readonly id: string } | undefined): readonly string[] {
  const happened: string[] = [];
  let isAgentLed = true;
  const parts = {
    sessions: { current: own },
    acting: {
      get isAgentLed() {
        return isAgentLed;
      },
      choose: ({ id }: { id: string }) => {
        happened.push(`choose ${id}`);
        isAgentLed = false;
      },
    },
  };
  const commands = Object.fromEntries(CHAT_COMMANDS.map((each) => [each, () => happened.push(each)]));
  chatCommands(commands, parts as unknown as Sessions)[name]?.();
  return happened;
}

describe('The keys and the menu of Longthread’s own chat', () => {
  for (const name of CHAT_COMMANDS)
    it(`act on the chat’s session, or report that no session is open: ${name}`, () => {
      assert.deepEqual(pressed(`chat.${name}`, { id: 'own' }), ['choose own', name]);
      assert.throws(() => pressed(`chat.${name}`, undefined), /No session is open in this chat/u);
    });

  it('run only commands of the chat and commands that need no session', () => {
    const inChat = [...menus['view/title'], ...keybindings].filter(({ when }) =>
      /view == longthread\.chat\b|longthread\.isChatFocused/u.test(when ?? ''),
    );
    const own = CHAT_COMMANDS.map((name) => `longthread.chat.${name}`);
    const others = new Set(inChat.map(({ command }) => command).filter((command) => !own.includes(command)));
    assert.deepEqual([...others].sort(), [
      'longthread.newSession',
      'longthread.openSettings',
      'longthread.sessions',
    ]);
    assert.deepEqual(menus.commandPalette.map(({ command }) => command).sort(), own.sort());
  });
});
