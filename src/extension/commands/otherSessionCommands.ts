import { join } from 'node:path';
import * as vscode from 'vscode';
import { writeHandedNotes } from '../../adapters/otherAgents/handedNotes.ts';
import type { OtherSession } from '../../adapters/otherAgents/otherReader.ts';
import { auditReport } from '../../adapters/transcripts/auditReport.ts';
import { formatCount } from '../../shared/format.ts';
import { confirm, say } from '../asking/ask.ts';
import { waitFor } from '../asking/waitFor.ts';
import { programPathHere } from '../claudeCode/programsHere.ts';
import { continueInAgent, type AgentStart, type ContinuingAgent } from '../otherAgents/continueInAgent.ts';
import type { Parts } from '../parts.ts';
import { sessionBrief } from '../sessions/branches.ts';
import { currentSession } from './targets.ts';

const SCHEME = 'longthread-audit';

/**
 * Opens a report on the acting session, which must be a session of another agent. The report lists the facts that the
 * agent's own compactions lost. Each fact has its address.
 */
export async function auditSession(parts: Parts): Promise<void> {
  const session = otherSession(parts);
  const audit = await waitFor('looking for facts that the compactions lost', () =>
    parts.otherAgents.audit(session),
  );
  const text = auditReport(audit);
  const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: () => text,
  });
  try {
    const name = `Lost in its compactions (${String(parts.services.clock.now())}).txt`;
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.from({ scheme: SCHEME, path: `/${name}` }),
    );
    await vscode.window.showTextDocument(document, { preview: true });
  } finally {
    provider.dispose();
  }
}

/** Asks for confirmation and deletes all copies of other agents' sessions, for every folder. */
export async function deleteArchive({ otherAgents: { archiving } }: Parts): Promise<void> {
  const { sessions, bytes } = await archiving.size();
  if (sessions === 0) throw new Error('No session of another agent is archived.');
  await confirm(
    `Delete the copies of ${formatCount(sessions, 'session')} of other agents, ${megabytes(bytes)} MB?`,
    'This permanently deletes the copied sessions of all workspace folders, not only of this one, and also copies of sessions that an agent has deleted itself. Longthread copies no sessions until you turn copying on again.',
    'Delete',
  );
  await archiving.delete();
  say('The archive is deleted');
}

function megabytes(bytes: number): string {
  return bytes === 0 ? '0' : Math.max(0.1, bytes / 1_000_000).toFixed(1);
}

/** Imports the acting session, which another agent runs, as a session of Longthread. */
export async function continueHere(parts: Parts): Promise<void> {
  const { path, chat } = otherSession(parts);
  await waitFor('reading the session', (signal) =>
    parts.sessions.importTranscript(path, { signal, ...(chat !== undefined && { choose: { only: chat } }) }),
  );
  await vscode.commands.executeCommand('longthread.chat.focus');
}

/**
 * Continues the acting session in the program of `agent` in a terminal. The session can be Longthread's own session or
 * a session of any other agent.
 */
export async function continueIn(agent: ContinuingAgent, parts: Parts): Promise<void> {
  const { context } = parts.services;
  const session = currentSession(parts);
  const storage = context.storageUri ?? context.globalStorageUri;
  await continueInAgent(agent, {
    program: programPathHere(agent),
    brief: () => sessionBrief(session, true),
    redactor: parts.services.redactor,
    keep: (text) => writeHandedNotes(join(storage.fsPath, 'handedNotes'), text),
    start: startInTerminal,
  });
}

function startInTerminal({ name, program, args }: AgentStart): void {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const terminal = vscode.window.createTerminal({
    ...{ name, shellPath: program, shellArgs: [...args], isTransient: true },
    ...(folder !== undefined && { cwd: folder.uri }),
  });
  terminal.show();
}

function otherSession(parts: Parts): OtherSession {
  const session = parts.otherAgents.session(currentSession(parts).id);
  if (session === undefined) throw new Error('Open a session of another agent first.');
  return session;
}
