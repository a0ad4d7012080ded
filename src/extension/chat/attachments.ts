import * as vscode from 'vscode';
import { neverCancelled } from '../../core/cancellation.ts';
import { TOKENS_PER_IMAGE } from '../../core/context/imageTokens.ts';
import type { Redactor, TokenCounter } from '../../core/ports.ts';
import { maskedAtCuts } from '../../core/session/maskedAtCuts.ts';
import { textOfPart, type UserPart } from '../../core/log/message.ts';
import type { AttachmentView } from '../../shared/composerView.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { workspaceDiff } from '../tools/gitDiff.ts';
import { givenBackAs, unusedName, AttachedLists } from './attachedLists.ts';
import { getDiagnostics } from '../tools/getDiagnostics.ts';
import { readGuarded } from '../files/guardedFile.ts';
import { isInWorkspace } from '../tools/foundPlaces.ts';
import { readText } from '../files/textFile.ts';
import { pathOf } from '../files/workspacePaths.ts';
import { ViewError } from '../webviews/describeError.ts';
import { PathError } from '../files/pathError.ts';
import { findWorkspaceFiles } from '../tools/findWorkspaceFiles.ts';
import { remarkLines, unreadFolders } from '../tools/resultTexts.ts';

/**
 * An attachment of the next message. `read` is called again when the message is sent, so that files, problems and
 * changes are current.
 */
interface Attachment {
  readonly id: string;
  readonly view: AttachmentView;
  readonly read: () => Promise<UserPart>;
}

/** Dropped or pasted content: an image as base64 if `mediaType` is set, otherwise a text. */
export interface DroppedContent {
  readonly name: string;
  readonly mediaType?: string | undefined;
  readonly data: string;
}

/** The largest share of the usable window that an attachment may take. */
const LARGEST_SHARE = 0.5;
const LARGEST_IMAGE_BYTES = 4_000_000;

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

const SENT_TYPES: ReadonlySet<string> = new Set(Object.values(IMAGE_TYPES));

export interface AttachmentsOptions {
  readonly counter: TokenCounter;
  readonly redactor: Redactor;
  /** Returns the session that is shown. Its model decides how much fits and how many tokens an image takes. */
  readonly session: () => Pick<OpenSession, 'live' | 'conversation'> | undefined;
}

/** Attachments in the composer, to be sent with the next message of the session that is shown. */
export class Attachments {
  readonly #options: AttachmentsOptions;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #lists = new AttachedLists<Attachment>();
  #lastId = 0;

  readonly onDidChange = this.#changed.event;

  constructor(options: AttachmentsOptions) {
    this.#options = options;
  }

  get views(): readonly AttachmentView[] {
    return this.#lists.shown.map(({ view }) => view);
  }

  /** Sets the session that is shown; empty for none. */
  follow(session: string): void {
    this.#lists.follow(session);
  }

  /** Tokens that the next message will take in addition to its text. */
  get tokens(): number {
    return this.views.reduce((sum, { tokens = 0, problem }) => sum + (problem === undefined ? tokens : 0), 0);
  }

