import * as vscode from 'vscode';
import { MODES, type Mode } from '../../core/approval/approvalDesk.ts';
import { formatCount } from '../../shared/format.ts';
import { grantWords } from '../approvals/approvalRow.ts';
import type { Parts } from '../parts.ts';
import { choose, say, chooseSome } from '../asking/ask.ts';
import { asLabel } from '../asking/plainTexts.ts';
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

const ALWAYS_ASKED =
  'Longthread still asks before an action that goes against one of your rules, saves a memory or uses a secret. It also asks before changing files that are meant for secrets, files outside the workspace, files that run automatically and files with instructions for agents, and before a command that it can’t judge, that runs outside the workspace or that runs with other rights (sudo).';

const MODE_ITEMS: Readonly<Record<Mode, { readonly label: string; readonly detail: string }>> = {
  ask: {
    label: 'Ask',
    detail:
      'Longthread asks before edits, commands and tools of other extensions, unless you allowed them for the session or always.',
  },
  editsFree: {
    label: 'Edits free',
    detail: `Files are edited, renamed and deleted without asking. Commands and tools of other extensions still need your approval. ${ALWAYS_ASKED}`,
  },
  allFree: {
    label: 'All free',
    detail: `Edits, commands and tools of other extensions run without asking until this window closes. ${ALWAYS_ASKED}`,
  },
};

/** Asks for a mode and sets it. Takes no mode as an argument, so that only the person can choose it. */
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

/** Lists the approvals for the session and those for the workspace, and revokes the one that the person chooses. */
async function showApprovals({ approvals, sessions }: ApprovalParts): Promise<void> {
  const id = sessions.current?.id ?? '';
  const items = [
    ...approvals.grantsOf(id).map((grant) => ({ grant, description: 'this session' })),
    ...approvals.kept.all.map((grant) => ({ grant, description: 'always, in this workspace' })),
  ].map((item) => ({ ...item, label: asLabel(grantWords(item.grant)) }));
  if (items.length === 0)
    throw new Error('There are no lasting approvals. You can give one when the chat asks you.');
  const { grant } = await choose(items, 'Which approval should be revoked?');
  await approvals.takeBack(id, grant);
  say('The approval is revoked');
}

/** Asks which tools of other extensions the session gets. Takes no names of tools, so that only the person chooses. */
async function chooseTools({ sessions }: ApprovalParts): Promise<void> {
  const { live } = assertOwnChatMaySend(await sessions.ensure());
  const offered = offeredTools([]);
  const hidden = vscode.lm.tools.filter(({ name }) => isOfEditorChat(name)).length;
  if (offered.length === 0)
    throw new Error(`No other extension and no MCP server offers a tool here. ${hiddenWords(hidden)}`);
  const chosen = new Set(live.session.foreignTools);
  const items = offered.map(({ information: { name, description, tags } }) => ({
    label: name,
    detail: asLabel(description.replace(/\s+/gu, ' ').slice(0, 200)),
    description: asLabel(tags.join(', ')),
    picked: chosen.has(name),
  }));
  const picked = await chooseSome(
    items,
    `Longthread asks before each call, unless you allow the tool for the session or always, or choose “All free”. ${hiddenWords(hidden)}`,
    'Which tools of other extensions and MCP servers may this session call?',
  );
  // A chosen tool that is not offered now, e.g. because its server is off, stays chosen.
  const shown = new Set(items.map(({ label }) => label));
  const away = live.session.foreignTools.filter((name) => !shown.has(name));
  await live.append({ kind: 'session', foreignTools: [...away, ...picked.map(({ label }) => label)] });
  say(`This session may call ${picked.length} of ${formatCount(items.length, 'tool')}`);
}

function hiddenWords(count: number): string {
  if (count === 0) return '';
  return `Not listed: ${formatCount(count, 'tool')} that only the editor’s own chat can use.`;
}
