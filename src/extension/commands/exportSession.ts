import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { toMarkdown } from '../../adapters/transcripts/exportMarkdown.ts';
import { toOpenAiMessages } from '../../adapters/transcripts/exportOpenAi.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { choose, say } from '../asking/ask.ts';

const FORMATS = [
  { label: 'Markdown', description: 'for people', ending: 'md' },
  { label: 'OpenAI messages', description: 'JSON, for programs', ending: 'json' },
] as const;

/** Writes the session to a file of the person's choice, with its secrets masked. */
export async function exportSession({ live }: OpenSession): Promise<void> {
  const { title = 'session', messages } = live.session;
  const { label, ending } = await choose(FORMATS, 'In which format?');
  const name = title
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const target = await vscode.window.showSaveDialog({
    defaultUri: suggestedUri(`${name === '' ? 'session' : name}.${ending}`),
    filters: { [label]: [ending] },
  });
  if (target === undefined) throw new vscode.CancellationError();
  const text =
    ending === 'md'
      ? toMarkdown(messages, title)
      : `${JSON.stringify(toOpenAiMessages(messages.map(({ message }) => message)), undefined, 2)}\n`;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  say(`Exported to ${vscode.workspace.asRelativePath(target)}`);
}

/** Returns where to suggest saving a file: in the first folder of the workspace, else in the home folder. */
function suggestedUri(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.Uri.joinPath(folder, name);
}
