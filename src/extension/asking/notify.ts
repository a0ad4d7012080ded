import * as vscode from 'vscode';

/** A notice that asks for nothing; resolves with the button that was pressed, if one was. */
export type Notify = (sentence: string, ...buttons: readonly string[]) => PromiseLike<string | undefined>;

export const notify: Notify = (sentence, ...buttons) =>
  vscode.window.showInformationMessage(sentence, ...buttons);
