import * as vscode from 'vscode';
import { MODES, type Mode } from '../../core/approval/approvalDesk.ts';
import { grantWords } from '../approvals/approvalRow.ts';
import type { Parts } from '../parts.ts';
import { choose, say, chooseSome } from '../asking/ask.ts';
import type { Commands } from './command.ts';
import { isOfEditorChat } from '../tools/foreignToolNames.ts';
import { offeredTools } from '../tools/foreignTools.ts';
import { assertOwnChatMaySend } from '../sessions/readOnlyReason.ts';

type ApprovalParts = Pick<Parts, 'approvals' | 'sessions' | 'runs'>;

export function approvalCommands(parts: ApprovalParts): Commands {
  return {
    chooseApprovalMode: () => chooseMode(parts),
    showApprovals: () => showApprovals(parts),
    chooseForeignTools: () => chooseTools(parts),
    continueInBackground: () => {
      const { sessions, runs } = parts;
      if (!runs.continueInBackground(sessions.current?.id ?? ''))
        throw new Error('The chat is not waiting for a command, so none can continue in the background.');
    },
  };
}

const MODE_ITEMS: Readonly<Record<Mode, { readonly label: string; readonly detail: string }>> = {
  ask: { label: 'Ask', detail: 'Edits and commands wait for you, unless you allowed them for longer.' },
  editsFree: {
    label: 'Edits free',
    detail:
      'Files of the workspace are edited, written, renamed and deleted without asking, with the exceptions named below; commands still ask.',
  },
  allFree: {
    label: 'All free',
    detail:
      'Edits, commands and the chosen tools of other extensions run without asking until this window closes. Longthread still asks where your rules forbid it, for secrets, for files outside the workspace, for files that run automatically or instruct agents, and for commands that it can’t judge or that get other rights.',
  },
};

/** Asks for a mode and sets it. Takes no argument, so that only the person's choice changes it. */
async function chooseMode({ approvals, sessions }: ApprovalParts): Promise<void> {
  const { id } = await sessions.ensure();
  const now = approvals.modeOf(id);
  const items = MODES.map((mode) => ({
    mode,
    ...MODE_ITEMS[mode],
    ...(mode === now ? { description: 'now' } : {}),
  }));
  const { mode } = await choose(items, 'What may this session’s tools do without asking?');
  await approvals.setMode(id, mode);
}

/** Lists the approvals for the session and for good, and ends the one that the person chooses. */
async function showApprovals({ approvals, sessions }: ApprovalParts): Promise<void> {
  const id = sessions.current?.id ?? '';
  const items = [
    ...approvals.grantsOf(id).map((grant) => ({ grant, description: 'this session' })),
    ...approvals.kept.all.map((grant) => ({ grant, description: 'always, in this workspace' })),
  ].map((item) => ({ ...item, label: grantWords(item.grant) }));
  if (items.length === 0) throw new Error('There are no lasting approvals. Give one when the chat asks.');
  const { grant } = await choose(items, 'Which approval should end?');
  await approvals.takeBack(id, grant);
  say('The approval has ended');
}

/**
 * Asks which tools of other extensions a session gets. Takes no argument, so that only the person's choice gives them.
 */
async function chooseTools({ sessions }: ApprovalParts): Promise<void> {
  const { live } = assertOwnChatMaySend(await sessions.ensure());
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
