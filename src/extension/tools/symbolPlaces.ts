import * as v from 'valibot';
import * as vscode from 'vscode';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { Redactor } from '../../core/ports.ts';
import { literalPattern } from '../../core/text/literalPattern.ts';
import { isInWorkspace, placeLines } from './foundPlaces.ts';
import { languageAnswers } from './languageAnswers.ts';
import { numberedLines } from './numberedLines.ts';
import { PathError } from '../files/pathError.ts';
import { readText } from '../files/textFile.ts';
import { readOnlyTool } from './toolDefinition.ts';
import { pathOf, resolvePath } from '../files/workspacePaths.ts';

/**
 * The server is asked about at most this many occurrences of a name. One may not be enough, because the first
 * occurrences may be in comments.
 */
const MOST_TRIED = 10;
const MOST_DEFINITIONS = 5;
const MOST_LINES = 60;

interface SymbolArgs {
  readonly path: string;
  readonly symbol: string;
  readonly line?: number | null | undefined;
}

const findReferences = (redactor: Redactor): Tool =>
  symbolTool({
    name: 'find_references',
    description:
      'Asks the editor’s language server where a symbol of the given file is used and declared, in all files.',
    run: async (args, signal) => {
      const found = await answersFor<vscode.Location>('vscode.executeReferenceProvider', args, signal);
      return placeLines(found, 'search_text can search one folder', redactor);
    },
  });

const goToDefinition = (redactor: Redactor): Tool =>
  symbolTool({
    name: 'go_to_definition',
    description: 'Asks the editor’s language server where a symbol used in a file is defined.',
    run: async (args, signal) => {
      const found = await answersFor<vscode.Location | vscode.LocationLink>(
        'vscode.executeDefinitionProvider',
        args,
        signal,
      );
      const places = found.map((place) =>
        'targetUri' in place
          ? { uri: place.targetUri, range: place.targetRange }
          : { uri: place.uri, range: place.range },
      );
      const shown = places.filter(({ uri }) => isInWorkspace(uri)).slice(0, MOST_DEFINITIONS);
      const texts = await Promise.all(shown.map((place) => definitionText(place, redactor)));
      const left = places.filter(({ uri }) => isInWorkspace(uri)).length - shown.length;
      const outside = places
        .filter(({ uri }) => !isInWorkspace(uri))
        .map(({ uri }) => uri.path.split('/').at(-1));
      return [
        ...texts,
        ...(left === 0 ? [] : [`[${left} more]`]),
        ...(outside.length === 0
          ? []
          : [`[defined outside the workspace, in ${outside.join(', ')}, which is not read]`]),
      ].join('\n\n');
    },
  });

/** Returns the tools that find a symbol's definition and uses. */
export const symbolPlaces = (redactor: Redactor): readonly Tool[] => [
  goToDefinition(redactor),
  findReferences(redactor),
];

function symbolTool(definition: {
  readonly name: string;
  readonly description: string;
  readonly run: (args: SymbolArgs, signal: CancelSignal) => Promise<string>;
}): Tool {
  return readOnlyTool<SymbolArgs>({
    ...definition,
    properties: {
      path: { type: 'string', description: 'A file that contains the symbol.' },
      symbol: { type: 'string', description: 'The name of the symbol in that file.' },
      line: {
        type: 'integer',
        minimum: 1,
        description: 'The line; needed if the name has several meanings in the file.',
      },
    },
    required: ['path', 'symbol'],
    schema: v.object({
      path: v.pipe(v.string(), v.minLength(1)),
      symbol: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
      line: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1))),
    }),
  });
}

/**
 * Returns the server's answers for the first occurrence of the name that has any answers. Throws PathError if no
 * occurrence has an answer.
 */
async function answersFor<T>(
  command: string,
  { path, symbol, line }: SymbolArgs,
  signal: CancelSignal,
): Promise<readonly T[]> {
  const uri = await resolvePath(path);
  const positions = positionsOf(symbol, await readText(uri), line ?? undefined);
  if (positions.length === 0)
    throw new PathError(
      `${symbol} does not occur in ${line == null ? '' : `line ${line} of `}${pathOf(uri)}.`,
    );
  const { languageId } = await vscode.workspace.openTextDocument(uri);
  const found = await languageAnswers(
    `${languageId} ${command}`,
    async () => {
      for (const position of positions) {
        const answer = await vscode.commands.executeCommand<readonly T[] | undefined>(command, uri, position);
        if (answer !== undefined && answer.length > 0) return answer;
      }
      return [];
    },
    signal,
  );
  if (found.length > 0) return found;
  throw new PathError(
    `No language server of the editor knows ${symbol} in ${pathOf(uri)} (its language is ${languageId}); search_text finds text.`,
  );
}

/** Returns the first positions of the name as a whole word. For `a.b` and `A::b`, looks for the last part. */
function positionsOf(symbol: string, text: string, line: number | undefined): readonly vscode.Position[] {
  const last = /[\p{L}\p{N}_$]+$/u.exec(symbol)?.[0] ?? symbol;
  const lines = text.split(/\r?\n/);
  const found = lines.flatMap((each, index) =>
    line === undefined || line === index + 1
      ? columnsOf(last, each).map((column) => new vscode.Position(index, column))
      : [],
  );
  return found.slice(0, MOST_TRIED);
}

function columnsOf(word: string, line: string): readonly number[] {
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_$])${literalPattern(word)}(?![\\p{L}\\p{N}_$])`, 'gu');
  return [...line.matchAll(whole)].map(({ index }) => index);
}

async function definitionText({ uri, range }: vscode.Location, redactor: Redactor): Promise<string> {
  const first = range.start.line + 1;
  const last = Math.min(range.end.line + 1, range.start.line + MOST_LINES);
  const path = pathOf(uri);
  try {
    return `${path}:${first}\n${await numberedLines(await readText(uri), { path, first, last }, redactor)}`;
  } catch (error) {
    if (error instanceof PathError) return `${path}:${first}\n[${error.message}]`;
    throw error;
  }
}
