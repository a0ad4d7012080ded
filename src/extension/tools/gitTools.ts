import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { GitChange, GitRepository, LoggedCommit } from '../git.ts';
import type { Redactor } from '../../core/ports.ts';
import { formatCount } from '../../shared/format.ts';
import { gitDiff } from './gitDiff.ts';
import {
  askedRepositories,
  isUntracked,
  liesIn,
  orGitSays,
  untrackedIn,
  type AskedRepository,
} from './gitRepositories.ts';
import { readOnlyTool } from './toolDefinition.ts';
import { pathOf } from '../files/workspacePaths.ts';

const MOST_FILES = 100;
const MOST_COMMITS = 100;
const DEFAULT_COMMITS = 20;
const MOST_BODY_LINES = 6;

const gitStatus: Tool = readOnlyTool({
  name: 'git_status',
  description: 'Shows the branch and the staged, changed, conflicting and untracked files of the workspace.',
  properties: { path: { type: 'string', description: 'A file or folder; without it, the whole workspace.' } },
  required: [],
  schema: v.object({ path: v.nullish(v.string()) }),
  run: async ({ path }) => {
    const asked = await askedRepositories(path);
    return asked.map((each) => [...headingOf(each, asked), ...statusLines(each)].join('\n')).join('\n\n');
  },
});

const gitLog: Tool = readOnlyTool({
  name: 'git_log',
  description: 'Lists the newest commits of a repository, or of a file or folder in it.',
  properties: {
    path: { type: 'string', description: 'A file or folder; without it, the whole workspace.' },
    most: { type: 'integer', minimum: 1, description: `Number of commits; ${DEFAULT_COMMITS} by default.` },
  },
  required: [],
  schema: v.object({
    path: v.nullish(v.string()),
    most: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
  run: async ({ path, most }) => {
    const asked = await askedRepositories(path);
    const count = Math.min(most ?? DEFAULT_COMMITS, MOST_COMMITS);
    const texts = await Promise.all(
      asked.map(async (each) => [...headingOf(each, asked), ...(await logLines(each, count))].join('\n')),
    );
    return texts.join('\n\n');
  },
});

/** Tools that read the workspace's Git repositories. */
export const gitTools = (redactor: Redactor): readonly Tool[] => [gitStatus, gitDiff(redactor), gitLog];

/** Returns a heading with the name of the repository, if there are several repositories. */
function headingOf({ repository }: AskedRepository, asked: readonly unknown[]): readonly string[] {
  return asked.length > 1 ? [`## ${repository.rootUri.path.split('/').at(-1) ?? ''}`] : [];
}

function statusLines({ repository, within }: AskedRepository): readonly string[] {
  const { mergeChanges, indexChanges, workingTreeChanges } = repository.state;
  const sections: readonly (readonly [heading: string, changes: readonly GitChange[]])[] = [
    ['In conflict', mergeChanges],
    ['Staged', indexChanges],
    ['Changed, not staged', workingTreeChanges.filter((change) => !isUntracked(change))],
    ['Not tracked', untrackedIn(repository)],
  ];
  const asked = sections.map(
    ([heading, changes]) =>
      [heading, changes.filter(({ uri }) => within === undefined || liesIn(uri, within))] as const,
  );
  const shown = asked.flatMap(([heading, changes]) => sectionLines(heading, changes.filter(isInWorkspace)));
  const outside = asked.flatMap(([, changes]) => changes).filter((change) => !isInWorkspace(change)).length;
  return [
    branchLine(repository),
    ...(shown.length === 0 ? ['Nothing is changed in the workspace.'] : shown),
    ...(outside === 0 ? [] : [`[${outside} more outside the workspace]`]),
  ];
}

function branchLine({ state: { HEAD } }: GitRepository): string {
  const { name, commit, upstream, ahead = 0, behind = 0 } = HEAD ?? {};
  const where = name === undefined ? `No branch, at ${commit?.slice(0, 12) ?? 'no commit'}` : `On ${name}`;
  const apart = [ahead > 0 ? `${ahead} ahead` : '', behind > 0 ? `${behind} behind` : ''].filter(Boolean);
  if (upstream === undefined) return `${where}${commit === undefined ? ', no commit yet' : ''}`;
  const of = `${upstream.remote}/${upstream.name}`;
  return apart.length === 0 ? `${where}, up to date with ${of}` : `${where}, ${apart.join(', ')} of ${of}`;
}

function sectionLines(heading: string, changes: readonly GitChange[]): readonly string[] {
  if (changes.length === 0) return [];
  const lines = changes.slice(0, MOST_FILES).map(changeLine);
  const left = changes.length - lines.length;
  return [`${heading}:`, ...lines, ...(left === 0 ? [] : [`[${left} more; ask for one folder]`])];
}

function changeLine({ uri, renameUri, status }: GitChange): string {
  const to = renameUri === undefined || renameUri.path === uri.path ? '' : ` to ${pathOf(renameUri)}`;
  return `- ${STATUS[status] ?? 'changed'} ${pathOf(uri)}${to}`;
}

/** The words for the Git extension's statuses, indexed by number. */
const STATUS = [
  ...['modified', 'added', 'deleted', 'renamed', 'copied', 'modified', 'deleted', 'new', 'ignored', 'added'],
  ...['renamed', 'type changed', 'added by us', 'added by them', 'deleted by us', 'deleted by them'],
  ...['added by both', 'deleted by both', 'modified by both'],
];

function isInWorkspace({ uri }: GitChange): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

async function logLines({ repository, within }: AskedRepository, most: number): Promise<readonly string[]> {
  if (repository.state.HEAD?.commit === undefined) return ['[no commit yet]'];
  const path = within === undefined ? {} : { path: within.fsPath };
  // Asks for one more commit than is shown, to find out whether there are older commits.
  const commits = await orGitSays(repository.log({ maxEntries: most + 1, ...path }));
  if (commits.length === 0) return ['[no commit has changed it]'];
  const more =
    commits.length > most ? [`[there are older commits; “most” can be up to ${MOST_COMMITS}]`] : [];
  return [...commits.slice(0, most).flatMap(commitLines), ...more];
}

function commitLines({ hash, message, authorName = '?', authorDate }: LoggedCommit): readonly string[] {
  const [subject = '', ...body] = message.trim().split('\n');
  const bodyLines = body.filter((line) => line.trim() !== '');
  const left = bodyLines.length - MOST_BODY_LINES;
  return [
    `${hash.slice(0, 12)} ${authorDate?.toISOString().slice(0, 10) ?? ''} ${authorName}: ${subject}`,
    ...bodyLines.slice(0, MOST_BODY_LINES).map((line) => `    ${line}`),
    ...(left > 0 ? [`    [${formatCount(left, 'more line')}]`] : []),
  ];
}
