import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { neverCancelled } from '../../core/cancellation.ts';
import type { CompletionView } from '../../shared/composerView.ts';
import type { ShownCommands } from '../terminal/shownCommands.ts';
import { findWorkspaceFiles } from '../tools/findWorkspaceFiles.ts';
import { pathOf, resolvePath } from '../files/workspacePaths.ts';
import { ViewError } from '../webviews/describeError.ts';
import type { Attachments } from './attachments.ts';
import { symbolOffers, type Offer } from './symbolOffers.ts';
import { rankPaths } from './rankPaths.ts';
import { reusedFor } from './reusedFor.ts';

const MOST_FILES = 20_000;
const MOST_OFFERED = 12;
/** The number of offers that are remembered and can still be chosen. It is enough for ten typed characters. */
const MOST_REMEMBERED = 10 * MOST_OFFERED;
/** The time for which a list of the workspace's files is reused, so that typing a word lists the files only once. */
const LISTED_FOR_MS = 10_000;
/** The maximum wait for the list of the workspace's files after an `@` alone. After this wait, no files are offered. */
const LISTING_MS = 200;

/**
 * After an `@`, offers the selection, the problems, the changes since the newest commit, the terminal's newest command
 * and the workspace's files. After `@folder:`, offers folders. After `@symbol:`, offers symbols.
 */
export class Completions {
  readonly #terminals: ShownCommands | undefined;
  readonly #workspaceFiles: () => Promise<Listed>;
  readonly #offered = new Map<string, NonNullable<Offer['attach']>>();
  #lastId = 0;

  constructor(now: () => number, terminals?: ShownCommands, list = listFiles) {
    this.#terminals = terminals;
    this.#workspaceFiles = reusedFor(LISTED_FOR_MS, now, list);
  }

  dispose(): void {
    this.#terminals?.dispose();
  }

  async offer(query: string): Promise<readonly CompletionView[]> {
    const views = (await this.#offers(query)).map(({ attach, ...view }) => {
      const id = `c${++this.#lastId}`;
      if (attach !== undefined) this.#offered.set(id, attach);
      return { id, ...view };
    });
    // An earlier offer stays valid: the person may choose it while the answer to the next character is on its way.
    for (const id of [...this.#offered.keys()].slice(0, -MOST_REMEMBERED)) this.#offered.delete(id);
    return views;
  }

  /** Attaches the completion that was offered under this id. Throws ViewError if the offer is no longer remembered. */
  async accept(id: string, attachments: Attachments): Promise<void> {
    const attach = this.#offered.get(id);
    if (attach === undefined) throw new ViewError('This suggestion is no longer available. Type @ again.');
    await attach(attachments);
  }

  async #offers(query: string): Promise<readonly Offer[]> {
    const [, kind, word = ''] = /^(folder|symbol):(.*)$/i.exec(query) ?? [];
    if (kind?.toLowerCase() === 'folder') return this.#matchingFolders(word);
    if (kind !== undefined) return symbolOffers(word, MOST_OFFERED);
    const words = wordsFor(query.toLowerCase(), this.#terminals);
    const files = this.#matchingFiles(query, MOST_OFFERED - words.length);
    // Listing a large workspace takes a while. If only the `@` was typed, more characters will probably follow, so the
    // wait for the list is short.
    return [...words, ...(await (query === '' ? Promise.race([files, sleep(LISTING_MS, [])]) : files))];
  }

  async #matchingFolders(query: string): Promise<readonly Offer[]> {
    const { folders } = await this.#workspaceFiles();
    return rankPaths(folders, { query, open: [], most: MOST_OFFERED }).map((path) => ({
      label: `${path.slice(path.lastIndexOf('/') + 1)}/`,
      detail: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
      kind: 'folder',
      attach: async (attachments) => attachments.attachFolder(await resolvePath(path)),
    }));
  }

  async #matchingFiles(query: string, most: number): Promise<readonly Offer[]> {
    const { files } = await this.#workspaceFiles();
    const open = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(pathOfTab));
    return rankPaths([...files.keys()], { query, open, most }).flatMap((path) => {
      const uri = files.get(path);
      return uri === undefined ? [] : [fileOffer(path, uri)];
    });
  }
}

interface Listed {
  /** The files by their paths. */
  readonly files: ReadonlyMap<string, vscode.Uri>;
  readonly folders: readonly string[];
}

async function listFiles(): Promise<Listed> {
  const hasFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const uris = hasFolder ? (await findWorkspaceFiles({ most: MOST_FILES }, neverCancelled)).uris : [];
  const files = new Map(uris.map((uri) => [pathOf(uri), uri]));
  return { files, folders: [...new Set([...files.keys()].flatMap(foldersAbove))] };
}

function wordsFor(query: string, terminals: ShownCommands | undefined): readonly Offer[] {
  const editor = vscode.window.activeTextEditor;
  const hasSelection = editor !== undefined && !editor.selection.isEmpty;
  const words: readonly Offer[] = [
    ...(hasSelection
      ? [
          {
            label: '@selection',
            detail: pathOf(editor.document.uri),
            kind: 'selection' as const,
            attach: (attachments: Attachments) => attachments.attachSelection(),
          },
        ]
      : []),
    {
      label: '@problems',
      detail: 'errors and warnings of the workspace',
      kind: 'problems',
      attach: (attachments) => attachments.attachProblems(),
    },
    {
      label: '@diff',
      detail: 'changes since the last commit',
      kind: 'diff',
      attach: (attachments) => attachments.attachDiff(),
    },
    ...(terminals?.shown === undefined
      ? []
      : [
          {
            label: '@terminal',
            detail: 'the last command and its output',
            kind: 'terminal' as const,
            attach: async (attachments: Attachments) => attachments.attachTerminal(await terminals.read()),
          },
        ]),
    { label: '@folder', detail: 'the files of a folder', kind: 'folder', continuesWith: 'folder:' },
    { label: '@symbol', detail: 'a function, class or type', kind: 'symbol', continuesWith: 'symbol:' },
  ];
  return words.filter(({ label }) => label.slice(1).startsWith(query));
}

function fileOffer(path: string, uri: vscode.Uri): Offer {
  const at = path.lastIndexOf('/');
  return {
    label: path.slice(at + 1),
    detail: at < 0 ? '' : path.slice(0, at),
    kind: 'file',
    attach: (attachments) => attachments.attachFile(uri),
  };
}

/** Returns the folders above a path: `src` and `src/tides` for `src/tides/a.ts`. */
function foldersAbove(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

function pathOfTab({ input }: vscode.Tab): readonly string[] {
  return input instanceof vscode.TabInputText ? [pathOf(input.uri)] : [];
}
