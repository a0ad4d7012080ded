import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { formatTokens } from '../../shared/format.ts';
import type { RulesRequest, RulesView, RuleView } from '../../shared/rulesView.ts';
import { icon, iconButton, linkButton } from './icon.ts';
import { LightElement } from './lightElement.ts';
import { rulesStyle } from './rulesStyle.ts';

/** What the list of rules may do, whichever view it stands in. */
export interface RulesHost {
  readonly ask: (request: RulesRequest) => Promise<RulesView>;
  readonly showMessage: (id: string) => void;
  readonly showError: (error: unknown) => void;
}

const ORIGINS: Readonly<Record<RuleView['from'], string>> = {
  said: 'you said so',
  kept: 'kept by hand',
  added: 'added by you',
  remembered: 'remembered in this workspace',
};

/** The person's rules, each with where it came from; they can be added, edited, struck, and hold again. */
@customElement('lt-rules')
export class Rules extends LightElement {
  static override styles = rulesStyle;

  @property({ attribute: false }) host!: RulesHost;
  /** Whatever it is: when it is another, the rules are asked for again. */
  @property({ attribute: false }) revision: unknown;
  /** Nothing can be changed in this session. */
  @property({ type: Boolean }) frozen = false;
  @state() private view: RulesView | undefined;
  @state() private editing: RuleView | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.ask({ type: 'readRules' });
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('revision') || changed.has('host')) void this.ask({ type: 'readRules' });
  }

  override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (view === undefined) return nothing;
    return html`${view.warning === undefined ? nothing : html`<p class="warning" role="alert">${icon('warning')} ${view.warning}</p>`}
    ${
      view.rules.length === 0
        ? html`<p class="muted">
            None yet. What you want kept to is found in what you say; add one here, or select it in the chat.
          </p>`
        : html`<ul>
            ${repeat(view.rules, keyOf, (rule) => (rule === this.editing ? this.editor(rule) : this.line(rule)))}
          </ul>`
    }
    ${this.frozen ? nothing : this.adder()}
    ${view.tokens === 0 ? nothing : html`<p class="muted">${formatTokens(view.tokens)} tokens in all</p>`}`;
  }

  private line(rule: RuleView): TemplateResult {
    const { text, from, isStruck, message } = rule;
    return html`<li>
      <span class="rule">
        <span class=${isStruck ? 'is-struck' : ''}>${text}</span>
        <span class="muted origin">
          ${isStruck ? 'struck · ' : ''}${ORIGINS[from]}
          ${
            message === undefined
              ? nothing
              : linkButton(
                  message,
                  () => {
                    this.host.showMessage(message);
                  },
                  `Show message ${message}`,
                )
          }
          · ${formatTokens(rule.tokens)} tokens
        </span>
      </span>
      ${this.frozen ? nothing : this.buttons(rule)}
    </li>`;
  }

  private buttons(rule: RuleView): TemplateResult {
    const { text, isStruck, memory } = rule;
    const set = (on: boolean) => (): void => {
      void this.ask({ type: 'setRule', text, on, ...(memory === undefined ? {} : { memory }) });
    };
    if (isStruck)
      return iconButton({ icon: 'discard', label: `Let it hold again: ${text}`, onClick: set(true) });
    return html`${iconButton({ icon: 'edit', label: `Edit rule: ${text}`, onClick: () => void this.startEdit(rule) })}
    ${iconButton({
      icon: memory === undefined ? 'close' : 'trash',
      label: `${memory === undefined ? 'Strike' : 'Forget in this workspace'}: ${text}`,
      onClick: set(false),
    })}`;
  }

  private editor({ text, memory }: RuleView): TemplateResult {
    const finish = (to: string): void => {
      if (this.editing === undefined) return;
      this.editing = undefined;
      if (to === '' || to === text) return;
      void this.ask({ type: 'editRule', text, to, ...(memory === undefined ? {} : { memory }) });
    };
    return html`<li>
      <input class="text-input" aria-label="Rule" maxlength="4000" .value=${text} @keydown=${onKey(finish)} />
    </li>`;
  }

  private adder(): TemplateResult {
    const add = (text: string, input?: HTMLInputElement): void => {
      if (text === '' || input === undefined) return;
      input.value = '';
      void this.ask({ type: 'addRule', text });
    };
    return html`<input
      class="text-input add"
      aria-label="Add a rule"
      placeholder="Add a rule: what shall hold from now on"
      maxlength="4000"
      @keydown=${onKey(add)}
    />`;
  }

  private async startEdit(rule: RuleView): Promise<void> {
    this.editing = rule;
    await this.updateComplete;
    this.querySelector<HTMLInputElement>('li input')?.select();
  }

  private async ask(request: RulesRequest): Promise<void> {
    try {
      this.view = await this.host.ask(request);
    } catch (error) {
      this.host.showError(error);
    }
  }
}

/** Enter is done with what stands there, Escape with nothing: it closes no more than that. */
function onKey(finish: (text: string, input?: HTMLInputElement) => void): (event: KeyboardEvent) => void {
  return (event) => {
    const input = event.target as HTMLInputElement;
    if (event.key === 'Enter' && !event.isComposing) finish(input.value.trim(), input);
    if (event.key !== 'Escape' || input.value === '') return;
    event.preventDefault();
    event.stopPropagation();
    if (input.classList.contains('add')) input.value = '';
    finish('');
  };
}

function keyOf({ text, memory, isStruck }: RuleView): string {
  return `${memory ?? ''} ${String(isStruck)} ${text}`;
}
