import { css, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import type { FoundRow } from '../../../shared/chatRequest.ts';
import { iconButton } from '../../base/icon.ts';
import { LightElement } from '../../base/lightElement.ts';
import type { ChatHost } from '../chatHost.ts';

/** Milliseconds between the last key press and the search. */
const typingMs = 120;

/** A query and the found row that is selected. If no row was found, `at` is undefined. */
export interface Found {
  readonly query: string;
  readonly at: FoundRow | undefined;
}

/**
 * Searches the whole session through the host. Fires `found` with a `Found`, and `closed` with the selected `FoundRow`
 * or, without a selected row, with null.
 */
@customElement('lt-find')
export class FindBar extends LightElement {
  static override styles = css`
    lt-find {
      display: flex;
      align-items: center;
      gap: 2px;
      padding: 4px 8px 4px 12px;
      border-bottom: 1px solid var(--lt-border);
    }
    lt-find > .text-input {
      flex: 1;
      min-width: 0;
    }
    lt-find > .count {
      flex: none;
      padding: 0 4px;
      text-align: end;
    }
  `;

  @property({ attribute: false }) host!: ChatHost;
  /** Whenever this value changes, the search is repeated. The value itself has no meaning. */
  @property({ attribute: false }) revision = '';
  /**
   * Returns the ids of the row at the top of the view and of all later rows. A search selects the first match in these
   * rows.
   */
  @property({ attribute: false }) idsFromTop: () => readonly string[] = () => [];
  @state() private found: readonly FoundRow[] | undefined;
  /** The index of the selected row in `found`. */
  @state() private index = -1;
  @query('input') private input!: HTMLInputElement;

  private query = '';
  /** The query that `found` answers. */
  private foundQuery: string | undefined;
  private typing = 0;
  private searchCount = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.typing);
  }

  override focus(): void {
    if (document.activeElement === this.input) return;
    this.input.focus();
    this.input.select();
  }

  protected override firstUpdated(): void {
    this.focus();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('revision') && this.found !== undefined) void this.search();
  }

  override render(): TemplateResult {
    const foundNothing = this.found?.length === 0;
    return html`<input
        class="text-input"
        type="text"
        dir="auto"
        placeholder="Find"
        aria-label="Find in this session"
        aria-invalid=${foundNothing ? 'true' : nothing}
        spellcheck="false"
        @input=${this.onInput}
        @keydown=${this.onKey}
      />
      <span class="count figure muted" role="status">${this.count()}</span>
      ${iconButton({
        icon: 'arrow-up',
        label: 'Previous message with a match (Shift+Enter)',
        isDisabled: this.found === undefined || foundNothing,
        onClick: () => this.go(-1),
      })}
      ${iconButton({
        icon: 'arrow-down',
        label: 'Next message with a match (Enter)',
        isDisabled: this.found === undefined || foundNothing,
        onClick: () => this.go(1),
      })}
      ${iconButton({ icon: 'close', label: 'Close (Escape)', onClick: this.close })}`;
  }

  private count(): string {
    if (this.found === undefined) return '';
    return this.found.length === 0 ? 'No results' : `${this.index + 1} of ${this.found.length}`;
  }

  private readonly onInput = (): void => {
    this.query = this.input.value;
    clearTimeout(this.typing);
    this.typing = window.setTimeout(() => void this.search(), typingMs);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      this.go(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      this.close();
    }
  };

  private readonly close = (): void => {
    this.dispatchEvent(new CustomEvent('closed', { detail: this.found?.[this.index] }));
  };

  /**
   * Searches for the query. Ignores the answer if another search has begun meanwhile. When the same query is searched
   * again, keeps the selected row if it is still found, and does not fire `found`, so that the thread does not scroll.
   */
  private async search(): Promise<void> {
    clearTimeout(this.typing);
    const search = ++this.searchCount;
    const { query } = this;
    const isNewQuery = query !== this.foundQuery;
    const before = this.found?.[this.index]?.row;
    try {
      const found = query.trim() === '' ? undefined : await this.host.ask({ type: 'find', query });
      if (search !== this.searchCount || !this.isConnected) return;
      this.found = found;
      this.foundQuery = query;
      this.index = found?.findIndex(({ row }) => row === before) ?? -1;
      if (isNewQuery || this.index < 0) this.index = this.nearest(found ?? []);
      if (isNewQuery) this.fireFound();
    } catch (error) {
      this.host.showError(error);
    }
  }

  /** Returns the index of the first match that is not above the view. If all are above, returns the last index. */
  private nearest(found: readonly FoundRow[]): number {
    const after = new Set(this.idsFromTop());
    const next = found.findIndex(({ row }) => after.has(row));
    return next < 0 ? found.length - 1 : next;
  }

  /** Goes to another match. If the query has changed since the last search, searches again instead. */
  private go(step: number): void {
    if (this.query !== this.foundQuery) return void this.search();
    const count = this.found?.length ?? 0;
    if (count === 0) return;
    this.index = (this.index + step + count) % count;
    this.fireFound();
  }

  private fireFound(): void {
    const detail: Found = { query: this.query, at: this.found?.[this.index] };
    this.dispatchEvent(new CustomEvent('found', { detail }));
  }
}

export function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
