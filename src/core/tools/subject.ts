import type { ToolCallPart } from '../log/message.ts';
import { clipLine, withSpacesFolded } from '../text/lines.ts';
import { argumentsOf, pathsIn } from './callArguments.ts';
import { readCall, type ToolUse } from './readCall.ts';

/**
 * Returns a call's subject in one line of at most `maxLength` characters: the command, the search text or the files.
 */
export function subjectOf(call: ToolCallPart, maxLength = 80): string {
  const given = argumentsOf(call);
  const use = readCall(call);
  const files = [...new Set([...pathsIn(given), ...use.changes.map(({ path }) => path)])].join(', ');
  const text = [...byKind(use, files), ...Object.values(given)].find(isText) ?? '';
  return clipLine(withSpacesFolded(text), maxLength);
}

function byKind({ kind, path, command, query, words }: ToolUse, files: string): readonly unknown[] {
  if (kind === 'shell') return [command, files];
  if (kind === 'search' && query !== undefined && path !== undefined) return [`${query} in ${path}`];
  return kind === 'search' || kind === 'web' ? [query, path] : [files, path, query, words];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
