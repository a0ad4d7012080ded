import * as vscode from 'vscode';

/** Asks whether an address in the settings is the person's own. Returns undefined where the question was closed. */
export async function askAboutAddress(baseUrl: string): Promise<boolean | undefined> {
  const [use, leave] = ['Use It', 'Don’t Use It'];
  const chosen = await vscode.window.showWarningMessage(
    `The settings of this window send your conversations to ${new URL(baseUrl).origin}. They may have come with the container or the remote machine. Use this address?`,
    use,
    leave,
  );
  return chosen === undefined ? undefined : chosen === use;
}
