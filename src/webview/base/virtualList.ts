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
import type { KeyedMessage } from '../../shared/stateDelta.ts';
import { html } from './html.ts';
import { LightElement } from './lightElement.ts';
import { virtualListStyle } from './virtualListStyle.ts';

export type ListItem = KeyedMessage;

/** A place in a list: the row at the top of the viewport, and how many pixels of it are above. */
export interface Place {
  readonly id: string;
  readonly offset: number;
}

/** The newest row counts as in view at up to this many pixels from the end. */
const endThreshold = 40;
/** Earlier rows are requested at up to this many pixels from the start. */
const startThreshold = 600;

/** Keeps rows near the viewport in the page. Arrow keys move, Enter presses `[data-primary]`. Fires `start-neared`, `end-changed`. */
@customElement('lt-list')
export class VirtualList extends LightElement {
  static override styles = virtualListStyle;

  @property({ attribute: false }) items: readonly ListItem[] = [];
  @property({ attribute: false }) renderItem: (item: ListItem) => unknown = () => '';
  @property({ attribute: false }) labelOf: (item: ListItem) => string = ({ id }) => id;
  @property({ attribute: 'item-role' }) itemRole: 'article' | 'listitem' = 'article';
  /** A chat starts at its end and follows it; any other list starts at its beginning. */
  @property() anchor: 'start' | 'end' = 'start';
  /** The number of all rows, including those not loaded. */
  @property({ type: Number }) total = 0;
  @property({ attribute: false }) estimateHeight: (item: ListItem) => number = () => 40;

  private virtualizer: Virtualizer<HTMLElement, HTMLElement> | undefined;
  private unmount: (() => void) | undefined;
  /** The row that had the focus last. Its index changes when rows are added before it. */
  private focused: string | undefined;
  private focusedIndex = -1;
  private pendingFocus: string | undefined;
  private wasAtEnd = true;

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
    // If the row is gone, the focus goes to the one in its place.
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
    // A row may also come before the newest one, e.g. a compaction before an error.
    const hasGrown = this.items.length > (changed.get('items')?.length ?? Infinity);
    if (hasGrown && this.anchor === 'end' && this.wasAtEnd) list.scrollToEnd();
    this.giveFocus();
    this.report(list);
  }

  scrollToEnd(): void {
    this.virtualizer?.scrollToEnd();
  }

  /** Scrolls to a row and focuses it; does nothing when the list has no such row. */
  reveal(id: string): void {
    const index = this.indexOf(id);
    if (index >= 0) this.focusRow(index, 'center');
  }

  /** Scrolls to a row and leaves the focus where it is. */
  bringIntoView(id: string): void {
    const index = this.indexOf(id);
    if (index >= 0) this.virtualizer?.scrollToIndex(index, { align: 'center' });
  }

  /** Scrolls so that a row has the position that `place` describes. */
  async returnTo({ id, offset }: Place): Promise<void> {
    const index = this.indexOf(id);
    const list = this.virtualizer;
    if (index < 0 || list === undefined) return;
    list.scrollToIndex(index, { align: 'start' });
    await new Promise(requestAnimationFrame);
    list.scrollBy(offset);
  }

  /**
   * Returns the row at the top of the viewport and how far it is scrolled, to restore the position after a reload.
   */
  get place(): Place | undefined {
    const list = this.virtualizer;
    const top = list?.getVirtualItemForOffset(this.scrollTop);
    const id = top === undefined ? undefined : this.items[top.index]?.id;
    return top === undefined || id === undefined ? undefined : { id, offset: this.scrollTop - top.start };
  }

  /** Returns the row at the top of the viewport and those after it. */
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

  /** Returns the index of the item with this id, or of the item that replaced it, whose key is this id. */
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
          // An element that grows beside the list takes room from its end: the newest row stays in view.
          const wasAtEnd = this.anchor === 'end' && this.wasAtEnd;
          onRect(rect);
          if (wasAtEnd) this.scrollToEnd();
        }),
      observeElementOffset,
      // Rows draw themselves after the list, so only the height that the resize observer reports is right.
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

  private report(list: Virtualizer<HTMLElement, HTMLElement>): void {
    const isAtEnd = list.isAtEnd(endThreshold);
    if (isAtEnd !== this.wasAtEnd) {
      this.wasAtEnd = isAtEnd;
      this.dispatchEvent(new CustomEvent('end-changed', { detail: isAtEnd }));
    }
    if (this.items.length > 0 && list.getTotalSize() < this.clientHeight) this.nearStart();
  }

  /**
   * Requests earlier rows near the start. Runs only on scroll: before the list has scrolled to its end, its offset
   * means nothing.
   */
  private readonly onScroll = (): void => {
    if (this.scrollTop < startThreshold) this.nearStart();
  };

  private nearStart(): void {
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
    const last = this.items.length - 1;
    const target = new Map([
      ['ArrowDown', Math.min(index + 1, last)],
      ['ArrowUp', Math.max(index - 1, 0)],
      ['Home', 0],
      ['End', last],
    ]).get(event.key);
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

  /** Focuses a row. A row far away is drawn only after the scroll, and gets the focus then. */
  private focusRow(index: number, align: 'auto' | 'center'): void {
    this.pendingFocus = this.items[index]?.id;
    this.virtualizer?.scrollToIndex(index, { align });
    this.requestUpdate();
  }

  private giveFocus(): void {
    if (this.pendingFocus === undefined) return;
    const row = this.querySelector<HTMLElement>(`.item[data-index="${this.indexOf(this.pendingFocus)}"]`);
    if (row === null) return;
    this.pendingFocus = undefined;
    row.focus({ preventScroll: true });
  }
}

function sizeOf(list: Virtualizer<HTMLElement, HTMLElement>, index: number): number {
  const { getItemKey, estimateSize } = list.options;
  return list.itemSizeCache.get(getItemKey(index)) ?? estimateSize(index);
}
