import * as vscode from 'vscode';
import { warn } from '../asking/ask.ts';
import type { Logger } from '../../core/ports.ts';
import { withoutInvisible } from '../../core/text/invisible.ts';
import { PathError } from '../files/pathError.ts';
import { readSavedText } from '../files/textFile.ts';
import { pathOf } from '../files/workspacePaths.ts';
import { withoutDuplicates, type InstructionFile } from './workspaceInstructions.ts';

/** The file with instructions for Longthread. If a folder has this file, the folder's `SHARED_FILES` are not read. */
const OWN_FILE = '.longthread/instructions.md';
/** The files with instructions for any assistant. */
const SHARED_FILES = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'] as const;
/** The maximum size in bytes of an instruction file that is read. */
const MOST_BYTES = 1_000_000;

/**
 * The workspace's instructions. They are read again when the files change. They are empty while the workspace is not
 * trusted.
 */
export class Instructions implements vscode.Disposable {
  readonly #logger: Logger;
  readonly #disposables: vscode.Disposable[] = [];
  readonly #reported = new Set<string>();
  #files: readonly InstructionFile[] = [];
  #reading: Promise<void> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns the instruction files as they were last read. */
  get files(): readonly InstructionFile[] {
    return this.#files;
  }

  /** Resolves when the files were read. From the first call on, the files are read again whenever they change. */
  ready(): Promise<void> {
    if (this.#reading === undefined) this.#follow();
    this.#reading ??= this.#read();
    return this.#reading;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #follow(): void {
    // Reads run one after another, since otherwise the older of two concurrent reads could end last.
    const readAgain = (): void => {
      this.#reading = this.ready().then(() => this.#read());
    };
    const watcher = vscode.workspace.createFileSystemWatcher(`**/{${[OWN_FILE, ...SHARED_FILES].join(',')}}`);
    this.#disposables.push(
      watcher,
      watcher.onDidChange(readAgain),
      watcher.onDidCreate(readAgain),
      watcher.onDidDelete(readAgain),
      vscode.workspace.onDidGrantWorkspaceTrust(readAgain),
      vscode.workspace.onDidChangeWorkspaceFolders(readAgain),
    );
  }

  /** Reads the instruction files. Logs a failure instead of throwing, so that requests are sent anyway. */
  async #read(): Promise<void> {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    try {
      const files = await Promise.all(folders.map(({ uri }) => this.#filesOf(uri)));
      this.#files = files.flat();
    } catch (error) {
      this.#logger.warn(`the workspace’s instructions can’t be read: ${String(error)}`, error);
    }
  }

  async #filesOf(folder: vscode.Uri): Promise<readonly InstructionFile[]> {
    const own = await this.#fileOf(folder, OWN_FILE);
    if (own !== undefined) return [own];
    const files = await Promise.all(SHARED_FILES.map((file) => this.#fileOf(folder, file)));
    return withoutDuplicates(files.filter((file) => file !== undefined));
  }

  /**
   * Reads an instruction file. Returns undefined if the file does not exist or can't be used. Reports once that a file
   * can't be used, or that it contains invisible characters.
   */
  async #fileOf(folder: vscode.Uri, file: string): Promise<InstructionFile | undefined> {
    const uri = vscode.Uri.joinPath(folder, file);
    try {
      const text = await readSavedText(uri, MOST_BYTES);
      const hidden = text.length - withoutInvisible(text).length;
      if (hidden > 0)
        this.#reportOnce(
          `${pathOf(uri)} contains invisible characters (${String(hidden)}). Longthread leaves them out of the instructions.`,
        );
      return { path: pathOf(uri), text };
    } catch (error) {
      if (!(error instanceof PathError)) throw error;
      if (error.reason !== 'missing') this.#reportOnce(`Instructions are left out: ${error.message}`);
      return undefined;
    }
  }

  #reportOnce(sentence: string): void {
    if (this.#reported.has(sentence)) return;
    this.#reported.add(sentence);
    this.#logger.warn(sentence);
    void warn(sentence);
  }
}
