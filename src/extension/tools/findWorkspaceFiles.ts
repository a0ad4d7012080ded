import * as vscode from 'vscode';
import type { CancelSignal } from '../../core/cancellation.ts';
import { exclusionGlob, type ExcludeSetting } from './exclusions.ts';
import { foldersOf } from './workspacePaths.ts';

export interface FileSearch {
  /** The folder to look in; without it, the whole workspace. */
  readonly within?: vscode.Uri | undefined;
  readonly glob?: string | undefined;
  readonly most: number;
}

/** Files of the workspace without what settings and .gitignore leave out, by their paths. */
export async function findWorkspaceFiles(
  { within, glob = '**/*', most }: FileSearch,
  signal: CancelSignal,
): Promise<readonly vscode.Uri[]> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = (): void => {
    cancellation.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const pattern = within === undefined ? glob : new vscode.RelativePattern(within, glob);
    const found = await vscode.workspace.findFiles(pattern, await exclusions(), most, cancellation.token);
    return found.sort((a, b) => a.path.localeCompare(b.path));
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}

async function exclusions(): Promise<string> {
  const configuration = vscode.workspace.getConfiguration();
  const settings = ['files.exclude', 'search.exclude'].map(
    (name) => configuration.get<ExcludeSetting>(name) ?? {},
  );
  const texts = await Promise.all(foldersOf().map(({ uri }) => gitignoreOf(uri)));
  return exclusionGlob(settings, texts.join('\n'));
}

async function gitignoreOf(folder: vscode.Uri): Promise<string> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, '.gitignore'));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}
