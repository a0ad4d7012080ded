const TITLE_CHARACTERS = 150;
const MARK = / \((?:branch|continued)\)$/u;

/** Returns the title of a branch or continuation: the title of its origin, cut if it is long, and what it is. */
export function branchTitle(title: string | undefined, what: 'branch' | 'continued'): string {
  return `${(title ?? 'New session').slice(0, TITLE_CHARACTERS)} (${what})`;
}

/** Splits a session's name from the ending that must stay visible where the name is cut off. */
export function titleParts(title: string): readonly [name: string, mark: string] {
  const mark = MARK.exec(title)?.[0] ?? '';
  return [title.slice(0, title.length - mark.length), mark.trimStart()];
}
