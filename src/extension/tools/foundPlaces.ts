import * as vscode from 'vscode';
import type { Redactor } from '../../core/ports.ts';
import { maskedAtCuts, type CutText } from '../../core/session/maskedAtCuts.ts';
import { readText } from '../files/textFile.ts';
import { pathOf } from '../files/workspacePaths.ts';

const MOST_PLACES = 100;
const LONGEST_LINE = 240;

/** A place found by a language server, with the server's words on it; without words, its line is shown. */
export interface FoundPlace {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  readonly words?: string;
}

/**
 * Returns a line for each place: `path:line: text`. Counts places outside the workspace and in unreadable files without
 * naming them. `narrow` says how to ask for fewer.
 */
export async function placeLines(
  found: readonly FoundPlace[],
  narrow: string,
  redactor: Redactor,
): Promise<string> {
  const places = uniquePlaces(found);
  const inside = places.filter(({ uri }) => isInWorkspace(uri));
  const shown = inside.slice(0, MOST_PLACES);
  const texts = await textsOf(shown);
  const readable = shown.filter(({ uri }) => texts.has(uri.toString()));
  const told = readable.map((place) => cutLine(place, texts.get(place.uri.toString()) ?? []));
  const masked = await maskedAtCuts(told, redactor);
  const lines = readable.map(({ uri, range }, index) => {
    const mark = told[index]?.after ? '…' : '';
    return `${pathOf(uri)}:${range.start.line + 1}: ${(masked[index] ?? '').toWellFormed()}${mark}`;
  });
  const left: readonly (readonly [count: number, what: string])[] = [
    [inside.length - shown.length, `more; ${narrow}`],
    [shown.length - readable.length, 'in files that can’t be read'],
    [places.length - inside.length, 'outside the workspace, not shown'],
  ];
  return [...lines, ...left.flatMap(([count, what]) => (count === 0 ? [] : [`[${count} ${what}]`]))].join(
    '\n',
  );
}

function cutLine({ range, words }: FoundPlace, lines: readonly string[]): CutText {
  const line = (lines[range.start.line] ?? '').trim();
  if (words !== undefined) return { before: '', text: words, after: '' };
  return { before: '', text: line.slice(0, LONGEST_LINE), after: line.slice(LONGEST_LINE) };
}

export function isInWorkspace(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

/** A name that stands twice in a line is one place. */
function uniquePlaces(found: readonly FoundPlace[]): readonly FoundPlace[] {
  const byLine = new Map<string, FoundPlace>();
  for (const place of found) {
    const key = `${place.uri.toString()}#${place.range.start.line}#${place.words ?? ''}`;
    if (!byLine.has(key)) byLine.set(key, place);
  }
  return [...byLine.values()];
}

async function textsOf(places: readonly FoundPlace[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const uris = new Map(places.map(({ uri }) => [uri.toString(), uri]));
  const read = await Promise.all(
    [...uris].map(async ([key, uri]) => {
      try {
        return [[key, (await readText(uri)).split(/\r?\n/)] as const];
      } catch {
        return [];
      }
    }),
  );
  return new Map(read.flat());
}
