import * as vscode from 'vscode';
import { neverCancelled } from '../../core/cancellation.ts';
import type { CompletionView } from '../../shared/composerView.ts';
import { findWorkspaceFiles } from '../tools/findWorkspaceFiles.ts';
import { pathOf } from '../files/workspacePaths.ts';
import { ViewError } from '../webviews/describeError.ts';
import type { Attachments } from './attachments.ts';
import { rankPaths } from './rankPaths.ts';

const MOST_FILES = 20_000;
const MOST_OFFERED = 12;
/** While one types, the workspace's files are listed once. */
const LISTED_FOR_MS = 10_000;

type Attach = (attachments: Attachments) => Promise<void>;

/** What can be attached after an `@`: the selection, the problems, any file of the workspace. */
export class Completions {
  readonly #now: () => number;
  readonly #offered = new Map<string, Attach>();
  #files: Promise<readonly vscode.Uri[]> | undefined;
  #listedAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  async offer(query: string): Promise<readonly CompletionView[]> {
    this.#offered.clear();
    const words = wordsFor(query.toLowerCase());
    const files = await this.#matchingFiles(query, MOST_OFFERED - words.length);
    return [...words, ...files].map(({ attach, ...view }, index) => {
      const id = `c${index}`;
      this.#offered.set(id, attach);
      return { id, ...view };
    });
  }

  /** Attaches what was offered under an id. */
  async accept(id: string, attachments: Attachments): Promise<void> {
    const attach = this.#offered.get(id);
    if (attach === undefined) throw new ViewError('That is no longer offered; type @ again.');
    await attach(attachments);
  }

  async #matchingFiles(query: string, most: number): Promise<readonly Offer[]> {
    const byPath = new Map((await this.#workspaceFiles()).map((uri) => [pathOf(uri), uri]));
    const open = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(pathOfTab));
    return rankPaths([...byPath.keys()], { query, open, most }).flatMap((path) => {
      const uri = byPath.get(path);
      return uri === undefined ? [] : [fileOffer(path, uri)];
    });
  }

  #workspaceFiles(): Promise<readonly vscode.Uri[]> {
    if (this.#files === undefined || this.#now() - this.#listedAt > LISTED_FOR_MS) {
      this.#listedAt = this.#now();
      const hasFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
      this.#files = hasFolder
        ? findWorkspaceFiles({ most: MOST_FILES }, neverCancelled)
        : Promise.resolve([]);
    }
    return this.#files;
  }
}

type Offer = Omit<CompletionView, 'id'> & { readonly attach: Attach };

function wordsFor(query: string): readonly Offer[] {
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

function pathOfTab({ input }: vscode.Tab): readonly string[] {
  return input instanceof vscode.TabInputText ? [pathOf(input.uri)] : [];
}
