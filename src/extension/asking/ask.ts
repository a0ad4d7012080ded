import * as vscode from 'vscode';
import { untilDone } from './untilDone.ts';
import { asLabel, withoutLinks } from './plainTexts.ts';

/**
 * Returns the answer. Throws CancellationError if the person closed the question. A command that throws this error
 * ends without an error message.
 */
function answered<T>(answer: T | undefined): T {
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}

/** Asks for one item of a list. Throws CancellationError if the person closes the question. */
export async function choose<T extends vscode.QuickPickItem>(
  items: readonly T[] | Promise<readonly T[]>,
  placeHolder: string,
): Promise<T> {
  const options = { placeHolder, matchOnDescription: true, matchOnDetail: true };
  return answered(await vscode.window.showQuickPick(items, options));
}

/** Asks for any number of items of a list. Throws CancellationError if the person closes the question. */
export async function chooseSome<T extends vscode.QuickPickItem>(
  items: readonly T[],
  placeHolder: string,
  title?: string,
): Promise<readonly T[]> {
  const options = { placeHolder, matchOnDetail: true, ...(title !== undefined && { title }) };
  return answered(await vscode.window.showQuickPick(items, { ...options, canPickMany: true }));
}

/** Asks for a line of text, which may be empty. Throws CancellationError if the person closes the question. */
export async function askText(options: vscode.InputBoxOptions): Promise<string> {
  const { prompt } = options;
  const shown = { ...options, ...(prompt !== undefined && { prompt: withoutLinks(prompt) }) };
  return answered(await vscode.window.showInputBox({ ignoreFocusOut: true, ...shown }));
}

/**
 * Asks for a line of text and does the work with it. If the work fails, asks again with the same text. Throws
 * CancellationError if the person closes the question, and the work's error if the work fails and the text is empty.
 */
export function withText<T>(
  options: vscode.InputBoxOptions,
  work: (typed: string) => Promise<T>,
): Promise<T> {
  return untilDone((again) => askText({ ...options, ...again }), work);
}

/** Asks for confirmation in a modal dialog. Throws CancellationError if the person does not agree. */
export async function confirm(sentence: string, detail: string, action: string): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(sentence, { modal: true, detail }, action);
  answered(chosen);
}

/** Shows a success in the status bar for 5 seconds. */
export function say(sentence: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${asLabel(sentence)}`, 5_000);
}

/** Shows in the status bar for 10 seconds that something was not done, or not done yet. */
export function sayNotDone(sentence: string): void {
  vscode.window.setStatusBarMessage(`$(info) ${asLabel(sentence)}`, 10_000);
}

/** With this argument, the preview command previews the compaction that the person is being asked about. */
export const AS_ASKED = 'asAsked';

/** Shows a notification. Resolves with the button that was pressed; undefined if the notification was closed. */
export type Notify = (sentence: string, ...buttons: readonly string[]) => PromiseLike<string | undefined>;

export const notify: Notify = (sentence, ...buttons) =>
  vscode.window.showInformationMessage(withoutLinks(sentence), ...buttons);

/** Shows a warning, and resolves in the same way as `notify`. */
export const warn: Notify = (sentence, ...buttons) =>
  vscode.window.showWarningMessage(withoutLinks(sentence), ...buttons);

/** Shows an error, and resolves in the same way as `notify`. */
export const notifyError: Notify = (sentence, ...buttons) =>
  vscode.window.showErrorMessage(withoutLinks(sentence), ...buttons);

/** Asks whether to send conversations to an address in the settings. Returns undefined if the question was closed. */
export async function askAboutAddress(baseUrl: string): Promise<boolean | undefined> {
  const [use, leave] = ['Use It', 'Don’t Use It'];
  const chosen = await warn(
    `The settings of this window send your conversations to ${new URL(baseUrl).origin}. These settings may have come with the container or the remote machine. Use this address?`,
    use,
    leave,
  );
  return chosen === undefined ? undefined : chosen === use;
}
