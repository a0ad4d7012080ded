import * as v from 'valibot';
import * as vscode from 'vscode';
import type { WorkerTextSearch } from '../../adapters/search/workerTextSearch.ts';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { Redactor } from '../../core/ports.ts';
import { placeLines, type FoundPlace } from './foundPlaces.ts';
import { liesIn } from './gitRepositories.ts';
import { languageAnswers } from './languageAnswers.ts';
import { searchWorkspace } from './searchText.ts';
import { readText } from '../files/textFile.ts';
import { readOnlyTool } from './toolDefinition.ts';
import { resolvePath } from '../files/workspacePaths.ts';

/**
 * The maximum number of files that are opened because they contain the name. Files are opened if no language server
 * finds the name in the workspace.
 */
const MOST_FILES = 10;

interface FoundSymbol extends FoundPlace {
  readonly name: string;
}

export function findSymbol(textSearch: WorkerTextSearch, redactor: Redactor): Tool {
  return readOnlyTool({
    name: 'find_symbol',
    description:
      'Asks the editor’s language servers where classes, functions, types and variables are declared; a part of the name is enough. With the path of a file and no query, returns the outline of the file.',
    properties: {
      query: { type: 'string', description: 'The name, or a part of it.' },
      path: { type: 'string', description: 'A file or folder to look in; without it, all.' },
    },
    required: [],
    schema: v.object({ query: v.nullish(v.string()), path: v.nullish(v.string()) }),
    run: async ({ query, path }, signal) => {
      const name = query?.trim() ?? '';
      const isWhole = path == null || /^\.?\/?$/.test(path.trim());
      const within = isWhole ? undefined : await resolvePath(path);
      const isFile = within !== undefined && !(await isFolder(within));
      if (name === '' && !isFile) throw new Error('Give a name to look for, or the path of a file.');
      const found = isFile
        ? (await symbolsInFile(within, signal)).filter(nameContains(name))
        : await symbolsInWorkspace(textSearch, { name, within }, signal);
      if (found.length > 0)
        return placeLines(
          name === '' ? found : nearestFirst(found, name),
          'give more of the name, or a path',
          redactor,
        );
      return `[no language server of the editor knows ${name === '' ? 'a symbol there' : `a symbol named ${name}`}; search_text finds text]`;
    },
  });
}

async function symbolsInWorkspace(
  textSearch: WorkerTextSearch,
  { name, within }: { readonly name: string; readonly within: vscode.Uri | undefined },
  signal: CancelSignal,
): Promise<readonly FoundSymbol[]> {
  const known = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
    'vscode.executeWorkspaceSymbolProvider',
    name,
  );
  const found = (known ?? [])
    .filter(({ location }) => within === undefined || liesIn(location.uri, within))
    .map(symbolOf)
    .filter(nameContains(name));
  if (found.length > 0) return found;
  // A server that was not started knows no symbols. Opening a file that contains the name starts the server.
  const { lines } = await searchWorkspace(textSearch, { query: name, path: within && within.path }, signal);
  const paths = [...new Set(lines.map(({ path }) => path))].slice(0, MOST_FILES);
  const symbols = await Promise.all(
    paths.map(async (each) => symbolsInFile(await resolvePath(each), signal)),
  );
  return symbols.flat().filter(nameContains(name));
}

async function symbolsInFile(uri: vscode.Uri, signal: CancelSignal): Promise<readonly FoundSymbol[]> {
  // If the file may not be read, this throws, so that the editor does not open it.
  await readText(uri);
  const { languageId } = await vscode.workspace.openTextDocument(uri);
  const symbols = await languageAnswers(
    `${languageId} symbols`,
    () =>
      vscode.commands.executeCommand<(vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined>(
        'vscode.executeDocumentSymbolProvider',
        uri,
      ),
    signal,
  );
  return symbols.flatMap((symbol) =>
    'children' in symbol ? withChildren(uri, symbol, '') : [symbolOf(symbol)],
  );
}

function withChildren(
  uri: vscode.Uri,
  symbol: vscode.DocumentSymbol,
  container: string,
): readonly FoundSymbol[] {
  const { name, kind, selectionRange, children } = symbol;
  return [
    { uri, range: selectionRange, name, description: descriptionOf(name, kind, container) },
    ...children.flatMap((child) => withChildren(uri, child, name)),
  ];
}

function symbolOf({ name, kind, containerName, location }: vscode.SymbolInformation): FoundSymbol {
  return {
    uri: location.uri,
    range: location.range,
    name,
    description: descriptionOf(name, kind, containerName),
  };
}

function descriptionOf(name: string, kind: vscode.SymbolKind, container: string | undefined): string {
  const kindName = vscode.SymbolKind[kind].replace(/\B[A-Z]/g, ' $&').toLowerCase();
  return `${kindName} ${name}${container ? ` in ${container}` : ''}`;
}

function nameContains(name: string): (symbol: FoundSymbol) => boolean {
  const wanted = name.toLowerCase();
  return (symbol) => symbol.name.toLowerCase().includes(wanted);
}

/**
 * Sorts symbols. Symbols with exactly this name (ignoring parameters) come first. The others are sorted by the length
 * of their names.
 */
function nearestFirst(found: readonly FoundSymbol[], query: string): readonly FoundSymbol[] {
  const distanceOf = ({ name }: FoundSymbol): number =>
    name.replace(/\(.*\)$/, '') === query ? -1 : name.length;
  return [...found].sort((a, b) => distanceOf(a) - distanceOf(b));
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  const { type } = await vscode.workspace.fs.stat(uri);
  return (type & vscode.FileType.Directory) !== 0;
}
