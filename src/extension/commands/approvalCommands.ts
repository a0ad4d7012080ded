import { MODES, type Mode } from '../../core/approval/approvalDesk.ts';
import { grantWords } from '../approvals/approvalRow.ts';
import type { Parts } from '../parts.ts';
import { choose, say } from '../asking/ask.ts';
import type { Commands } from './command.ts';

type ApprovalParts = Pick<Parts, 'approvals' | 'sessions' | 'runs'>;

export function approvalCommands(parts: ApprovalParts): Commands {
  return {
    chooseApprovalMode: () => chooseMode(parts),
    showApprovals: () => showApprovals(parts),
    continueInBackground: () => {
      const { sessions, runs } = parts;
      if (!runs.continueInBackground(sessions.current?.id ?? ''))
        throw new Error('The chat is not waiting for a command.');
    },
  };
}

const MODE_ITEMS: Readonly<Record<Mode, { readonly label: string; readonly detail: string }>> = {
  ask: { label: 'Ask', detail: 'Edits and commands wait for you, unless you allowed them for longer.' },
  editsFree: {
    label: 'Edits free',
    detail:
      'Files of the workspace are edited, written, renamed and deleted without asking; commands still ask.',
  },
  allFree: {
    label: 'All free',
    detail:
      'Edits, commands and the chosen tools of other extensions run without asking until this window closes. Longthread still asks where your rules forbid it, for secrets, for files outside the workspace, and for files that run automatically or instruct agents.',
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

/** Lists the lasting approvals and ends the one that the person chooses. */
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
