/** The target of a link in an answer: a web address, or a file with an optional line, counted from 1. */
export type LinkTarget =
  | { readonly kind: 'web'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string; readonly line?: number };

/** Longer links are refused. Nobody could check them, and the search for the line number would take quadratic time. */
const LONGEST_LINK = 4_000;

/**
 * Parses a link that a model wrote. Accepts http, https and paths: `src/a.ts`, `src/a.ts:40`, `src/a.ts:40:2`,
 * `src/a.ts#L40`, `file:///…`. Returns undefined for anything else, such as `command:` and `javascript:`.
 */
export function linkTarget(href: string): LinkTarget | undefined {
  const link = href.trim();
  if (link.length > LONGEST_LINK) return undefined;
  if (/^https?:\/\//i.test(link)) return { kind: 'web', url: link };
  const written = /^file:\/\//i.test(link) ? link.replace(/^file:\/\/(?:localhost)?/i, '') : link;
  const match = /^(.*?)(?::(\d+)(?:[:-]\d+)*|#L(\d+)(?:-L?\d+)?)?$/.exec(written);
  const path = decoded(match?.[1] ?? '');
  if (path === undefined || path === '' || hasScheme(path)) return undefined;
  const line = match?.[2] ?? match?.[3];
  return { kind: 'file', path, ...(line === undefined ? {} : { line: Number(line) }) };
}

/** Returns whether a path begins with a scheme, such as `vscode:`. A single letter, as in `c:/…`, is a drive. */
function hasScheme(path: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(path);
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
