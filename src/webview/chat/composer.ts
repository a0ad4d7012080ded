import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import type { CompletionView, ComposerView } from '../../shared/composerView.ts';
import { icon, iconButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import type { ChatHost } from './chatHost.ts';
import { attachmentChips, attachmentIcons, waitingList, modeButton } from './composerParts.ts';
import { mentionAt, withoutMention } from './mention.ts';
import { attachDropped, attachPasted, takesDrop } from './dropped.ts';
import { composerStyle } from './composerStyle.ts';
import { withReturned } from './kept.ts';

/** Label of the send button while the model works. */
const SEND_WHILE_BUSY = 'Send with the next request (Enter) or after this turn (Alt+Enter)';

/**
 * A long timeout, since the person may send a text twice if it returns to the field while the host is still sending it.
 * The host first reads the attachments and, in a long session that was just opened, counts the session's tokens.
 */
const sendTimeoutMs = 600_000;

/** A text that the host did not accept, with its session. */
export interface UnsentText {
  readonly session: string;
  readonly text: string;
}

/**
 * The message field. It grows with its text, sends on Enter and offers attachments after `@`. Fires `text-changed` with
 * the new text. Fires `text-returned` with an `UnsentText` if sending a text failed.
 */
@customElement('lt-composer')
export class Composer extends LightElement {
  static override styles = composerStyle;

  @property({ attribute: false }) composer!: ComposerView;
  @property({ attribute: false }) host!: ChatHost;
  /** Whether nothing can be sent, e.g. because the session is read-only. */
  @property({ type: Boolean }) blocked = false;
  /** The session that is shown. */
  @property() session = '';
  @property() text = '';
  @state() private completions: readonly CompletionView[] = [];
  @state() private selected = 0;
  /** The newest `@word` for which completions were requested. Answers for other words are dropped. */
  private requested: string | undefined;
  /** Settles when the completions for the newest `@word` have arrived. */
  private answering: Promise<void> | undefined;
  /** The id of the newest text from the host (`ReturnedText`) that was put into the composer. */
  private takenId = 0;

  override focus(): void {
    this.input?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('session')) this.closeCompletions();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('text') && this.input !== null && this.input.value !== this.text)
      this.input.value = this.text;
    if (changed.has('composer')) this.takeReturned();
    if (changed.has('selected') || changed.has('completions'))
      this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  override render(): TemplateResult {
    const { composer } = this;
    return html`${composer.isBusy ? html`<div class="progress" aria-hidden="true"></div>` : nothing}
      ${this.completionList()} ${waitingList(composer, this.host)}
      <div
        class="box"
        @dragover=${this.blocked ? nothing : takesDrop}
        @drop=${this.blocked ? nothing : (event: DragEvent) => void attachDropped(event, this.host)}
      >
        ${attachmentChips(composer.attachments, this.host)}
        <textarea
          dir="auto"
          placeholder=${composer.blocked ?? (composer.asked === undefined ? 'Ask, @ to attach…' : 'Answer in your own words…')}
          aria-label="Message"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls="completions"
          aria-activedescendant=${this.completions.length > 0 ? `completion-${this.selected}` : nothing}
          ?disabled=${this.blocked}
          @input=${this.onInput}
          @keydown=${this.onKey}
          @blur=${this.closeCompletions}
          @paste=${(event: ClipboardEvent) => void attachPasted(event, this.host)}
        ></textarea>
        <div class="foot">
          ${iconButton({
            icon: 'mention',
            label: 'Attach: files, folders, symbols, problems, changes',
            isDisabled: this.blocked,
            onClick: this.startMention,
          })}
          ${modeButton(composer.mode, this.host)}
          <span class="doing muted">
            <span class="one-line" role="status" title=${composer.activity ?? nothing}
              >${this.activity()}</span
            >
            ${this.waited()}
          </span>
          ${composer.isBusy ? this.stopButton() : nothing}
          ${composer.isBusy && this.text.trim() === '' ? nothing : this.sendButton()}
        </div>
      </div>`;
  }

  private activity(): TemplateResult | typeof nothing {
    const { isBusy, activity } = this.composer;
    return isBusy && activity !== undefined ? html`<span class="activity">${activity}</span>` : nothing;
  }

  /**
   * Draws how long an activity has taken, or the time until a retry. Hides the time from screen readers, since it
   * changes each second.
   */
  private waited(): TemplateResult | typeof nothing {
    const { isBusy, waited } = this.composer;
    return isBusy && waited !== undefined
      ? html`<span class="waited" aria-hidden="true">, ${waited}</span>`
      : nothing;
  }

  private sendButton(): TemplateResult {
    const isDisabled = this.blocked || this.text.trim() === '';
    const label = this.composer.isBusy ? SEND_WHILE_BUSY : 'Send (Enter)';
    return iconButton({
      icon: 'send',
      label,
      isDisabled,
      onClick: () => this.send(),
    });
  }

  private stopButton(): TemplateResult {
    return iconButton({ icon: 'stop-circle', label: 'Stop (Escape)', onClick: this.stop });
  }

  private completionList(): TemplateResult | typeof nothing {
    if (this.completions.length === 0) return nothing;
    return html`<ul class="completions" id="completions" role="listbox" aria-label="Matches to attach">
      ${this.completions.map(
        ({ kind, label, detail }, index) =>
          html`<li
            class="completion"
            id="completion-${index}"
            role="option"
            aria-selected=${index === this.selected}
            @mousedown=${(event: MouseEvent) => {
              event.preventDefault();
              this.accept(index);
            }}
          >
            ${icon(attachmentIcons[kind])}<span>${label}</span><span class="detail one-line">${detail}</span>
          </li>`,
      )}
    </ul>`;
  }

  private get input(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  private setText(text: string): void {
    this.text = text;
    this.dispatchEvent(new CustomEvent('text-changed', { detail: text }));
  }

  /** Puts a returned text into the composer and confirms this to the host. The host repeats the text until then. */
  private takeReturned(): void {
    const { returned } = this.composer;
    if (returned === undefined || returned.id === this.takenId) return;
    this.takenId = returned.id;
    this.setText(withReturned(this.text, returned.text));
    this.host.tell({ type: 'returnedTaken', returned: returned.id });
  }

  private readonly onInput = (): void => {
    const { input } = this;
    if (input === null) return;
    this.setText(input.value);
    this.answering = this.complete(input);
  };

  private async complete(input: HTMLTextAreaElement): Promise<void> {
    const mention = mentionAt(input.value, input.selectionStart);
    if (mention === undefined) {
      this.closeCompletions();
      return;
    }
    this.requested = mention.query;
    try {
      const completions = await this.host.ask({ type: 'complete', query: mention.query });
      if (this.requested !== mention.query || document.activeElement !== input) return;
      this.completions = completions;
      this.selected = 0;
    } catch (error) {
      this.host.showError(error);
    }
  }

  /** Closes the completions. An answer that arrives later does not open them again. */
  private readonly closeCompletions = (): void => {
    this.requested = undefined;
    this.completions = [];
  };

  /** Accepts the selected completion once the completions for the newest text have arrived. */
  private async acceptAnswered(): Promise<void> {
    let awaited: Promise<void> | undefined;
    while (awaited !== this.answering) {
      awaited = this.answering;
      await awaited;
    }
    this.accept(this.selected);
  }

  private accept(index: number): void {
    const { input } = this;
    const chosen = this.completions[index];
    this.closeCompletions();
    if (input === null || chosen === undefined) return;
    const mention = mentionAt(input.value, input.selectionStart);
    if (mention !== undefined && chosen.continuesWith !== undefined) {
      input.setRangeText(`@${chosen.continuesWith}`, mention.start, input.selectionStart, 'end');
      this.onInput();
      return;
    }
    if (mention !== undefined) {
      this.setText(withoutMention(input.value, mention));
      input.value = this.text;
      input.setSelectionRange(mention.start, mention.start);
    }
    this.host.tell({ type: 'attach', completion: chosen.id });
  }

  private readonly startMention = (): void => {
    const { input } = this;
    if (input === null) return;
    input.focus();
    const { selectionStart: caret, value } = input;
    const isWordBefore = caret > 0 && !/\s/.test(value.charAt(caret - 1));
    input.setRangeText(isWordBefore ? ' @' : '@', caret, input.selectionEnd, 'end');
    this.onInput();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (this.completions.length > 0 && this.onCompletionKey(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      // A repeated Enter does not send: the key may still be down after pressing a button that moved the focus here.
      if (!event.repeat) this.send(event.altKey ? 'turnEnd' : undefined);
    }
  };

  private onCompletionKey(key: string): boolean {
    const count = this.completions.length;
    if (key === 'ArrowDown') this.selected = (this.selected + 1) % count;
    else if (key === 'ArrowUp') this.selected = (this.selected + count - 1) % count;
    else if (key === 'Enter' || key === 'Tab') void this.acceptAnswered();
    else if (key === 'Escape') this.closeCompletions();
    else return false;
    return true;
  }

  private readonly stop = (): void => this.host.tell({ type: 'stop' });

  private send(waitsFor?: 'turnEnd'): void {
    const text = this.text.trim();
    if (text !== '' && !this.blocked) void this.deliver(text, waitsFor);
  }

  /** Clears the field at once and sends the text. If sending fails, fires `text-returned` with the text. */
  private async deliver(text: string, waitsFor?: 'turnEnd'): Promise<void> {
    const { session } = this;
    this.closeCompletions();
    this.setText('');
    try {
      await this.host.ask({ type: 'send', text, ...(waitsFor && { waitsFor }) }, sendTimeoutMs);
    } catch (error) {
      const detail: UnsentText = { session, text };
      this.dispatchEvent(new CustomEvent('text-returned', { detail }));
      this.host.showError(error);
    }
  }
}
