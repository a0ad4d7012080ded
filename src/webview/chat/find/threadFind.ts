import type { VirtualList } from '../../base/virtualList.ts';
import type { Found } from './findBar.ts';
import { FoundMarks } from './foundMarks.ts';

/** The most frames to wait for a row while the rows around it are measured. */
const mostFrames = 20;

/** Scrolls to each match and highlights it while the find bar is open. */
export class ThreadFind {
  readonly #list: VirtualList;
  readonly #loadUntil: (row: string) => Promise<boolean>;
  readonly #marks: FoundMarks;
  #shown = 0;

  constructor(list: VirtualList, loadUntil: (row: string) => Promise<boolean>) {
    this.#list = list;
    this.#loadUntil = loadUntil;
    this.#marks = new FoundMarks(list);
  }

  /** Shows a match without moving the focus. */
  async show({ query, at }: Found): Promise<void> {
    const shown = ++this.#shown;
    this.#marks.mark(query, at?.row);
    if (at === undefined || !(await this.#loadUntil(at.row)) || shown !== this.#shown) return;
    this.#list.bringIntoView(at.row);
    const row = await this.#drawn(at.row);
    if (row === null || shown !== this.#shown) return;
    if (at.isFolded) row.querySelector<HTMLElement>('[data-primary][aria-expanded="false"]')?.click();
    const place = await this.#placeIn(at.row);
    if (shown === this.#shown && place !== undefined) this.#scrollTo(place);
  }

  stop(): void {
    this.#shown++;
    this.#marks.stop();
  }

  async #drawn(row: string): Promise<HTMLElement | null> {
    const find = (): HTMLElement | null =>
      this.#list.querySelector<HTMLElement>(`.item[data-id="${CSS.escape(row)}"]`);
    for (let frame = 0; frame < mostFrames && find() === null; frame++) await nextFrame();
    await nextFrame();
    return find();
  }

  /** Returns the first match in a row. Waits for it, since a row that was just opened first reads its text. */
  async #placeIn(row: string): Promise<Range | undefined> {
    for (let frame = 0; frame < mostFrames; frame++) {
      const place = this.#marks.first(row);
      if (place !== undefined) return place;
      await nextFrame();
    }
    return undefined;
  }

  /** Scrolls to the words themselves in a long message, also within a scrollable box. */
  #scrollTo(place: Range): void {
    const around = place.startContainer.parentElement;
    const list = this.#list.getBoundingClientRect();
    for (let box = around; box !== null && box !== this.#list; box = box.parentElement) {
      const { top, bottom, left, right } = box.getBoundingClientRect();
      const at = place.getBoundingClientRect();
      if (box.scrollHeight > box.clientHeight + 1 && (at.top < top || at.bottom > bottom))
        box.scrollTop += at.top - (top + bottom) / 2;
      if (box.scrollWidth > box.clientWidth + 1 && (at.left < left || at.right > right))
        box.scrollLeft += at.left - (left + right) / 2;
    }
    const at = place.getBoundingClientRect();
    if (at.top < list.top || at.bottom > list.bottom)
      this.#list.scrollBy({ top: at.top - (list.top + list.bottom) / 2 });
  }
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}
