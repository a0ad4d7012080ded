import { nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { html } from '../base/html.ts';
import { formatCount, formatTokenCount, formatTokens } from '../../shared/format.ts';
import { FATES, CHOSEN_FATES, type ChosenFate } from '../../shared/fateWords.ts';
import type { PreviewGroup, PreviewTurn } from '../../shared/previewView.ts';
import { icon, iconButton, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/virtualList.ts';
import type { ListItem } from '../base/virtualList.ts';
import { messageRowStyle } from './messageList.ts';
import { changeable, fatesOf, previewRows, tokensOf, wishOf, type PreviewRow } from './previewRows.ts';
import './previewMenu.ts';
import { previewTurnsStyle } from './previewTurnsStyle.ts';

/** The fate that the person wishes for some groups, or the first and the last group of the part to compact. */
export type PreviewChoice =
  | { readonly groups: readonly PreviewGroup[]; readonly wish: ChosenFate }
  | { readonly first: string; readonly last: string };

/**
 * A list of the session's turns and, for opened turns, their groups. Each row shows the fates of its groups. The person
 * selects several rows by dragging, or with Shift and a click or an arrow key. The keys K, S, N and L choose what
 * happens to the selected rows or, without a selection, to the focused row. The key U chooses to compact only the part
 * up to the focused row. Fires `chosen` with a `PreviewChoice`.
 */
@customElement('lt-preview-turns')
export class PreviewTurns extends LightElement {
  static override styles = [messageRowStyle, previewTurnsStyle];

  @property({ attribute: false }) turns: readonly PreviewTurn[] = [];
  /** The fates that the person chose, by the id of the group. */
  @property({ attribute: false }) wishes: ReadonlyMap<string, ChosenFate> = new Map();
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  @state() private open: ReadonlySet<string> = new Set();
  /** The ids of the row where the selection began and of the row where it ends. The last row may be above the first. */
  @state() private selected: readonly [string, string] | undefined;
  @state() private menu: { readonly row: PreviewRow; readonly place: readonly [number, number] } | undefined;
  private dragFrom: string | undefined;
  private rows: readonly PreviewRow[] = [];
  private selectedRows: readonly PreviewRow[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('keydown', this.press, { capture: true });
    this.addEventListener('contextmenu', this.openMenu);
    this.addEventListener('pointerdown', this.dragStart);
    this.addEventListener('pointermove', this.drag);
    this.addEventListener('pointerup', this.dragEnd);
  }

  protected override willUpdate(): void {
    this.rows = previewRows(this.turns, this.open);
    const [from, to] = (this.selected ?? []).map((id) => this.rows.findIndex((row) => row.id === id));
    const isThere = from !== undefined && to !== undefined && from >= 0 && to >= 0;
    this.selectedRows = isThere ? this.rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [];
  }

  override render(): TemplateResult {
    const { rows } = this;
    return html`<lt-list
        role="list"
        item-role="listitem"
        aria-label="The session by turns"
        .items=${rows}
        .labelOf=${(item: ListItem) => this.labelOf(item as PreviewRow)}
        .renderItem=${(item: ListItem) => this.row(item as PreviewRow)}
        .estimateHeight=${() => 26}
      ></lt-list>
      ${this.selectionBar()} ${this.openedMenu()}`;
  }

  private isSelected(row: PreviewRow): boolean {
    return this.selectedRows.length > 1 && this.selectedRows.includes(row);
  }

  private selectionBar(): TemplateResult | typeof nothing {
    const rows = this.selectedRows;
    if (rows.length < 2 || this.isReadOnly) return nothing;
    const groups = [...new Set(rows.flatMap((row) => row.groups))];
    return html`<div class="selection-bar" role="toolbar" aria-label="Selection">
      <span>${formatCount(rows.length, 'row')}, ${formatTokenCount(tokensOf({ groups }).before)}:</span>
      ${linkButton('Compact this part', () => this.chooseRange(rows))}
      ${CHOSEN_FATES.map((wish) => linkButton(FATES[wish].choice, () => this.choose(groups, wish)))}
      ${linkButton('Clear selection', () => void (this.selected = undefined))}
    </div>`;
  }

  private row(row: PreviewRow): TemplateResult {
    const [main] = fatesOf(row);
    const { before, after } = tokensOf(row);
    const fate = main?.fate ?? 'stays';
    const refused = row.kind === 'group' || row.groups.length === 1 ? row.groups[0]?.refused : undefined;
    return html`<div
      class="message-row preview-row ${row.kind} ${fate} ${this.isSelected(row) ? 'selected' : ''}"
      title=${this.titleOf(row)}
    >
      ${this.twisty(row)} <span class="mark">${icon(FATES[fate].icon)}</span>
      <span class="one-line label" dir="auto">${wordsOf(row)}</span>
      ${refused === undefined ? nothing : html`<span class="refused">${icon('warning')} ${refused}</span>`}
      <span class="one-line fate">${fateWords(row)}${wishMark(row, this.wishes)}</span>
      ${this.choices(row)}
      <span class="tokens">
        ${formatTokens(before)}${after === before ? nothing : html` → ${formatTokens(after)}`}
      </span>
    </div>`;
  }

  private twisty(row: PreviewRow): TemplateResult {
    if (row.kind === 'group' || row.groups.length < 2) return html`<span class="twisty"></span>`;
    const label = row.isOpen ? 'Hide its parts' : `Show its ${formatCount(row.groups.length, 'part')}`;
    return html`<button
      type="button"
      class="twisty"
      data-primary
      tabindex="-1"
      aria-label=${label}
      aria-expanded=${row.isOpen}
      @click=${() => this.toggle(row)}
    >
      ${icon(row.isOpen ? 'chevron-down' : 'chevron-right')}
    </button>`;
  }

  private choices(row: PreviewRow): TemplateResult | typeof nothing {
    if (this.isReadOnly || changeable(row.groups).length === 0) return nothing;
    const chosen = wishOf(row.groups, this.wishes);
    return html`<span class="choices" role="group" aria-label="Choices for this row">
      ${CHOSEN_FATES.map((wish) =>
        iconButton({
          icon: FATES[wish].icon,
          label: `${FATES[wish].choice}: ${FATES[wish].sentence} (${FATES[wish].key.toUpperCase()})${groupSize(row)}`,
          isPressed: chosen === wish,
          onClick: () => this.choose(row.groups, wish),
        }),
      )}
      ${iconButton({
        icon: 'arrow-up',
        label: 'Compact up to here (U)',
        onClick: () => this.compactUpTo(row),
      })}
    </span>`;
  }

  /** Draws the choices for a row as a menu, after a right click or the Menu key. */
  private openedMenu(): TemplateResult | typeof nothing {
    const { menu } = this;
    if (menu === undefined) return nothing;
    const { row, place } = menu;
    const choices = CHOSEN_FATES.map((wish) => ({
      ...{ icon: FATES[wish].icon, label: FATES[wish].choice },
      run: () => this.choose(row.groups, wish),
    }));
    const compactUpTo = { icon: 'arrow-up', label: 'Compact up to here', run: () => this.compactUpTo(row) };
    return html`<lt-preview-menu
      .choices=${[...choices, compactUpTo]}
      .place=${place}
      @closed=${() => {
        this.menu = undefined;
        this.querySelector<HTMLElement>(`.item[data-id="${row.id}"]`)?.focus();
      }}
    ></lt-preview-menu>`;
  }

  private readonly openMenu = (event: MouseEvent): void => {
    const row = this.rowAt(event.target);
    if (row === undefined || this.isReadOnly || changeable(row.groups).length === 0) return;
    event.preventDefault();
    this.menu = { row, place: [event.clientX, event.clientY] };
  };

  private labelOf(row: PreviewRow): string {
    const { before, after } = tokensOf(row);
    const selection = this.isSelected(row) ? 'Selected. ' : '';
    return `${selection}${wordsOf(row)}. ${fateWords(row)}. ${formatTokenCount(before)} before, ${formatTokens(after)} after`;
  }

  private titleOf({ label, groups, kind }: PreviewRow): string {
    const lines = groups.flatMap((group) => group.lines);
    const size = groups.reduce((sum, { messageCount }) => sum + messageCount, 0);
    const notes = lines.length === 0 ? [] : ['The notes would say:', ...lines.slice(0, 12)];
    const members = kind === 'group' && size > 1 ? [`${formatCount(size, 'message')}, treated as one`] : [];
    return [label, ...members, ...notes].join('\n');
  }

  private toggle({ groups: [first] }: PreviewRow): void {
    if (first === undefined) return;
    const open = new Set(this.open);
    if (!open.delete(first.id)) open.add(first.id);
    this.open = open;
  }

  private choose(groups: readonly PreviewGroup[], wish: ChosenFate): void {
    this.fireChosen({ groups, wish });
  }

  private chooseRange(rows: readonly PreviewRow[]): void {
    const first = rows[0]?.groups[0]?.id;
    const last = rows.at(-1)?.groups.at(-1)?.id;
    if (first === undefined || last === undefined) return;
    this.selected = undefined;
    this.fireChosen({ first, last });
  }

  private compactUpTo(row: PreviewRow): void {
    const rows = this.rows;
    this.chooseRange(rows.slice(0, rows.findIndex(({ id }) => id === row.id) + 1));
  }

  private fireChosen(choice: PreviewChoice): void {
    this.dispatchEvent(new CustomEvent('chosen', { detail: choice }));
  }

  /** Handles a key that is pressed on a row. Is called in the capture phase, before the list moves the focus. */
  private readonly press = (event: KeyboardEvent): void => {
    const row = this.rowAt(event.target);
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') this.extendSelection(event, row);
    else if (event.key === 'Escape') this.selected = undefined;
    else if (event.key === 'ArrowRight' && row.kind === 'turn' && !row.isOpen) this.toggle(row);
    else if (event.key === 'ArrowLeft' && row.isOpen) this.toggle(row);
    else if (!this.isReadOnly) this.chooseByKey(event.key.toLowerCase(), row);
  };

  private chooseByKey(key: string, row: PreviewRow): void {
    const wish = CHOSEN_FATES.find((each) => FATES[each].key === key);
    const groups =
      this.selectedRows.length > 1 ? this.selectedRows.flatMap((each) => each.groups) : row.groups;
    if (wish !== undefined) this.choose(groups, wish);
    else if (key === 'u') this.compactUpTo(row);
  }

  private extendSelection({ key, shiftKey }: KeyboardEvent, row: PreviewRow): void {
    const index = this.rows.findIndex(({ id }) => id === row.id);
    const next = this.rows[index + (key === 'ArrowDown' ? 1 : -1)];
    if (!shiftKey) this.selected = undefined;
    else if (next !== undefined) this.selected = [this.selected?.[0] ?? row.id, next.id];
  }

  private readonly dragStart = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest('button') !== null) return;
    const row = this.rowAt(event.target);
    if (row === undefined) return;
    this.selected = event.shiftKey && this.selected ? [this.selected[0], row.id] : [row.id, row.id];
    this.dragFrom = row.id;
  };

  private readonly drag = (event: PointerEvent): void => {
    // If the button was released outside of the page, the page got no event, and the drag must end now.
    if (event.buttons % 2 === 0) this.dragEnd();
    const row = this.dragFrom === undefined ? undefined : this.rowAt(event.target);
    if (row === undefined || this.dragFrom === undefined || this.selected?.[1] === row.id) return;
    this.selected = [this.selected?.[0] ?? this.dragFrom, row.id];
  };

  private readonly dragEnd = (): void => {
    this.dragFrom = undefined;
  };

  private rowAt(target: EventTarget | null): PreviewRow | undefined {
    const item = target instanceof Element ? target.closest<HTMLElement>('.item') : null;
    return item === null ? undefined : this.rows.find(({ id }) => id === item.dataset['id']);
  }
}

function wordsOf({ label }: PreviewRow): string {
  return label === '' ? 'no words' : label;
}

function fateWords(row: PreviewRow): string {
  const [only] = row.groups;
  if (row.groups.length === 1 && only?.fixed !== undefined) return only.fixed;
  const fates = fatesOf(row);
  if (fates.length === 1) return FATES[fates[0]?.fate ?? 'stays'].word;
  return fates.map(({ fate, count }) => `${String(count)} ${FATES[fate].word}`).join(', ');
}

function wishMark({ groups }: PreviewRow, wishes: ReadonlyMap<string, ChosenFate>): string {
  return groups.some(({ id }) => wishes.has(id)) ? ' · by you' : '';
}

function groupSize({ kind, groups: [group] }: PreviewRow): string {
  const size = group?.messageCount ?? 1;
  return kind === 'group' && size > 1 ? ` (applies to all ${formatCount(size, 'message')})` : '';
}
