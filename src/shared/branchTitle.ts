const TITLE_CHARACTERS = 150;
const MARK = / \((?:branch|continued)\)$/u;

/** Returns the title of a session that continues another one. */
export function branchTitle(title: string | undefined, what: 'branch' | 'continued'): string {
  return `${(title ?? 'New session').slice(0, TITLE_CHARACTERS)} (${what})`;
}

/** Returns a session's name, and what it ends in that should be seen where the name is cut off. */
export function titleParts(title: string): readonly [name: string, mark: string] {
  const mark = MARK.exec(title)?.[0] ?? '';
  return [title.slice(0, title.length - mark.length), mark.trimStart()];
}
