import * as vscode from 'vscode';
import type { CancelSignal } from '../../core/cancellation.ts';
import { exclusionGlobs, exclusionsOf, type Exclusions, type ExcludeSetting } from './exclusions.ts';
import { globMatcher } from './globMatcher.ts';
import { inTurns } from './inTurns.ts';
import { listEnough } from './listEnough.ts';
import { linksAway } from '../files/linksAway.ts';
import { PathError } from '../files/pathError.ts';
import { readSavedText } from '../files/textFile.ts';
import {
  isSearchable,
  pathFrom,
  rootOf,
  walkFolder,
  type FolderSearch,
  type FoundFiles,
} from './walkFolder.ts';
import { foldersOf } from '../files/workspacePaths.ts';

export interface FileSearch {
  /** The folder to search. Undefined to search the whole workspace. */
  readonly within?: vscode.Uri | undefined;
  readonly glob?: string | undefined;
  readonly most: number;
}

/**
 * The maximum number of repetitions of the editor's search. Each repetition excludes the links found so far that lead
 * out of the workspace folder, so that the files behind these links do not use up the limit of results. The search is
 * repeated until it finds no further link of this kind.
 */
const MOST_ROUNDS = 50;
const TOO_MANY_LINKS = `More than ${MOST_ROUNDS} links lead out of the workspace folder; name a folder without them.`;
const MOST_IGNORE_BYTES = 1_000_000;

/** The maximum number of files that are matched here if the glob is too slow for the editor's search. */
const MOST_LISTED = 20_000;
const TOO_MANY_LISTED = `There are more than ${MOST_LISTED} files to match against the glob; name a folder, or use four stars at most.`;

/**
 * Returns at most `most` files of the workspace, sorted by path. Leaves out files that the settings and .gitignore
 * exclude. Does not follow a link out of the workspace folder that contains the link. Throws GlobError if the glob is
 * too long. Throws PathError if the glob is slow and there are too many files to match against it, or if too many links
 * lead out of the workspace folder.
 */
export async function findWorkspaceFiles(
  { within, glob = '**/*', most }: FileSearch,
  signal: CancelSignal,
): Promise<FoundFiles> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = (): void => cancellation.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const wanted = globMatcher(glob);
    const find = async (base: vscode.Uri): Promise<FoundFiles> => {
      const search = { base, glob, wanted, most, exclusions: await readExclusions(base) };
      return (isSearchable(base) ? findInside : walkFolder)(search, cancellation.token);
    };
    const bases = within === undefined ? foldersOf().map(({ uri }) => uri) : [within];
    const found = await Promise.all(bases.map(find));
    const uris = found.flatMap((inBase) => inBase.uris);
    return {
      uris: uris.sort((a, b) => a.path.localeCompare(b.path)).slice(0, most),
      isIncomplete: found.some((inBase) => inBase.isIncomplete),
    };
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}

/**
 * Finds files below a folder. The editor can't be stopped while it matches, so only quick globs are passed to it. All
 * other globs are matched here.
 */
async function findInside(search: FolderSearch, cancelled: vscode.CancellationToken): Promise<FoundFiles> {
  const { base, wanted, exclusions } = search;
  const wantedOf = async (listed: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> => {
    const uris: vscode.Uri[] = [];
    for await (const uri of inTurns(listed, cancelled)) {
      const path = pathFrom(base, uri);
      const isWanted = wanted.isQuick || wanted.matches(path);
      if (isWanted && !exclusions.leavesOutSlowly(path)) uris.push(uri);
    }
    return uris;
  };
  if (wanted.isQuick) {
    const list = (most: number): Promise<readonly vscode.Uri[]> => listInside({ ...search, most }, cancelled);
    const { wanted: uris, isIncomplete } = await listEnough(search.most, list, wantedOf);
    return { uris, isIncomplete };
  }
  const listed = await listInside({ ...search, glob: '**/*', most: MOST_LISTED + 1 }, cancelled);
  if (listed.length > MOST_LISTED) throw new PathError(TOO_MANY_LISTED);
  return { uris: await wantedOf(listed), isIncomplete: false };
}

/**
 * Lists files below a folder. The editor's search follows links. If links led out of the workspace folder, their files
 * may have used up the limit, so the search is repeated without these links.
 */
async function listInside(
  { base, glob, most, exclusions }: FolderSearch,
  cancelled: vscode.CancellationToken,
): Promise<readonly vscode.Uri[]> {
  const outside = new Set<string>();
  const pattern = new vscode.RelativePattern(base, glob);
  for (let round = 0; ; round++) {
    const excluded = [...exclusions.quickGlobs, ...[...outside].flatMap(linkGlobs)];
    const found = await vscode.workspace.findFiles(pattern, `{${excluded.join(',')}}`, most, cancelled);
    if (base.scheme !== 'file' || cancelled.isCancellationRequested) return found;
    const files = found.map(({ fsPath }) => fsPath);
    const links = await linksAway(files, { base: base.fsPath, root: rootOf(base).fsPath });
    const newLinks = [...links].filter((link) => !outside.has(link));
    for (const link of newLinks) outside.add(link);
    if (newLinks.length === 0)
      return found.filter(({ path }) => ![...links].some((link) => path.startsWith(`${base.path}/${link}/`)));
    if (round === MOST_ROUNDS) throw new PathError(TOO_MANY_LINKS);
  }
}

/**
 * Returns the globs that exclude a link. Special characters are put in brackets. This includes commas and braces, since
 * all globs are joined in braces.
 */
function linkGlobs(link: string): readonly string[] {
  const glob = link.replace(/[[\]*?{},]/g, '[$&]');
  return [glob, `${glob}/**`];
}

/** Returns the exclusions in a folder, according to the settings and the .gitignore of its workspace folder. */
async function readExclusions(base: vscode.Uri): Promise<Exclusions> {
  const root = rootOf(base);
  const configuration = vscode.workspace.getConfiguration(undefined, root);
  const settings = ['files.exclude', 'search.exclude'].map(
    (name) => configuration.get<ExcludeSetting>(name) ?? {},
  );
  return exclusionsOf(exclusionGlobs(settings, await gitignoreOf(root)), pathFrom(root, base));
}

async function gitignoreOf(folder: vscode.Uri): Promise<string> {
  try {
    return await readSavedText(vscode.Uri.joinPath(folder, '.gitignore'), MOST_IGNORE_BYTES);
  } catch {
    return '';
  }
}
