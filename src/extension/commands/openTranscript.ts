import * as vscode from 'vscode';
import type { ChooseConversation, Conversations } from '../../adapters/transcripts/conversations.ts';
import { editorChatsFolder, listEditorChats } from '../../adapters/transcripts/editorChats.ts';
import { leftOutSentence } from '../../adapters/transcripts/leftOut.ts';
import { formatAge, formatCount } from '../../shared/format.ts';
import { noteDone } from '../contextKeys.ts';
import type { Parts } from '../parts.ts';
import { choose, notify } from '../asking/ask.ts';
import { asLabel } from '../asking/plainTexts.ts';
import { waitFor } from '../asking/waitFor.ts';

/**
 * Opens a file as a session: the file that a menu passes, or a file that the person picks. Shows which content of the
 * file was skipped or read incompletely.
 */
export async function openTranscript(
  file: unknown,
  { sessions, services }: Pick<Parts, 'sessions' | 'services'>,
): Promise<void> {
  const picked = file instanceof vscode.Uri ? file : await pickTranscript(services);
  const ask: ChooseConversation = (conversations) => chooseConversation(conversations, services.clock.now());
  const skipped = await waitFor('reading the transcript', (signal) =>
    sessions.importTranscript(picked.fsPath, { signal, choose: ask }),
  );
  noteDone('hasImported');
  const leftOut = leftOutSentence(skipped);
  if (leftOut !== undefined) void notify(leftOut);
  await vscode.commands.executeCommand('longthread.chat.focus');
}

interface ConversationItem extends vscode.QuickPickItem {
  readonly id?: string;
}

/**
 * Asks which conversation of a file to open, and returns the id of the conversation. If the conversations follow each
 * other, also offers to open all of them as one session. Returns undefined if the person chooses this offer.
 */
async function chooseConversation(
  { all, canBeOne }: Conversations,
  now: number,
): Promise<string | undefined> {
  const items: readonly ConversationItem[] = [
    ...all.map(({ id, title, at, prompts }) => ({
      id,
      label: title === '' ? 'Untitled chat' : asLabel(title),
      description: at === undefined ? '' : formatAge(at, now),
      detail: formatCount(prompts, 'message of yours', 'messages of yours'),
    })),
    ...(canBeOne ? [{ label: '$(list-flat) All of them, as one session' }] : []),
  ];
  return (await choose(items, `Which of these ${formatCount(all.length, 'chat')}?`)).id;
}

interface TranscriptItem extends vscode.QuickPickItem {
  readonly path?: string;
}

/**
 * Asks the person to choose one of the editor's own chats in this workspace, or another file. If the editor has no
 * chats, asks only for a file.
 */
async function pickTranscript({ context, clock }: Parts['services']): Promise<vscode.Uri> {
  const { storageUri, globalStorageUri } = context;
  const folder = editorChatsFolder({ storage: storageUri?.fsPath, globalStorage: globalStorageUri.fsPath });
  const chats = await listEditorChats(folder);
  if (chats.length === 0) return pickFile();
  const items: readonly TranscriptItem[] = [
    { label: '$(folder-opened) Another file…' },
    { label: 'Chats of this workspace', kind: vscode.QuickPickItemKind.Separator },
    ...chats.map(({ path, title, changedAt }) => ({
      label: asLabel(title),
      description: formatAge(changedAt, clock.now()),
      path,
    })),
  ];
  const { path } = await choose(items, 'Which transcript?');
  return path === undefined ? pickFile() : vscode.Uri.file(path);
}

async function pickFile(): Promise<vscode.Uri> {
  const [file] =
    (await vscode.window.showOpenDialog({
      openLabel: 'Open Transcript',
      filters: { Transcripts: ['jsonl', 'json', 'md', 'txt', 'log', 'db'], 'All files': ['*'] },
    })) ?? [];
  if (file === undefined) throw new vscode.CancellationError();
  return file;
}
