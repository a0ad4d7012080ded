const TITLE_CHARACTERS = 150;
const ENDING = / \((?:branch|continued)\)$/u;

/** Returns the title of a branch or a continuation: the original title, cut off if it is too long, and an ending. */
export function branchTitle(title: string | undefined, kind: 'branch' | 'continued'): string {
  return `${(title ?? 'New session').slice(0, TITLE_CHARACTERS)} (${kind})`;
}

/** Splits a title into the name and the ending. Where a view cuts off the name, the ending must stay visible. */
export function titleParts(title: string): readonly [name: string, ending: string] {
  const ending = ENDING.exec(title)?.[0] ?? '';
  return [title.slice(0, title.length - ending.length), ending.trimStart()];
}
