import * as vscode from 'vscode';
import { isOfEditorChat } from '../tools/foreignToolNames.ts';
import { offeredTools } from '../tools/foreignTools.ts';
import type { Parts } from '../parts.ts';
import { chooseSome, say } from '../asking/ask.ts';
import { ownToSpeakIn } from '../sessions/readOnlyReason.ts';
import type { Commands } from './command.ts';

export function foreignToolCommands(parts: Parts): Commands {
  return { chooseForeignTools: () => chooseTools(parts) };
}

/**
 * Asks which tools of other extensions a session gets. Takes no argument, so that only the person's choice gives them.
 */
async function chooseTools({ sessions }: Parts): Promise<void> {
  const { live } = ownToSpeakIn(await sessions.ensure());
  const offered = offeredTools([]);
  const leftOut = vscode.lm.tools.filter(({ name }) => isOfEditorChat(name)).length;
  if (offered.length === 0)
    throw new Error(`No other extension and no MCP server offers a tool here. ${leftOutWords(leftOut)}`);
  const chosen = new Set(live.session.foreignTools);
  const items = offered.map(({ information: { name, description, tags } }) => ({
    label: name,
    detail: description.replace(/\s+/gu, ' ').slice(0, 200),
    description: tags.join(', '),
    picked: chosen.has(name),
  }));
  const picked = await chooseSome(
    items,
    `Each call asks you, unless you allow the tool for longer. ${leftOutWords(leftOut)}`,
    'Which tools of other extensions and MCP servers may this session call?',
  );
  // A chosen tool that is not there now, e.g. while its server is off, stays chosen.
  const shown = new Set(items.map(({ label }) => label));
  const away = live.session.foreignTools.filter((name) => !shown.has(name));
  await live.append({ kind: 'session', foreignTools: [...away, ...picked.map(({ label }) => label)] });
  say(`${picked.length} of ${items.length} tools may be called in this session`);
}

function leftOutWords(count: number): string {
  if (count === 0) return '';
  return `The editor’s own ${count} for edits, terminals and its chat are left out: they work only in that chat.`;
}
