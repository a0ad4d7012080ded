import * as v from 'valibot';
import * as vscode from 'vscode';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { Redactor } from '../../core/ports.ts';
import { maskedAtCuts } from '../../core/session/maskedAtCuts.ts';
import { formatCount } from '../../shared/format.ts';
import type { GitChange, GitRepository } from '../git.ts';
import {
  askedRepositories,
  liesIn,
  orGitSays,
  untrackedIn,
  type AskedRepository,
} from './gitRepositories.ts';
import { PathError } from '../files/pathError.ts';
import { readOnlyTool } from './toolDefinition.ts';
import { pathOf } from '../files/workspacePaths.ts';

const MOST_CHARACTERS = 40_000;
/**
 * The maximum number of characters of each diff if there are several, so that a large diff leaves room for the others.
 */
const MOST_OF_FILE = 12_000;
const MOST_NAMED = 30;

interface DiffArgs {
  readonly path?: string | null | undefined;
  readonly staged?: boolean | null | undefined;
  readonly from?: string | null | undefined;
}

export const gitDiff = (redactor: Redactor): Tool =>
  readOnlyTool<DiffArgs>({
    name: 'git_diff',
    description:
      'Shows the changes in the files of the workspace since the last commit or another one, or the staged changes.',
    properties: {
      path: { type: 'string', description: 'A file or folder; without it, the whole workspace.' },
      staged: { type: 'boolean', description: 'Only staged changes.' },
      from: {
        type: 'string',
        description: 'The branch, tag or commit to compare with; the last commit by default.',
      },
    },
    required: [],
    schema: v.object({
      path: v.nullish(v.string()),
      staged: v.nullish(v.boolean()),
      from: v.nullish(v.string()),
    }),
    run: (args, signal) => workspaceDiff(args, redactor, signal),
  });

/** Returns the diffs of as many files as fit, and the names of the other files. */
export async function workspaceDiff(
  { path, staged, from }: DiffArgs,
  redactor: Redactor,
  signal: CancelSignal,
): Promise<string> {
  if (from != null && !isRef(from)) throw new PathError(`“${from}” names no branch, tag or commit.`);
  const room = { left: MOST_CHARACTERS };
  const texts: string[] = [];
  for (const asked of await askedRepositories(path)) {
    // Without any commit, there is no `HEAD` to compare with, so only staged changes have a diff.
    const isStaged = staged === true || (from == null && asked.repository.state.HEAD?.commit === undefined);
    const source = isStaged
      ? stagedFiles(asked.repository, from)
      : filesSince(asked.repository, from ?? 'HEAD');
    texts.push(...(await diffLines({ ...asked, ...(await orGitSays(source)) }, { room, redactor, signal })));
    if (staged !== true && from == null) texts.push(...newFiles(asked));
  }
  return texts.length === 0 ? '[no differences]' : texts.join('\n');
}

/**
 * Returns whether a text can be the name of a commit. Returns false for an option (`--output`) and for a file in a
 * commit (`HEAD:a.ts`).
 */
function isRef(from: string): boolean {
  return /^[\p{L}\p{N}_@][^\s:]*$/u.test(from);
}

/** The files with differences, and a function that returns the diff of a file. */
interface FileDiffs {
  readonly files: readonly GitChange[];
  readonly diffOf: (file: string) => Promise<string>;
}

/**
 * Returns the files whose staged contents differ from a commit: `ref`, or the newest commit if `ref` is missing. If
 * there is no commit yet, every staged file counts as new.
 */
async function stagedFiles(repository: GitRepository, ref: string | null | undefined): Promise<FileDiffs> {
  if (ref == null)
    return { files: repository.state.indexChanges, diffOf: (file) => repository.diffIndexWithHEAD(file) };
  return {
    files: await repository.diffIndexWith(ref),
    diffOf: (file) => repository.diffIndexWith(ref, file),
  };
}

async function filesSince(repository: GitRepository, ref: string): Promise<FileDiffs> {
  return { files: await repository.diffWith(ref), diffOf: (file) => repository.diffWith(ref, file) };
}

interface DiffPorts {
  /** The number of characters that can still be added to the result. */
  readonly room: { left: number };
  readonly redactor: Redactor;
  readonly signal: CancelSignal;
}

async function diffLines(
  { files, diffOf, within }: FileDiffs & AskedRepository,
  { room, redactor, signal }: DiffPorts,
): Promise<readonly string[]> {
  const uris = uniqueUris(files).filter((uri) => within === undefined || liesIn(uri, within));
  const inside = uris.filter((uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined);
  const texts: string[] = [];
  const leftOut: string[] = [];
  for (const uri of inside) {
    if (signal.aborted) throw new PathError('stopped');
    if (room.left <= 0) {
      leftOut.push(pathOf(uri));
      continue;
    }
    const text = (await orGitSays(diffOf(uri.fsPath))).trimEnd();
    const most = Math.min(room.left, inside.length > 1 ? MOST_OF_FILE : MOST_CHARACTERS);
    const shown = await cut(text, { most, path: pathOf(uri) }, redactor);
    room.left -= shown.length;
    texts.push(shown);
  }
  const outside = uris.length - inside.length;
  return [
    ...texts.filter((text) => text !== ''),
    ...(leftOut.length === 0 ? [] : [`[no room for ${named(leftOut)}; ask for one by its path]`]),
    ...(outside === 0 ? [] : [`[${outside} more outside the workspace]`]),
  ];
}

function uniqueUris(files: readonly GitChange[]): readonly vscode.Uri[] {
  const uris = files.flatMap(({ uri, renameUri }) => (renameUri === undefined ? [uri] : [uri, renameUri]));
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/**
 * If a file's diff is longer than `most`, cuts the diff at a line break and adds the number of omitted lines. Masks a
 * secret that the cut would split.
 */
async function cut(
  text: string,
  { most, path }: { readonly most: number; readonly path: string },
  redactor: Redactor,
): Promise<string> {
  if (text.length <= most) return text;
  const end = Math.max(text.lastIndexOf('\n', most), 0);
  const [kept = ''] = await maskedAtCuts(
    [{ before: '', text: text.slice(0, end), after: text.slice(end) }],
    redactor,
  );
  const lines = text.slice(end).split('\n').length - 1;
  return `${kept}\n[${formatCount(lines, 'more line')} of the diff of ${path}]`;
}

/** Returns a line that names the files that Git does not track yet, since no diff shows these files. */
function newFiles({ repository, within }: AskedRepository): readonly string[] {
  const paths = untrackedIn(repository)
    .map(({ uri }) => uri)
    .filter((uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined)
    .filter((uri) => within === undefined || liesIn(uri, within))
    .map(pathOf);
  return paths.length === 0
    ? []
    : [`[new and not tracked: ${named(paths)}; read them to see what is in them]`];
}

function named(paths: readonly string[]): string {
  const left = paths.length - MOST_NAMED;
  return `${paths.slice(0, MOST_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