  /** Attaches a file, or only a range of its lines. Throws PathError if it can't be read. */
  async attachFile(uri: vscode.Uri, range?: vscode.Range): Promise<void> {
    const mediaType = IMAGE_TYPES[/\.(\w+)$/.exec(uri.path)?.[1]?.toLowerCase() ?? ''];
    if (mediaType !== undefined) {
      await this.#add(pathOf(uri), 'image', () => readImage(uri, mediaType));
      return;
    }
    const label = range === undefined ? pathOf(uri) : `${pathOf(uri)}:${lineNumbersOf(range)}`;
    await this.#add(label, range === undefined ? 'file' : 'selection', async () => ({
      type: 'file',
      path: label,
      text: await linesIn(await readText(uri), range, this.#options.redactor),
    }));
  }

  /** Attaches the lines that are selected in the active editor. */
  async attachSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || editor.selection.isEmpty)
      throw new ViewError('Nothing is selected in the editor. Select some lines first.');
    await this.attachFile(editor.document.uri, editor.selection);
  }

  /** Attaches the errors and warnings of the workspace. */
  async attachProblems(): Promise<void> {
    await this.#add('@problems', 'problems', async () => {
      const { text } = await getDiagnostics.run({}, neverCancelled);
      return { type: 'text', text, origin: 'client', label: 'problems' };
    });
  }

  /** Attaches the changes in the files of the workspace since the newest commit. */
  async attachDiff(): Promise<void> {
    await this.#add('@diff', 'diff', async () => {
      const text = await workspaceDiff({}, this.#options.redactor, neverCancelled);
      return { type: 'text', text, origin: 'client', label: 'diff' };
    });
  }

  /** Attaches the terminal's newest command, and its output so far. */
  async attachTerminal(text: string): Promise<void> {
    await this.#add('@terminal', 'terminal', () =>
      Promise.resolve({ type: 'text', text, origin: 'client', label: 'terminal' }),
    );
  }

  async attachFolder(uri: vscode.Uri): Promise<void> {
    const path = `${pathOf(uri)}/`;
    await this.#add(path, 'folder', async () => ({ type: 'file', path, text: await folderText(uri) }));
  }

  /** Attaches pasted or dropped text, or an image. Throws ViewError for an image that models don't accept. */
  async attachContent({ name, mediaType, data }: DroppedContent): Promise<void> {
    if (mediaType !== undefined && !SENT_TYPES.has(mediaType))
      throw new ViewError(
        `Models accept only PNG, JPEG, GIF and WebP images. Convert this image (${mediaType}) first.`,
      );
    const label = unusedName(name, this.#lists.labels);
    const part: UserPart =
      mediaType === undefined
        ? { type: 'file', path: label, text: data }
        : { type: 'image', mediaType, data, name: label };
    await this.#add(label, mediaType === undefined ? 'file' : 'image', () => Promise.resolve(part));
  }

  /** Puts the attachments of unsent messages back into the list. */
  async giveBack(parts: readonly UserPart[]): Promise<void> {
    for (const part of parts) {
      const as = givenBackAs(part, this.#lists.labels);
      if (as !== undefined) await this.#add(as.label, as.kind, () => Promise.resolve(part));
    }
  }

  /** Attaches dropped files and folders. Throws ViewError with a sentence for each item that can't be attached. */
  async attachUris(uris: readonly string[]): Promise<void> {
    const problems: string[] = [];
    for (const each of uris)
      await this.#attachUri(onThisMachine(vscode.Uri.parse(each, true))).catch((error: unknown) => {
        if (!(error instanceof ViewError)) throw error;
        problems.push(error.message);
      });
    if (problems.length > 0) throw new ViewError(problems.join(' '));
  }

  async #attachUri(uri: vscode.Uri): Promise<void> {
    // An item that `stat` can't find counts as a file: `attachFile` throws a PathError if the file can't be read.
    const type = await vscode.workspace.fs.stat(uri).then(
      (found) => found.type,
      () => vscode.FileType.File,
    );
    if ((type & vscode.FileType.Directory) === 0) await this.attachFile(uri);
    else if (isInWorkspace(uri)) await this.attachFolder(uri);
    else
      throw new ViewError(
        'Only folders of the workspace can be attached. Attach the folder’s files instead.',
      );
  }

  /** Removes attachments that were sent, or that the person removed. */
  remove(ids: ReadonlySet<string>): void {
    this.#lists.remove(ids);
    this.#changed.fire(undefined);
  }

  /**
   * Reads the attachments in the composer. Returns the ids of all attachments, and a part of the message for each
   * attachment that has no problem.
   */
  async read(): Promise<{ readonly ids: ReadonlySet<string>; readonly parts: readonly UserPart[] }> {
    const attached = this.#lists.shown;
    const ready = attached.filter(({ view }) => view.problem === undefined);
    const parts = await Promise.all(ready.map(({ read }) => read()));
    return { ids: new Set(attached.map(({ id }) => id)), parts };
  }

  async #add(label: string, kind: AttachmentView['kind'], read: Attachment['read']): Promise<void> {
    await this.#lists.add(label, async () => {
      const tokens = await this.#tokensOf(await read());
      const usableTokens = this.#options.session()?.conversation.request.window().usableTokens ?? Infinity;
      const problem = tokens > usableTokens * LARGEST_SHARE ? 'too large to send' : undefined;
      const view = { id: `a${++this.#lastId}`, label, kind, tokens, ...(problem && { problem }) };
      return { id: view.id, view, read };
    });
    this.#changed.fire(undefined);
  }

  async #tokensOf(part: UserPart): Promise<number> {
    if (part.type === 'image')
      return this.#options.session()?.live.account.countImage(part) ?? TOKENS_PER_IMAGE;
    const [tokens = 0] = await this.#options.counter.count([textOfPart(part)]);
    return tokens;
  }
}

