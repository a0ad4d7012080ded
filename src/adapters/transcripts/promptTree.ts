import { fieldOf, isTrue, numberOf, objectOf, objectsOf, stringOf, type JsonObject } from './json.ts';

/** A leaf's kind; the other kinds hold children or nothing that is text. */
const TEXT = 2;
/** A line break is wanted where no text stands just before; older versions write `true` for a break in any case. */
const BREAK_UNLESS_TEXT = 2;

/**
 * Returns the text of a result that VS Code's extensions give as a tree (`{node: {children, text}}`), or undefined for
 * another value.
 */
export function textOfPromptTree(value: JsonObject): string | undefined {
  const root = objectOf(value, 'node');
  if (root === undefined) return undefined;
  const pieces: string[] = [];
  addNode(root, { pieces, followsText: false });
  return pieces.join('');
}

function addNode(
  node: JsonObject,
  place: { readonly pieces: string[]; readonly followsText: boolean },
): void {
  const { pieces } = place;
  if (numberOf(node, 'type') === TEXT) {
    const endsLine = pieces.at(-1)?.endsWith('\n') ?? true;
    if (breaksBefore(node, place.followsText) && !endsLine) pieces.push('\n');
    pieces.push(stringOf(node, 'text') ?? '');
    return;
  }
  let followsText = false;
  for (const child of objectsOf(node, 'children')) {
    addNode(child, { pieces, followsText });
    followsText = numberOf(child, 'type') === TEXT;
  }
}

function breaksBefore(node: JsonObject, followsText: boolean): boolean {
  const wish = fieldOf(node, 'lineBreakBefore');
  return isTrue(node, 'lineBreakBefore') || wish === 1 || (wish === BREAK_UNLESS_TEXT && !followsText);
}
