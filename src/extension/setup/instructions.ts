import * as vscode from 'vscode';
import type { Logger } from '../../core/ports.ts';

/** Files in which a workspace tells assistants how to work in it; the first that a folder has is read. */
const FILES = ['.longthread/instructions.md', 'AGENTS.md'] as const;
const MOST_CHARACTERS = 20_000;

/** The workspace's own instructions, read anew when they change. None while the workspace isn't trusted. */
export class Instructions implements vscode.Disposable {
  readonly #logger: Logger;
  readonly #disposables: vscode.Disposable[] = [];
  #text = '';
  #reading: Promise<void> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** What the files said when they were read last. */
  get text(): string {
    return this.#text;
  }

  /** Resolves when the files were read; later changes are followed. */
  ready(): Promise<void> {
    if (this.#reading === undefined) this.#follow();
    this.#reading ??= this.#read();
    return this.#reading;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #follow(): void {
    // One after the other: of two reads at once the older could end last.
    const again = (): void => {
      this.#reading = this.ready().then(() => this.#read());
    };
    const watcher = vscode.workspace.createFileSystemWatcher(`**/{${FILES.join(',')}}`);
    this.#disposables.push(
      watcher,
      watcher.onDidChange(again),
      watcher.onDidCreate(again),
      watcher.onDidDelete(again),
      vscode.workspace.onDidGrantWorkspaceTrust(again),
      vscode.workspace.onDidChangeWorkspaceFolders(again),
    );
  }

  /** What can't be read must not keep anybody from asking. */
  async #read(): Promise<void> {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    try {
      const texts = await Promise.all(folders.map(({ uri }) => firstFileOf(uri)));
      this.#text = texts.filter((text) => text !== '').join('\n\n');
    } catch (error) {
      this.#logger.warn(`the workspace’s instructions can’t be read: ${String(error)}`);
    }
  }
}

async function firstFileOf(folder: vscode.Uri): Promise<string> {
  for (const file of FILES) {
    try {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, file));
      return new TextDecoder().decode(bytes).slice(0, MOST_CHARACTERS).trim();
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError)) throw error;
    }
  }
  return '';
}
