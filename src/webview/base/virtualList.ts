import {
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { KeyedItem } from '../../shared/stateDelta.ts';
import { html } from './html.ts';
import { LightElement } from './lightElement.ts';
import { indexAfter } from './listKeys.ts';
import { virtualListStyle } from './virtualListStyle.ts';

export type ListItem = KeyedItem;

/** A scroll position: the row at the top of the viewport, and how many of its pixels are above the viewport. */
export interface Place {
  readonly id: string;
  readonly offset: number;
}

/** The list counts as scrolled to its end if at most this many pixels are below the viewport. */
const endThreshold = 40;
/** The list fires `start-neared`, to get earlier rows, if fewer than this many pixels are above the viewport. */
const startThreshold = 600;

/**
 * A list that draws only the rows near the viewport. Arrow keys, Home and End move the focus from row to row; Enter or
 * Space clicks the row's `[data-primary]` element. Fires `start-neared` when earlier rows should be loaded, and
 * `end-changed` when the list reaches or leaves its end.
 */
@customElement('lt-list')
export class VirtualList extends LightElement {
  static override styles = virtualListStyle;

  @property({ attribute: false }) items: readonly ListItem[] = [];
  @property({ attribute: false }) renderItem: (item: ListItem) => unknown = () => '';
  @property({ attribute: false }) labelOf: (item: ListItem) => string = ({ id }) => id;
  @property({ attribute: 'item-role' }) itemRole: 'article' | 'listitem' = 'article';
  /** With `end`, the list starts at its end, and stays there when rows are added unless the person scrolled away. */
  @property() anchor: 'start' | 'end' = 'start';
  /** The number of all rows, including the rows that are not loaded. */
  @property({ type: Number }) total = 0;
  @property({ attribute: false }) estimateHeight: (item: ListItem) => number = () => 40;

  private virtualizer: Virtualizer<HTMLElement, HTMLElement> | undefined;
  private unmount: (() => void) | undefined;
  /** The id of the row that had the focus last. Its index changes when rows are added before it. */
  private focused: string | undefined;
  private focusedIndex = -1;
  /** The id of the row that gets the focus as soon as it is drawn. */
  private pendingFocus: string | undefined;
  private wasAtEnd = true;
  /** The list's height in pixels that was last reported to the virtualizer. */
  private toldHeight = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('keydown', this.moveFocus);
    this.addEventListener('focusin', this.rememberFocus);
    this.addEventListener('scroll', this.onScroll, { passive: true });
    if (this.hasUpdated) this.mount();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.moveFocus);
    this.removeEventListener('focusin', this.rememberFocus);
    this.removeEventListener('scroll', this.onScroll);
    this.unmount?.();
    this.virtualizer = undefined;
  }

  protected override firstUpdated(): void {
    this.mount();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('items')) return;
    // If the row that had the focus last is gone, the row that is now at the same index replaces it.
    const index = this.focused === undefined ? -1 : this.indexOf(this.focused);
    this.focusedIndex = index < 0 ? Math.min(this.focusedIndex, this.items.length - 1) : index;
    if (index < 0) this.focused = this.items[this.focusedIndex]?.id;
    this.virtualizer?.setOptions(this.options());
  }

  override render(): TemplateResult {
    const list = this.virtualizer;
    const visible = list?.getVirtualItems() ?? [];
    const first = Math.max(0, this.total - this.items.length);
    return html`<div class="space">
      ${repeat(
        visible,
        ({ key }) => key,
        ({ index }) => {
          const item = this.items[index];
          return item === undefined
            ? ''
            : html`<div
                class="item"
                role=${this.itemRole}
                tabindex=${index === this.tabStop ? 0 : -1}
                data-index=${index}
                data-id=${item.id}
                aria-label=${this.labelOf(item)}
                aria-posinset=${first + index + 1}
                aria-setsize=${Math.max(this.total, this.items.length)}
              >
                ${this.renderItem(item)}
              </div>`;
        },
      )}
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const list = this.virtualizer;
    if (list === undefined) return;
    const space = this.querySelector<HTMLElement>(':scope > .space');
    if (space !== null) space.style.height = `${list.getTotalSize()}px`;
    const starts = new Map(list.getVirtualItems().map(({ index, start }) => [index, start]));
    for (const element of this.querySelectorAll<HTMLElement>(':scope > .space > .item')) {
      element.style.transform = `translateY(${starts.get(Number(element.dataset['index'])) ?? 0}px)`;
      list.measureElement(element);
    }
    list.measureElement(null);
    list._willUpdate();
    // The virtualizer scrolls to the end only for a new last row, and not for a row that is added above the last one.
    const hasGrown = this.items.length > (changed.get('items')?.length ?? Infinity);
    if (hasGrown && this.anchor === 'end' && this.wasAtEnd) list.scrollToEnd();
    this.focusPending();
    this.fireEvents(list);
  }

  scrollToEnd(): void {
    this.virtualizer?.scrollToEnd();
  }

  /** Scrolls to a row and focuses it. Does nothing if the list has no row with this id. */
  reveal(id: string): void {
    const index = this.indexOf(id);
    if (index >= 0) this.focusRow(index, 'center');
  }

  /** Scrolls to a row without moving the focus. */
  bringIntoView(id: string): void {
    const index = this.indexOf(id);
    if (index >= 0) this.virtualizer?.scrollToIndex(index, { align: 'center' });
  }

  async returnTo({ id, offset }: Place): Promise<void> {
    const index = this.indexOf(id);
    const list = this.virtualizer;
    if (index < 0 || list === undefined) return;
    list.scrollToIndex(index, { align: 'start' });
    await new Promise(requestAnimationFrame);
    list.scrollBy(offset);
  }

  /** The scroll position, which `returnTo` restores after a reload. */
  get place(): Place | undefined {
    const list = this.virtualizer;
    const top = list?.getVirtualItemForOffset(this.scrollTop);
    const id = top === undefined ? undefined : this.items[top.index]?.id;
    return top === undefined || id === undefined ? undefined : { id, offset: this.scrollTop - top.start };
  }

  /** Returns the ids of the row at the top of the viewport and of all rows after it. */
  get idsFromHere(): readonly string[] {
    const top = this.virtualizer?.getVirtualItemForOffset(this.scrollTop)?.index ?? 0;
    return this.items.slice(top).map(({ id }) => id);
  }

  get isAtEnd(): boolean {
    return this.virtualizer?.isAtEnd(endThreshold) ?? true;
  }

  private get tabStop(): number {
    if (this.focusedIndex >= 0) return this.focusedIndex;
    return this.anchor === 'end' ? this.items.length - 1 : 0;
  }

  /** Returns the index of the item with this id or key. An item's key is the id of the first item that it replaced. */
  private indexOf(id: string): number {
    return this.items.findIndex((item) => item.id === id || item.key === id);
  }

  private mount(): void {
    this.virtualizer = new Virtualizer(this.options());
    this.unmount = this.virtualizer._didMount();
    this.virtualizer._willUpdate();
    if (this.anchor === 'end') this.virtualizer.scrollToEnd();
    this.requestUpdate();
  }

  private options(): VirtualizerOptions<HTMLElement, HTMLElement> {
    const { items } = this;
    return {
      count: items.length,
      getScrollElement: () => this,
      estimateSize: (index) => (items[index] === undefined ? 40 : this.estimateHeight(items[index])),
      getItemKey: (index) => items[index]?.key ?? items[index]?.id ?? index,
      scrollToFn: elementScroll,
      observeElementRect: (list, onRect) =>
        observeElementRect(list, (rect) => {
          // If an element below the list grows, the list loses height at its end, but the newest row must stay visible.
          const wasAtEnd = this.anchor === 'end' && this.wasAtEnd;
          this.toldHeight = this.offsetHeight;
          onRect(rect);
          if (wasAtEnd) this.scrollToEnd();
        }),
      observeElementOffset,
      // A row draws its content later than the list. Its height is known once the resize observer reports it (`entry`).
      measureElement: (row, entry, list) =>
        entry === undefined ? sizeOf(list, Number(row.dataset['index'])) : measureElement(row, entry, list),
      onChange: () => this.requestUpdate(),
      overscan: 6,
      indexAttribute: 'data-index',
      anchorTo: this.anchor,
      followOnAppend: this.anchor === 'end',
      scrollEndThreshold: endThreshold,
      // The focused row stays in the page, so that the focus is not lost while scrolling.
      rangeExtractor: (range) => {
        const indexes = defaultRangeExtractor(range);
        const focused = this.focusedIndex;
        if (focused < 0 || focused >= items.length || indexes.includes(focused)) return indexes;
        return [...indexes, focused].sort((a, b) => a - b);
      },
    };
  }

  private fireEvents(list: Virtualizer<HTMLElement, HTMLElement>): void {
    const isAtEnd = list.isAtEnd(endThreshold);
    // A list that has just lost height was not scrolled by the person. The observer will scroll it back to the end.
    const isResized = this.offsetHeight !== this.toldHeight;
    if (isAtEnd !== this.wasAtEnd && !isResized) {
      this.wasAtEnd = isAtEnd;
      this.dispatchEvent(new CustomEvent('end-changed', { detail: isAtEnd }));
    }
    if (this.items.length > 0 && list.getTotalSize() < this.clientHeight) this.fireStartNeared();
  }

  /** Checks `scrollTop` only on scrolling, since `scrollTop` is 0 until the list first scrolls to its end. */
  private readonly onScroll = (): void => {
    if (this.scrollTop < startThreshold) this.fireStartNeared();
  };

  private fireStartNeared(): void {
    this.dispatchEvent(new CustomEvent('start-neared'));
  }

  private readonly rememberFocus = (event: FocusEvent): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('lt-list .item');
    if (row === null) return;
    this.focusedIndex = Number(row.dataset['index']);
    this.focused = row.dataset['id'];
  };

  private readonly moveFocus = (event: KeyboardEvent): void => {
    const row = event.target as HTMLElement;
    if (!row.classList.contains('item')) return;
    const index = Number(row.dataset['index']);
    const target = indexAfter(event.key, index, this.items.length - 1);
    if (target !== undefined) {
      event.preventDefault();
      this.focusRow(target, 'auto');
    } else if (event.key === 'Enter' || event.key === ' ') {
      const primary = row.querySelector<HTMLElement>('[data-primary]');
      if (primary === null) return;
      event.preventDefault();
      primary.click();
    }
  };

  /** Scrolls to a row and focuses the row once it is drawn, since a row far away is drawn only after scrolling. */
  private focusRow(index: number, align: 'auto' | 'center'): void {
    this.pendingFocus = this.items[index]?.id;
    this.virtualizer?.scrollToIndex(index, { align });
    this.requestUpdate();
  }

  private focusPending(): void {
    if (this.pendingFocus === undefined) return;
    const row = this.querySelector<HTMLElement>(`.item[data-index="${this.indexOf(this.pendingFocus)}"]`);
    if (row === null) return;
    this.pendingFocus = undefined;
    row.focus({ preventScroll: true });
  }
}

/** Returns the last reported height of a row, or an estimate. */
function sizeOf(list: Virtualizer<HTMLElement, HTMLElement>, index: number): number {
  const { getItemKey, estimateSize } = list.options;
  return list.itemSizeCache.get(getItemKey(index)) ?? estimateSize(index);
}