/**
 * Returns the URI under which the extension can read a dropped file. In a remote window, the page gives a
 * `vscode-remote:` URI, but the extension runs on the machine that has the files.
 */
function onThisMachine(uri: vscode.Uri): vscode.Uri {
  const hasLocalFolder = vscode.workspace.workspaceFolders?.some((folder) => folder.uri.scheme === 'file');
  const isRemote = uri.scheme === 'vscode-remote' && hasLocalFolder === true;
  return isRemote ? uri.with({ scheme: 'file', authority: '' }) : uri;
}

async function readImage(uri: vscode.Uri, mediaType: string): Promise<UserPart> {
  const bytes = await readGuarded(uri, LARGEST_IMAGE_BYTES);
  return { type: 'image', mediaType, data: Buffer.from(bytes).toString('base64'), name: pathOf(uri) };
}

/** Returns the line numbers of a range, such as `3-9`. */
function lineNumbersOf(range: vscode.Range): string {
  const [first, last] = bounds(range);
  return first === last ? `${first}` : `${first}-${last}`;
}

/** Returns the lines in a range. Masks those secrets that can be recognised only with the text around the lines. */
async function linesIn(text: string, range: vscode.Range | undefined, redactor: Redactor): Promise<string> {
  if (range === undefined) return text;
  const [first, last] = bounds(range);
  const lines = text.split(/\r?\n/);
  const joined = (from: number, to?: number): string => lines.slice(from, to).join('\n');
  const [before, after] = [`${joined(0, first - 1)}\n`, `\n${joined(last)}`];
  const [shown = ''] = await maskedAtCuts([{ before, text: joined(first - 1, last), after }], redactor);
  return shown;
}

/**
 * Returns the first and last line of a range, counted from 1. A range that ends at the start of a line does not include
 * that line.
 */
function bounds({ start, end }: vscode.Range): readonly [first: number, last: number] {
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return [start.line + 1, last];
}

const MOST_FILES = 500;
const MOST_BYTES = 60_000;
/** The largest file whose text is attached with its folder, so that a large file leaves room for the other files. */
const LARGEST_FILE_BYTES = 12_000;

/**
 * Returns the paths of up to 500 files in a folder and its subfolders, without ignored files. Adds the text of each
 * file that fits into the remaining space.
 */
async function folderText(folder: vscode.Uri): Promise<string> {
  const search = { within: folder, most: MOST_FILES + 1 };
  const { uris, isIncomplete } = await findWorkspaceFiles(search, neverCancelled);
  const files = uris.slice(0, MOST_FILES);
  const texts: string[] = [];
  let left = MOST_BYTES;
  for (const file of files) {
    const text = await textOf(file, Math.min(left, LARGEST_FILE_BYTES));
    if (text === undefined) continue;
    left -= Buffer.byteLength(text);
    texts.push(`## ${pathOf(file)}\n${text}`);
  }
  return [
    ...files.map(pathOf),
    ...(uris.length > MOST_FILES ? [`[more than ${MOST_FILES} files]`] : []),
    ...remarkLines(unreadFolders(isIncomplete)),
    `[${texts.length} of ${files.length} are here in full; read the others where you need them]`,
    ...texts,
  ].join('\n');
}

/** Returns a file's text; undefined if the file is not text, is too large, or may not be read. */
async function textOf(file: vscode.Uri, mostBytes: number): Promise<string | undefined> {
  try {
    return await readText(file, mostBytes);
  } catch (error) {
    if (error instanceof PathError) return undefined;
    throw error;
  }
}
