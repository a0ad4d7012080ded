import * as vscode from 'vscode';
import { branchTitle } from '../../shared/branchTitle.ts';
import { formatAge, formatCount, keptByWords, shownTitle } from '../../shared/format.ts';
import type { SessionSummary } from '../../adapters/store/sessionStore.ts';
import type { Parts } from '../parts.ts';
import { choose, chooseSome, confirm, notify, say, withText } from '../asking/ask.ts';
import { asLabel } from '../asking/plainTexts.ts';
import type { Commands } from './command.ts';
import { exportSession } from './exportSession.ts';
import { sessionBrief } from '../sessions/branches.ts';
import { openTranscript } from './openTranscript.ts';
import { auditSession, continueHere, continueIn, deleteArchive } from './otherSessionCommands.ts';
import { letRead, type LetReadPorts } from '../otherAgents/letRead.ts';
import { currentSession, writableSession } from './targets.ts';

export function sessionCommands(parts: Parts): Commands {
  const { sessions } = parts;
  return {
    newSession: () => sessions.create(),
    sessions: (id) => openOther(id, parts),
    renameSession: () => rename(parts),
    deleteSession: () => remove(parts),
    restoreSession: () => restore(parts),
    emptyTrash: () => emptyTrash(parts),
    takeOver: () => sessions.takeOver(),
    openTranscript: (file) => openTranscript(file, parts),
    openSample: () => openSample(parts),
    otherAgents: () => letRead(letReadPorts(parts)),
    deleteArchive: () => deleteArchive(parts),
    auditSession: () => auditSession(parts),
    continueHere: () => continueHere(parts),
    continueInClaudeCode: () => continueIn('claudeCode', parts),
    continueInCodex: () => continueIn('codex', parts),
    continueInNewSession: () => continueInNew(parts),
    copyBrief: () => copyBrief(parts),
    exportSession: () => exportSession(currentSession(parts)),
  };
}

function letReadPorts({ otherAgents }: Parts): LetReadPorts {
  return {
    consents: otherAgents.consents,
    found: () => otherAgents.found(),
    chooseAgent: (choices) => choose(choices, 'Whose sessions may Longthread read?'),
    chooseConsent: (agent, choices) =>
      chooseSome(choices, `How much of ${agent}’s sessions may Longthread read?`),
    stop: () => otherAgents.stop(),
    lookAgain: () => otherAgents.lookForUnread(),
    startCopying: () => otherAgents.startCopying(),
    tell: (sentence) => void notify(sentence),
  };
}

/** Opens the session with the given id, or a session that the person picks. */
async function openOther(id: unknown, parts: Parts): Promise<void> {
  const chosen = typeof id === 'string' ? id : (await choose(sessionItems(parts), 'Which session?')).id;
  await parts.sessions.open(chosen);
}

interface SessionItem extends vscode.QuickPickItem {
  readonly id: string;
}

async function sessionItems({ sessions, agentSessions, services }: Parts): Promise<readonly SessionItem[]> {
  const now = services.clock.now();
  return (await sessions.list()).map((session) => ({
    id: session.id,
    label: asLabel(shownTitle(session.title)),
    description: session.lastUsedAt === undefined ? '' : formatAge(session.lastUsedAt, now),
    detail: detailOf(session, { currentId: sessions.current?.id, isInAgent: agentSessions.has(session.id) }),
  }));
}

function detailOf(
  { id, messageCount, isOpen, keptBy }: SessionSummary,
  { currentId, isInAgent }: { readonly currentId: string | undefined; readonly isInAgent: boolean },
): string {
  const where = isInAgent ? 'in the editor’s agent' : isOpen ? 'open in another window' : '';
  const size = keptBy === undefined ? formatCount(messageCount, 'message') : keptByWords(keptBy);
  return [size, id === currentId ? 'open here' : where].filter(Boolean).join(' · ');
}

/** Opens a new session whose composer contains the notes of the acting session, for the person to edit and send. */
async function continueInNew(parts: Parts): Promise<void> {
  const session = currentSession(parts);
  const composerText = await sessionBrief(session, true);
  const title = branchTitle(session.live.session.title, 'continued');
  await parts.sessions.createFrom([], { title, branchOf: session.id, composerText });
}

async function copyBrief(parts: Parts): Promise<void> {
  await vscode.env.clipboard.writeText(await sessionBrief(currentSession(parts), false));
  say('Copied the notes, with your last message and the last answer');
}

async function rename(parts: Parts): Promise<void> {
  const { id, live } = writableSession(parts);
  const { isAgentLed } = parts.acting;
  await withText({ prompt: 'The session’s title', value: live.session.title ?? '' }, async (title) => {
    // The log of an agent's session is open already, and `sessions.rename` would open it again.
    if (isAgentLed) await live.append({ kind: 'session', title: title.trim() });
    else await parts.sessions.rename(id, title.trim());
  });
}

async function remove(parts: Parts): Promise<void> {
  const { id, live } = currentSession(parts);
  const title = shownTitle(live.session.title);
  await confirm(`Delete “${title}”?`, 'You can restore the session from the trash for 30 days.', 'Delete');
  await parts.agentSessions.closeSession(id);
  await parts.sessions.delete(id);
}

async function restore({ sessions, services }: Parts): Promise<void> {
  const trashed = await services.store.trashed();
  if (trashed.length === 0) throw new Error('The trash is empty.');
  const now = services.clock.now();
  const items = trashed.map(({ id, title, messageCount, deletedAt }) => ({
    id,
    label: asLabel(shownTitle(title)),
    description: `${formatCount(messageCount, 'message')} · deleted ${formatAge(deletedAt, now)}`,
  }));
  const { id } = await choose(items, 'Which session should be restored?');
  sessions.restoreDeleted(id);
  await sessions.open(id);
}

async function emptyTrash({ services }: Parts): Promise<void> {
  const count = services.store.trash.list().length;
  if (count === 0) throw new Error('The trash is empty.');
  await confirm(`Delete ${formatCount(count, 'session')} for good?`, 'This can’t be undone.', 'Empty Trash');
  services.store.trash.empty(0);
  say('The trash is empty');
}

async function openSample({ services, sessions }: Parts): Promise<void> {
  const sample = vscode.Uri.joinPath(services.context.extensionUri, 'media', 'sampleSession.jsonl');
  await sessions.importTranscript(sample.fsPath, { isSample: true });
  await vscode.commands.executeCommand('longthread.chat.focus');
}
