import { css, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { icon } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/virtualList.ts';
import type { ListItem } from '../base/virtualList.ts';
import type { PanelHost } from './panelHost.ts';

/**
 * Styles the lines of messages in the context, in a compaction’s changes and in a preview. In the changes and in the
 * preview, a colour shows what became of a message.
 */
export const messageRowStyle = css`
  :is(lt-changes, lt-preview-turns) .stays {
    --fate: var(--vscode-charts-green);
  }
  :is(lt-changes, lt-preview-turns) .shortened {
    --fate: var(--vscode-charts-yellow);
  }
  :is(lt-changes, lt-preview-turns) :is(.notes, .record) {
    --fate: var(--vscode-charts-blue);
  }
  :is(lt-changes, lt-preview-turns) .leftOut {
    --fate: var(--lt-muted);
  }
  .message-row {
    display: flex;
    align-items: center;
    gap: 6px;
    width: 100%;
    min-height: 26px;
    padding: 0 10px 0 4px;
    border: 0;
    border-inline-start: 3px solid var(--fate);
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .message-row:hover {
    background: var(--lt-hover);
  }
  .message-row .mark {
    display: flex;
    flex: none;
    width: 14px;
    color: var(--fate, var(--vscode-icon-foreground));
  }
  .message-row .mark .codicon,
  .message-row > .codicon {
    flex: none;
    font-size: 12px;
  }
  .message-row .role {
    flex: none;
    width: 5.2em;
    font-size: 0.92em;
  }
  .message-row .label {
    flex: 1 1 3em;
    min-width: 0;
  }
  .message-row .fate {
    flex: none;
    font-size: 0.92em;
    color: var(--lt-muted);
  }
  .message-row .tokens {
    flex: none;
    text-align: end;
    font-variant-numeric: tabular-nums;
    color: var(--lt-muted);
  }
`;

/** The contents of a message's line. */
export interface MessageLine {
  /** The CSS classes of the row, including the fate. */
  readonly kind: string;
  readonly icon: string;
  readonly role: string;
  readonly label: string;
  /** The fate of the message; empty if the fate need not be shown. */
  readonly fate: string;
  readonly tokens: string;
  readonly title: string;
}

interface ListOptions<Item, Text> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly rowHeight: number;
  readonly hasTwisty: boolean;
  readonly line: (item: Item) => MessageLine;
  /** Returns a row's label for screen readers. */
  readonly labelOf: (item: Item) => string;
  /** Draws the part below an open line. */
  readonly body: (item: Item, text: Text) => TemplateResult;
}

/** A list of messages, one line each. A click on a line requests the message's text and shows it below the line. */
export abstract class MessageList<Text> extends LightElement {
  @property({ attribute: false }) host!: PanelHost;
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  @state() protected opened: ReadonlyMap<string, Text> = new Map();

  protected abstract textOf(id: string): Promise<Text>;

  protected list<Item extends ListItem>(options: ListOptions<Item, Text>): TemplateResult {
    const { label, items, rowHeight, labelOf } = options;
    // `renderItem` is a new function each time, so that the list is drawn again when a line is opened or closed.
    return html`<lt-list
      role="list"
      item-role="listitem"
      aria-label=${label}
      .items=${items}
      .labelOf=${(item: ListItem) => labelOf(item as Item)}
      .renderItem=${(item: ListItem) => this.row(item as Item, options)}
      .estimateHeight=${() => rowHeight}
    ></lt-list>`;
  }

  private row<Item extends ListItem>(
    item: Item,
    { line, hasTwisty, body }: ListOptions<Item, Text>,
  ): unknown {
    const text = this.opened.get(item.id);
    const { kind, icon: mark, role, label, fate, tokens, title } = line(item);
    return html`<button
        type="button"
        class="message-row ${kind}"
        data-primary
        tabindex="-1"
        aria-expanded=${text !== undefined}
        title=${title}
        @click=${() => {
          if (text === undefined) void this.read(item.id);
          else this.close(item.id);
        }}
      >
        ${hasTwisty ? icon(text === undefined ? 'chevron-right' : 'chevron-down') : nothing}
        <span class="mark">${icon(mark)}</span>
        <span class="role muted">${role}</span>
        <span class="label one-line" dir="auto">${label}</span>
        ${fate === '' ? nothing : html`<span class="fate">${fate}</span>`}
        <span class="tokens figure">${tokens}</span>
      </button>
      ${text === undefined ? nothing : body(item, text)}`;
  }

  /** Opens a line, or reads the text of an open line again. */
  protected readonly read = async (id: string): Promise<void> => {
    try {
      const text = await this.textOf(id);
      this.opened = new Map(this.opened).set(id, text);
    } catch (error) {
      this.close(id);
      this.host.showError(error);
    }
  };

  protected close(id: string): void {
    this.opened = new Map([...this.opened].filter(([each]) => each !== id));
  }
}
