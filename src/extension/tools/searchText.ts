import * as v from 'valibot';
import * as vscode from 'vscode';
import { withMarks, type FoundLine, type SearchedFile } from '../../adapters/search/searchLines.ts';
import type { WorkerTextSearch } from '../../adapters/search/workerTextSearch.ts';
import { WorkerError } from '../../adapters/workers/workerCalls.ts';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { Redactor } from '../../core/ports.ts';
import { maskedAtCuts } from '../../core/session/maskedAtCuts.ts';
import { findWorkspaceFiles } from './findWorkspaceFiles.ts';
import type { FoundFiles } from './walkFolder.ts';
import {
  MOST_FILE_BYTES,
  MOST_FILES,
  noneFound,
  remarkLines,
  unreadFolders,
  unsearchedFiles,
} from './resultTexts.ts';
import { readText } from '../files/textFile.ts';
import { readOnlyTool } from './toolDefinition.ts';
import { PathError } from '../files/pathError.ts';
import { foldersOf, pathOf, resolvePath } from '../files/workspacePaths.ts';

const MOST_LINES = 100;
/**
 * The number of files that are read and searched together. It is small, so that a stop takes effect soon and little
 * memory is used.
 */
const BATCH = 50;

interface SearchArgs {
  readonly query: string;
  readonly path?: string | null | undefined;
  readonly isRegex?: boolean | null | undefined;
}

export function searchText(textSearch: WorkerTextSearch, redactor: Redactor): Tool {
  return readOnlyTool<SearchArgs>({
    name: 'search_text',
    description:
      'Finds lines in the files of the workspace. A query in lower case matches any case. Results have the form `path:line: text`.',
    properties: {
      query: { type: 'string', description: 'The text, or a regular expression that matches within a line.' },
      path: { type: 'string', description: 'A folder or file to look in; without it, all.' },
      isRegex: { type: 'boolean', description: 'The query is a regular expression in JavaScript’s syntax.' },
    },
    required: ['query'],
    schema: v.object({
      query: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)),
      path: v.nullish(v.string()),
      isRegex: v.nullish(v.boolean()),
    }),
    run: async (args, signal) =>
      resultText(await searchWorkspace(textSearch, args, signal), args.query, redactor),
  });
}

export interface FoundLines {
  readonly lines: readonly FoundLine[];
  /** Remarks on what was not searched: files above the maximum number, files that are too large, and unread folders. */
  readonly unsearched: readonly string[];
}

/**
 * Returns the matching lines, at most one more than the tool's result shows. The additional line tells the caller that
 * there are more matches.
 */
export async function searchWorkspace(
  textSearch: WorkerTextSearch,
  args: SearchArgs,
  signal: CancelSignal,
): Promise<FoundLines> {
  const query = { text: args.query, isRegex: args.isRegex === true };
  const { uris, isIncomplete } = await filesIn(args.path, signal);
  const searched = uris.slice(0, MOST_FILES);
  const lines: FoundLine[] = [];
  const tooLarge: string[] = [];
  for (let start = 0; start < searched.length && lines.length <= MOST_LINES; start += BATCH) {
    if (signal.aborted) throw new PathError('stopped');
    const files = await readAll(searched.slice(start, start + BATCH), tooLarge);
    try {
      lines.push(...(await textSearch.search({ files, query, most: MOST_LINES + 1 - lines.length }, signal)));
    } catch (error) {
      throw explained(error, args.query);
    }
  }
  // If the search stopped at the limit of lines, the number is 0, so that no remark says that only some files were
  // searched.
  const found = lines.length > MOST_LINES ? 0 : uris.length;
  return { lines, unsearched: [...unreadFolders(isIncomplete), ...unsearchedFiles(found, tooLarge)] };
}

async function filesIn(path: string | null | undefined, signal: CancelSignal): Promise<FoundFiles> {
  foldersOf();
  if (path == null || /^\.?\/?$/.test(path.trim()))
    return findWorkspaceFiles({ most: MOST_FILES + 1 }, signal);
  const uri = await resolvePath(path);
  const { type } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) === 0) return { uris: [uri], isIncomplete: false };
  return findWorkspaceFiles({ within: uri, most: MOST_FILES + 1 }, signal);
}

/**
 * Reads files. Leaves out files that are binary, unreadable or too large, and files behind a link that leads out of the
 * workspace. The list `tooLarge` receives the paths of the files that are too large.
 */
async function readAll(uris: readonly vscode.Uri[], tooLarge: string[]): Promise<readonly SearchedFile[]> {
  const files = await Promise.all(
    uris.map(async (uri): Promise<SearchedFile | undefined> => {
      try {
        return { path: pathOf(uri), text: await readText(uri, MOST_FILE_BYTES) };
      } catch (error) {
        if (error instanceof PathError && error.reason === 'tooLarge') tooLarge.push(pathOf(uri));
        return undefined;
      }
    }),
  );
  return files.filter((file) => file !== undefined);
}

/** Returns an error with a sentence for the model instead of the worker's error about a pattern. */
function explained(error: unknown, query: string): unknown {
  if (!(error instanceof WorkerError)) return error;
  if (error.reason === 'timeout')
    return new PathError(`The pattern ${query} takes too long; make it simpler or search for plain text.`);
  return error.reason === 'failed' ? new PathError(`The pattern can't be used: ${error.message}`) : error;
}

async function resultText(
  { lines: found, unsearched }: FoundLines,
  query: string,
  redactor: Redactor,
): Promise<string> {
  if (found.length === 0) return noneFound(`no line has ${query}`, unsearched);
  const shown = found.slice(0, MOST_LINES);
  const texts = await maskedAtCuts(shown, redactor);
  const lines = shown.map((each, index) => {
    const text = withMarks({ ...each, text: texts[index] ?? '' });
    return `${each.path}:${each.line}: ${text}`;
  });
  const more =
    found.length > MOST_LINES ? [`[more than ${MOST_LINES} lines; narrow the query or the path]`] : [];
  return [...lines, ...more, ...remarkLines(unsearched)].join('\n');
}
