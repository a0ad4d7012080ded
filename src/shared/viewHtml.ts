/** The parts of a view's page. `scriptUri` and `codiconsUri` are URIs from `webview.asWebviewUri`. */
export interface ViewPage {
  readonly title: string;
  /** A random value, new for each page. */
  readonly nonce: string;
  /** The source of the webview's files for the content security policy, i.e. `webview.cspSource`. */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly codiconsUri: string;
}

/** Returns the page of a view. Only the extension's own style sheet and font may load, and only its script may run. */
export function viewHtml(page: ViewPage): string {
  const { title, nonce, cspSource, scriptUri, codiconsUri } = page;
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${title}</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${codiconsUri}" nonce="${nonce}">
</head>
<body>
<script nonce="${nonce}" src="${scriptUri}"></script>
</body>
</html>
`;
}
