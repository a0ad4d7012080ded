import * as vscode from 'vscode';
import { withMarks } from '../../adapters/search/searchLines.ts';
import type { Redactor } from '../../core/ports.ts';
import { LONGEST_SECRET, maskedAtCuts, type CutText } from '../../core/session/maskedAtCuts.ts';
import { readText } from '../files/textFile.ts';
import { pathOf } from '../files/workspacePaths.ts';

const MOST_PLACES = 100;
const LONGEST_LINE = 240;

/** A place that a language server found. */
export interface FoundPlace {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  /** The server's description of the place. If it is undefined, the text of the line is shown. */
  readonly description?: string;
}

/**
 * Returns a line `path:line: text` for each place, up to a limit. Also returns how many places are left out because
 * they are beyond the limit, outside the workspace or in unreadable files. `hint` tells the model how to get fewer
 * places.
 */
export async function placeLines(
  found: readonly FoundPlace[],
  hint: string,
  redactor: Redactor,
): Promise<string> {
  const places = uniquePlaces(found);
  const inside = places.filter(({ uri }) => isInWorkspace(uri));
  const shown = inside.slice(0, MOST_PLACES);
  const texts = await textsOf(shown);
  const readable = shown.filter(({ uri }) => texts.has(uri.toString()));
  const cutTexts = readable.map((place) => shownText(place, texts.get(place.uri.toString()) ?? []));
  const masked = await maskedAtCuts(cutTexts, redactor);
  const lines = readable.map(({ uri, range }, index) => {
    const text = withMarks({ before: '', after: cutTexts[index]?.after ?? '', text: masked[index] ?? '' });
    return `${pathOf(uri)}:${range.start.line + 1}: ${text.trimStart()}`;
  });
  const omitted: readonly (readonly [count: number, what: string])[] = [
    [inside.length - shown.length, `more; ${hint}`],
    [shown.length - readable.length, 'in files that can’t be read'],
    [places.length - inside.length, 'outside the workspace, not shown'],
  ];
  return [...lines, ...omitted.flatMap(([count, what]) => (count === 0 ? [] : [`[${count} ${what}]`]))].join(
    '\n',
  );
}

/**
 * Returns the server's description, or otherwise the beginning of the line. `before` and `after` contain the
 * surrounding text, so that a secret that the cut splits is recognised.
 */
function shownText({ range, description }: FoundPlace, lines: readonly string[]): CutText {
  if (description !== undefined) return { before: '', text: description, after: '' };
  const at = range.start.line;
  const line = lines[at] ?? '';
  const end = line.length - line.trimStart().length + LONGEST_LINE;
  // Each line has at least one character, its line break. So this number of lines has at least LONGEST_SECRET
  // characters.
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

/** Removes duplicates, i.e. places in the same line with the same description. */
function uniquePlaces(found: readonly FoundPlace[]): readonly FoundPlace[] {
  const byLine = new Map<string, FoundPlace>();
  for (const place of found) {
    const key = `${place.uri.toString()}#${place.range.start.line}#${place.description ?? ''}`;
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
