import { fieldOf, isTrue, numberOf, objectOf, objectsOf, stringOf, type JsonObject } from './json.ts';

/** The kind of a leaf with text. Only nodes of this kind have text. */
const TEXT = 2;
/**
 * The value of `lineBreakBefore` that requests a line break unless the previous sibling is a text. The value 1 always
 * requests a line break. Older versions write `true` instead of 1.
 */
const BREAK_UNLESS_TEXT = 2;

/**
 * Returns the text of a result that VS Code's extensions store as a tree (`{node: {children, text}}`). Returns
 * undefined for other values.
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
  const requested = fieldOf(node, 'lineBreakBefore');
  return (
    isTrue(node, 'lineBreakBefore') || requested === 1 || (requested === BREAK_UNLESS_TEXT && !followsText)
  );
}
