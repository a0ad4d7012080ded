import * as vscode from 'vscode';
import { withMarks } from '../../adapters/search/searchLines.ts';
import type { Redactor } from '../../core/ports.ts';
import { LONGEST_SECRET, maskedAtCuts, type CutText } from '../../core/session/maskedAtCuts.ts';
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
    const text = withMarks({ before: '', after: told[index]?.after ?? '', text: masked[index] ?? '' });
    return `${pathOf(uri)}:${range.start.line + 1}: ${text.trimStart()}`;
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

/** Returns the server's words or the line, shortened if it is long, with the text around the cut. */
function cutLine({ range, words }: FoundPlace, lines: readonly string[]): CutText {
  if (words !== undefined) return { before: '', text: words, after: '' };
  const at = range.start.line;
  const line = lines[at] ?? '';
  const end = line.length - line.trimStart().length + LONGEST_LINE;
  // Each line has at least its line break, one character.
  const above = lines.slice(Math.max(0, at - LONGEST_SECRET), at).map((each) => `${each}\n`);
  const below = lines.slice(at + 1, at + 1 + LONGEST_SECRET).map((each) => `\n${each}`);
  return {
    before: above.join('').slice(-LONGEST_SECRET),
    text: line.slice(0, end),
    after: `${line.slice(end)}${below.join('')}`.slice(0, LONGEST_SECRET),
  };
}

export function isInWorkspace(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

/** Removes repeated places: in the same line, with the same words. */
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
