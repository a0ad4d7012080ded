import * as vscode from 'vscode';

/** The tab that a command of the editor opens for one of its own pages; whatever else is opened meanwhile is the person's. */
export class OpenedTab {
  readonly #listening: vscode.Disposable;
  #tab: vscode.Tab | undefined;

  constructor() {
    this.#listening = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      // The interface has an input for files, notebooks, terminals and views of extensions, and none for the editor's own pages.
      this.#tab ??= opened.find(({ input }) => input === undefined);
    });
  }

  /** Closes it, where there is one and the person has not done so. */
  async close(): Promise<void> {
    this.#listening.dispose();
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    if (this.#tab !== undefined && tabs.includes(this.#tab)) await vscode.window.tabGroups.close(this.#tab);
  }
}
