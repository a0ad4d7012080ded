import { css } from 'lit';
import { findPattern } from '../../../shared/findPattern.ts';
import { adoptStyle } from '../../base/lightElement.ts';

const ALL = 'lt-found';
const CURRENT = 'lt-found-here';

/**
 * The editor's colours for matches. High Contrast themes have no such colours: there, matches are underlined, and the
 * current match has the system's colours for selected text.
 */
const style = css`
  ::highlight(lt-found) {
    background-color: var(--vscode-editor-findMatchHighlightBackground, Mark);
  }
  ::highlight(lt-found-here) {
    background-color: var(--vscode-editor-findMatchBackground, Highlight);
    color: var(--vscode-editor-findMatchForeground, currentColor);
  }
  .vscode-high-contrast ::highlight(lt-found) {
    background-color: transparent;
    text-decoration: underline 2px var(--vscode-contrastActiveBorder);
  }
  .vscode-high-contrast ::highlight(lt-found-here) {
    background-color: Highlight;
    color: HighlightText;
  }
`;

/**
 * The maximum number of marked matches per row. The browser checks all marks whenever the page changes: 6,000 marks,
 * e.g. of one letter in a long file, would take a quarter of a second for each streamed word.
 */
const MOST_MARKS = 500;

/** Buttons whose text belongs to the thread: buttons that unfold a row, and names of changed files. */
const SEARCHED_BUTTONS = '[aria-expanded], lt-changes-row li > :first-child';

/** Elements whose text does not belong to the thread: icons, names for screen readers, other buttons. */
const NOT_SEARCHED = `.row-actions, .for-screen-reader, .codicon, .code-bar, button:not(${SEARCHED_BUTTONS})`;

/**
 * Highlights the query in the rows of the page without changing the elements. When rows are added or removed, or the
 * text of a row changes, updates the highlights of these rows in the next frame. Does not touch the highlights of other
 * rows, since a streamed answer changes its row many times per second.
 */
export class FoundMarks {
  readonly #list: HTMLElement;
  readonly #observer = new MutationObserver((changes) => this.#drawSoon(changes));
  readonly #all = new Highlight();
  readonly #here = new Highlight();
  /** The matches in each row, as they are highlighted now. */
  readonly #marked = new Map<Element, readonly Range[]>();
  /** The rows that changed since the last frame. */
  readonly #changed = new Set<Element>();
  #query = '';
  #row: string | undefined;
  #frame = 0;

  constructor(list: HTMLElement) {
    adoptStyle(style);
    this.#here.priority = 1;
    this.#list = list;
    this.#observer.observe(list, { subtree: true, childList: true, characterData: true });
  }

  /** Marks all matches of a query. Matches in `row` get the colour of the current match. */
  mark(query: string, row: string | undefined): void {
    this.#query = query;
    this.#row = row;
    for (const item of this.#marked.keys()) this.#changed.add(item);
    this.#draw();
    CSS.highlights.set(ALL, this.#all);
    CSS.highlights.set(CURRENT, this.#here);
  }

  /** Returns the first match in a row; undefined if the row is not in the page or has no match. */
  first(row: string): Range | undefined {
    const element = this.#list.querySelector(`.item[data-id="${CSS.escape(row)}"]`);
    const pattern = findPattern(this.#query);
    return element === null || pattern === undefined ? undefined : rangesIn(element, pattern)[0];
  }

  stop(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    CSS.highlights.delete(ALL);
    CSS.highlights.delete(CURRENT);
  }

  #drawSoon(changes: readonly MutationRecord[]): void {
    for (const { target } of changes) {
      const item = (target instanceof Element ? target : target.parentElement)?.closest('.item');
      if (item != null) this.#changed.add(item);
    }
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** Removes the highlights of changed and removed rows. Then highlights the rows that have no highlights yet. */
  #draw(): void {
    for (const item of this.#marked.keys())
      if (this.#changed.has(item) || !item.isConnected) this.#unmark(item);
    this.#changed.clear();
    const pattern = findPattern(this.#query);
    if (pattern === undefined) return;
    for (const item of this.#list.querySelectorAll<HTMLElement>('.item'))
      if (!this.#marked.has(item)) this.#mark(item, pattern);
  }

  #mark(item: HTMLElement, pattern: RegExp): void {
    const ranges = rangesIn(item, pattern);
    const into = item.dataset['id'] === this.#row ? this.#here : this.#all;
    for (const range of ranges) into.add(range);
    this.#marked.set(item, ranges);
  }

  #unmark(item: Element): void {
    for (const range of this.#marked.get(item) ?? []) {
      this.#all.delete(range);
      this.#here.delete(range);
    }
    this.#marked.delete(item);
  }
}

/**
 * Returns the first `MOST_MARKS` matches within an element. A match may span several text nodes, e.g. in coloured code.
 */
function rangesIn(element: Element, pattern: RegExp): readonly Range[] {
  const texts: { readonly node: Node; readonly start: number }[] = [];
  let whole = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest(NOT_SEARCHED) !== null) continue;
    texts.push({ node, start: whole.length });
    whole += node.nodeValue ?? '';
  }
  let last = 0;
  // The offsets only increase, so the search for a text begins at the last text that was found.
  const at = (offset: number): readonly [Node, number] => {
    while ((texts[last + 1]?.start ?? Infinity) <= offset) last += 1;
    const text = texts[last];
    return text === undefined ? [element, 0] : [text.node, offset - text.start];
  };
  const ranges: Range[] = [];
  for (const match of whole.matchAll(pattern)) {
    if (ranges.length === MOST_MARKS) break;
    const range = document.createRange();
    range.setStart(...at(match.index));
    const [node, offset] = at(match.index + match[0].length - 1);
    range.setEnd(node, offset + 1);
    ranges.push(range);
  }
  return ranges;
}
