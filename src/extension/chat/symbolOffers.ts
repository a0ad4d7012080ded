import * as vscode from 'vscode';
import { isInWorkspace } from '../tools/foundPlaces.ts';
import { pathOf } from '../files/workspacePaths.ts';
import type { CompletionView } from '../../shared/composerView.ts';
import type { Attachments } from './attachments.ts';

/**
 * A completion to choose from. `attach` is called when the completion is chosen. Without `attach`, the choice only
 * completes the word.
 */
export type Offer = Omit<CompletionView, 'id'> & {
  readonly attach?: (attachments: Attachments) => Promise<void>;
};

interface FoundSymbol {
  readonly name: string;
  readonly kind: vscode.SymbolKind;
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
}

/** Returns symbols whose names contain the query: those of the active file first, then the workspace's. */
export async function symbolOffers(query: string, most: number): Promise<readonly Offer[]> {
  const wanted = query.toLowerCase();
  const shown = vscode.window.activeTextEditor?.document.uri;
  const here = shown === undefined || !isInWorkspace(shown) ? [] : await outlineOf(shown);
  const others = wanted === '' ? [] : await symbolsInWorkspace(query);
  const named = [...here, ...others].filter(({ name }) => name.toLowerCase().includes(wanted));
  const unique = new Map(named.map((each) => [`${each.uri.toString()}#${each.range.start.line}`, each]));
  return [...unique.values()].slice(0, most).map(offerOf);
}

function offerOf({ name, kind, uri, range }: FoundSymbol): Offer {
  return {
    label: name,
    detail: `${vscode.SymbolKind[kind].toLowerCase()} in ${pathOf(uri)}:${range.start.line + 1}`,
    kind: 'symbol',
    attach: async (attachments) => {
      // A symbol of the workspace may have only the range of its name, so the whole range is taken from the outline.
      const whole = (await outlineOf(uri)).find((each) => each.name === name && each.range.contains(range));
      await attachments.attachFile(uri, whole?.range ?? range);
    },
  };
}

async function symbolsInWorkspace(query: string): Promise<readonly FoundSymbol[]> {
  const known = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
    'vscode.executeWorkspaceSymbolProvider',
    query,
  );
  return (known ?? [])
    .filter(({ location }) => isInWorkspace(location.uri))
    .map(({ name, kind, location: { uri, range } }) => ({ name, kind, uri, range }));
}

/** Returns all symbols of a file, including nested ones. */
async function outlineOf(uri: vscode.Uri): Promise<readonly FoundSymbol[]> {
  const symbols = await vscode.commands.executeCommand<
    (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  return (symbols ?? []).flatMap((symbol) => withChildren(symbol, uri));
}

function withChildren(
  symbol: vscode.DocumentSymbol | vscode.SymbolInformation,
  uri: vscode.Uri,
): readonly FoundSymbol[] {
  const { name, kind } = symbol;
  if (!('children' in symbol)) return [{ name, kind, uri, range: symbol.location.range }];
  const inner = symbol.children.flatMap((child) => withChildren(child, uri));
  return [{ name, kind, uri, range: symbol.range }, ...inner];
}
