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

/** Buttons whose text belongs to the thread: buttons that unfold a row, and names of changed files. */
const SEARCHED_BUTTONS = '[aria-expanded], lt-changes-row li > :first-child';

/** Elements whose text does not belong to the thread: icons, names for screen readers, other buttons. */
const NOT_SEARCHED = `.row-actions, .for-screen-reader, .codicon, .code-bar, button:not(${SEARCHED_BUTTONS})`;

/**
 * Highlights the query in the rows of the page without changing the elements. When rows are added or removed, or their
 * text changes, highlights the query again in the next frame.
 */
export class FoundMarks {
  readonly #list: HTMLElement;
  readonly #observer = new MutationObserver(() => this.#drawSoon());
  #query = '';
  #row: string | undefined;
  #frame = 0;

  constructor(list: HTMLElement) {
    adoptStyle(style);
    this.#list = list;
    this.#observer.observe(list, { subtree: true, childList: true, characterData: true });
  }

  /** Marks all matches of a query. Matches in `row` get the colour of the current match. */
  mark(query: string, row: string | undefined): void {
    this.#query = query;
    this.#row = row;
    this.#draw();
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

  #drawSoon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const pattern = findPattern(this.#query);
    const [all, here] = [new Highlight(), new Highlight()];
    here.priority = 1;
    if (pattern !== undefined) {
      for (const item of this.#list.querySelectorAll<HTMLElement>('.item')) {
        const into = item.dataset['id'] === this.#row ? here : all;
        for (const range of rangesIn(item, pattern)) into.add(range);
      }
    }
    CSS.highlights.set(ALL, all);
    CSS.highlights.set(CURRENT, here);
  }
}

/** Returns the matches within an element. A match may span several text nodes, e.g. in code with several colours. */
function rangesIn(element: Element, pattern: RegExp): readonly Range[] {
  const texts: { readonly node: Node; readonly start: number }[] = [];
  let whole = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest(NOT_SEARCHED) !== null) continue;
    texts.push({ node, start: whole.length });
    whole += node.nodeValue ?? '';
  }
  const at = (offset: number): readonly [Node, number] => {
    const text = texts.findLast(({ start }) => start <= offset);
    return text === undefined ? [element, 0] : [text.node, offset - text.start];
  };
  return Array.from(whole.matchAll(pattern), (match) => {
    const range = document.createRange();
    range.setStart(...at(match.index));
    const [node, offset] = at(match.index + match[0].length - 1);
    range.setEnd(node, offset + 1);
    return range;
  });
}
