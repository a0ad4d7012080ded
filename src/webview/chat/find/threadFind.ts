import type { VirtualList } from '../../base/virtualList.ts';
import type { Found } from './findBar.ts';
import { FoundMarks } from './foundMarks.ts';

/** The maximum number of frames to wait until a row is drawn, or until a match appears in the row. */
const mostFrames = 20;

/** Highlights the matches while the find bar is open, and scrolls to the selected match. */
export class ThreadFind {
  readonly #list: VirtualList;
  readonly #loadUntil: (row: string) => Promise<boolean>;
  readonly #marks: FoundMarks;
  #showCount = 0;

  constructor(list: VirtualList, loadUntil: (row: string) => Promise<boolean>) {
    this.#list = list;
    this.#loadUntil = loadUntil;
    this.#marks = new FoundMarks(list);
  }

  /**
   * Highlights all matches. If a row is selected, scrolls to the first match in this row. Before that, loads and opens
   * the row if necessary. Does not move the focus.
   */
  async show({ query, at }: Found): Promise<void> {
    const count = ++this.#showCount;
    const isOutdated = (): boolean => count !== this.#showCount;
    this.#marks.mark(query, at?.row);
    if (at === undefined || !(await this.#loadUntil(at.row)) || isOutdated()) return;
    this.#list.bringIntoView(at.row);
    const row = await this.#drawn(at.row);
    if (row === null || isOutdated()) return;
    if (at.isFolded) row.querySelector<HTMLElement>('[aria-expanded="false"]')?.click();
    const match = await this.#matchIn(at.row);
    if (!isOutdated() && match !== undefined) this.#scrollTo(match);
  }

  stop(): void {
    this.#showCount++;
    this.#marks.stop();
  }

  /** Returns the element of a row once the element is drawn, or null if this takes too long. */
  async #drawn(row: string): Promise<HTMLElement | null> {
    const find = (): HTMLElement | null =>
      this.#list.querySelector<HTMLElement>(`.item[data-id="${CSS.escape(row)}"]`);
    for (let frame = 0; frame < mostFrames && find() === null; frame++) await nextFrame();
    await nextFrame();
    return find();
  }

  /**
   * Returns the first match in a row, if there is one. Waits for a match, since a row that was just opened must first
   * read its text.
   */
  async #matchIn(row: string): Promise<Range | undefined> {
    for (let frame = 0; frame < mostFrames; frame++) {
      const match = this.#marks.first(row);
      if (match !== undefined) return match;
      await nextFrame();
    }
    return undefined;
  }

  /** Scrolls the list, and all scrollable boxes around a match, so that the match is visible. */
  #scrollTo(match: Range): void {
    const around = match.startContainer.parentElement;
    const list = this.#list.getBoundingClientRect();
    for (let box = around; box !== null && box !== this.#list; box = box.parentElement) {
      const { top, bottom, left, right } = box.getBoundingClientRect();
      const at = match.getBoundingClientRect();
      if (box.scrollHeight > box.clientHeight + 1 && (at.top < top || at.bottom > bottom))
        box.scrollTop += at.top - (top + bottom) / 2;
      if (box.scrollWidth > box.clientWidth + 1 && (at.left < left || at.right > right))
        box.scrollLeft += at.left - (left + right) / 2;
    }
    const at = match.getBoundingClientRect();
    if (at.top < list.top || at.bottom > list.bottom)
      this.#list.scrollBy({ top: at.top - (list.top + list.bottom) / 2 });
  }
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}
