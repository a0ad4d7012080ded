import * as vscode from 'vscode';
import { resolvePath } from '../files/workspacePaths.ts';
import { ViewError } from '../webviews/describeError.ts';
import { linkTarget } from './linkTarget.ts';

/** Opens a link in an answer: a web address (VS Code asks first whether it is trusted), or a file of the workspace. */
export async function openLink(href: string): Promise<void> {
  const target = linkTarget(href);
  if (target === undefined)
    throw new ViewError('Only web addresses and files of the workspace can be opened from here.');
  if (target.kind === 'web') {
    await vscode.env.openExternal(vscode.Uri.parse(target.url, true));
    return;
  }
  const uri = await resolvePath(target.path);
  const at = new vscode.Position(Math.max(0, (target.line ?? 1) - 1), 0);
  await vscode.window.showTextDocument(uri, {
    preview: true,
    ...(target.line === undefined ? {} : { selection: new vscode.Range(at, at) }),
  });
}
