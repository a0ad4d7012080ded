import * as vscode from 'vscode';
import type { CancelSignal } from '../../core/cancellation.ts';
import { exclusionGlobs, type ExcludeSetting } from './exclusions.ts';
import { linksAway } from './linksAway.ts';
import { isSearchable, walkFolder, type FolderSearch } from './walkFolder.ts';
import { foldersOf } from './workspacePaths.ts';

export interface FileSearch {
  /** The folder to look in; without it, the whole workspace. */
  readonly within?: vscode.Uri | undefined;
  readonly glob?: string | undefined;
  readonly most: number;
}

/** A link that was left out may have hidden another one behind it; this many are enough for any workspace. */
const MOST_ROUNDS = 10;

/**
 * Files of the workspace without what settings and .gitignore leave out, by their paths. Linked folders that lead out of
 * it are not followed.
 */
export async function findWorkspaceFiles(
  { within, glob = '**/*', most }: FileSearch,
  signal: CancelSignal,
): Promise<readonly vscode.Uri[]> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = (): void => {
    cancellation.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const excluded = await exclusions();
    const find = (base: vscode.Uri): Promise<readonly vscode.Uri[]> =>
      (isSearchable(base) ? findInside : walkFolder)({ base, glob, most, excluded }, cancellation.token);
    const bases = within === undefined ? foldersOf().map(({ uri }) => uri) : [within];
    const found = (await Promise.all(bases.map(find))).flat();
    return found.sort((a, b) => a.path.localeCompare(b.path)).slice(0, most);
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}

/** The editor's search follows links, so it is asked again without those that led outside: they may have used up its limit. */
async function findInside(
  { base, glob, most, excluded }: FolderSearch,
  cancelled: vscode.CancellationToken,
): Promise<readonly vscode.Uri[]> {
  const outside = new Set<string>();
  const root = vscode.workspace.getWorkspaceFolder(base)?.uri ?? base;
  for (let round = 0; ; round++) {
    const left = [...excluded, ...[...outside].flatMap(linkGlobs)];
    const pattern = new vscode.RelativePattern(base, glob);
    const found = await vscode.workspace.findFiles(pattern, `{${left.join(',')}}`, most, cancelled);
    if (base.scheme !== 'file' || cancelled.isCancellationRequested) return found;
    const files = found.map(({ fsPath }) => fsPath);
    const links = await linksAway(files, { base: base.fsPath, root: root.fsPath });
    const news = [...links].filter((link) => !outside.has(link));
    for (const link of news) outside.add(link);
    if (news.length === 0 || round === MOST_ROUNDS)
      return found.filter(({ path }) => ![...links].some((link) => path.startsWith(`${base.path}/${link}/`)));
  }
}

/** Signs of globs stand for themselves in brackets; what braces would take apart is filtered out later. */
function linkGlobs(link: string): readonly string[] {
  if (/[{},]/.test(link)) return [];
  const glob = link.replace(/[[\]*?!]/g, '[$&]');
  return [glob, `${glob}/**`];
}

async function exclusions(): Promise<readonly string[]> {
  const configuration = vscode.workspace.getConfiguration();
  const settings = ['files.exclude', 'search.exclude'].map(
    (name) => configuration.get<ExcludeSetting>(name) ?? {},
  );
  const texts = await Promise.all(foldersOf().map(({ uri }) => gitignoreOf(uri)));
  return exclusionGlobs(settings, texts.join('\n'));
}

async function gitignoreOf(folder: vscode.Uri): Promise<string> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, '.gitignore'));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}
