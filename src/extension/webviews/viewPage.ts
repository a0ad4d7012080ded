import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { viewHtml } from '../../shared/viewHtml.ts';

/**
 * Shows a page in a webview. The page runs `dist/webview/NAME.js` and may load files only from that folder and from
 * `media/`.
 */
export function showPage(
  webview: vscode.Webview,
  {
    extension,
    name,
    title,
  }: { readonly extension: vscode.Uri; readonly name: string; readonly title: string },
): void {
  const scripts = vscode.Uri.joinPath(extension, 'dist', 'webview');
  const uriOf = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(scripts, file)).toString();
  webview.options = {
    enableScripts: true,
    localResourceRoots: [scripts, vscode.Uri.joinPath(extension, 'media')],
  };
  webview.html = viewHtml({
    title,
    nonce: randomBytes(18).toString('base64'),
    cspSource: webview.cspSource,
    scriptUri: uriOf(`${name}.js`),
    codiconsUri: uriOf('codicon.css'),
  });
}
