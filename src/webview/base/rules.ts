import { css, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { html } from './html.ts';
import { formatTokenCount } from '../../shared/format.ts';
import type { RulesRequest, RulesView, RuleView } from '../../shared/rulesView.ts';
import { accepted } from '../hostConnection.ts';
import { adderKeys } from './fieldKeys.ts';
import { lineField } from './lineField.ts';
import { icon, iconButton, messageLink } from './icon.ts';
import { LightElement } from './lightElement.ts';

const rulesStyle = css`
  lt-rules {
    display: block;
  }
  lt-rules li {
    display: flex;
    align-items: flex-start;
    gap: 2px;
    padding: 2px 0;
  }
  lt-rules .rule {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  lt-rules .origin {
    display: block;
    font-size: 0.92em;
  }
  lt-rules .is-struck {
    color: var(--lt-muted);
    text-decoration: line-through;
  }
  lt-rules p {
    margin: 4px 0;
  }
  lt-rules .warning {
    color: var(--lt-warning);
  }
  lt-rules .add {
    margin-top: 6px;
  }
`;

/** The actions that the list of rules needs. The chat and the panel each provide these actions. */
export interface RulesHost {
  readonly ask: (request: RulesRequest) => Promise<RulesView>;
  readonly showMessage: (id: string) => void;
  readonly showError: (error: unknown) => void;
}

const ORIGINS: Readonly<Record<RuleView['from'], string>> = {
  said: 'you said so',
  decided: 'you decided so',
  kept: 'kept with “Keep as Rule”',
  added: 'added by you',
  remembered: 'remembered in this workspace',
};

/**
 * The person's rules, each with its origin. Rules can be added, edited, struck and restored. Fires `loaded` when the
 * rules have been read for the first time.
 */
@customElement('lt-rules')
export class Rules extends LightElement {
  static override styles = rulesStyle;

  @property({ attribute: false }) host!: RulesHost;
  /** Whenever this value changes, the rules are read again. The value itself has no meaning. */
  @property({ attribute: false }) revision: unknown;
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  @state() private view: RulesView | undefined;
  /** The key of the rule that is being edited. A rule keeps its key when the rules are read again. */
  @state() private editing: string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.ask({ type: 'readRules' });
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('revision') || changed.has('host')) void this.ask({ type: 'readRules' });
    if (changed.has('view') && changed.get('view') === undefined)
      this.dispatchEvent(new CustomEvent('loaded'));
  }

  override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (view === undefined) return nothing;
    return html`${view.warning === undefined ? nothing : html`<p class="warning" role="alert">${icon('warning')} ${view.warning}</p>`}
    ${
      view.rules.length === 0
        ? html`<p class="muted">
            No rules yet. Longthread finds rules in your messages. You can also add one here, or select text
            in the chat and choose Keep as Rule.
          </p>`
        : html`<ul>
            ${repeat(view.rules, keyOf, (rule) => (keyOf(rule) === this.editing ? this.editor(rule) : this.line(rule)))}
          </ul>`
    }
    ${this.isReadOnly ? nothing : this.adder()}
    ${view.tokens === 0 ? nothing : html`<p class="muted">${formatTokenCount(view.tokens)} in all</p>`}`;
  }

  private line(rule: RuleView): TemplateResult {
    const { text, from, isStruck, message } = rule;
    return html`<li>
      <span class="rule">
        <span class=${isStruck ? 'is-struck' : ''} dir="auto">${text}</span>
        <span class="muted origin">
          ${isStruck ? 'removed · ' : ''}${ORIGINS[from]} ${messageLink(message, this.host.showMessage)} ·
          ${formatTokenCount(rule.tokens)}
        </span>
      </span>
      ${this.isReadOnly ? nothing : this.buttons(rule)}
    </li>`;
  }

  private buttons(rule: RuleView): TemplateResult {
    const { text, isStruck, memory } = rule;
    const set = (on: boolean) => (): void =>
      void this.change({ type: 'setRule', text, on, ...(memory === undefined ? {} : { memory }) }, text);
    if (isStruck) return iconButton({ icon: 'discard', label: `Restore rule: ${text}`, onClick: set(true) });
    return html`${iconButton({ icon: 'edit', label: `Edit rule: ${text}`, onClick: () => void this.startEdit(rule) })}
    ${iconButton({
      icon: memory === undefined ? 'close' : 'trash',
      label: `${memory === undefined ? 'Remove' : 'Forget in this workspace'}: ${text}`,
      onClick: set(false),
    })}`;
  }

  private editor({ text, memory }: RuleView): TemplateResult {
    const key = this.editing;
    const finish = async (to = ''): Promise<void> => {
      const isChanged = to !== '' && to !== text;
      const request = { type: 'editRule', text, to, ...(memory === undefined ? {} : { memory }) } as const;
      if (isChanged && !(await this.ask(request))) return;
      if (this.editing === key) this.editing = undefined;
      await this.focusRule(isChanged ? to : text);
    };
    return html`<li>${lineField({ label: 'Rule', text, mostCharacters: 4000, finish })}</li>`;
  }

  private adder(): TemplateResult {
    return html`<input
      class="text-input add"
      dir="auto"
      aria-label="Add a rule"
      placeholder="Add a rule that applies from now on"
      maxlength="4000"
      @keydown=${adderKeys((text) => this.ask({ type: 'addRule', text }))}
    />`;
  }

  private async startEdit(rule: RuleView): Promise<void> {
    this.editing = keyOf(rule);
    await this.updateComplete;
    this.querySelector<HTMLInputElement>('li input')?.select();
  }

  private async change(request: RulesRequest, text: string): Promise<void> {
    await this.ask(request);
    await this.focusRule(text);
  }

  /**
   * Focuses the first icon button of a rule. If there is no rule with this text, focuses the field for a new rule. Does
   * nothing if an element outside of the rules has the focus.
   */
  private async focusRule(text: string): Promise<void> {
    await this.updateComplete;
    const { activeElement, body } = document;
    if (activeElement !== body && !this.contains(activeElement)) return;
    const index = this.view?.rules.findIndex((rule) => rule.text === text) ?? -1;
    const row = this.querySelectorAll('li')[index];
    (row ?? this).querySelector<HTMLElement>(row === undefined ? 'input.add' : '.icon-button')?.focus();
  }

  /** Sends a request and shows the rules in the reply. Returns whether the request succeeded. */
  private ask(request: RulesRequest): Promise<boolean> {
    const answered = this.host.ask(request).then((view) => {
      this.view = view;
    });
    return accepted(answered, this.host.showError);
  }
}

function keyOf({ text, memory, isStruck }: RuleView): string {
  return `${memory ?? ''} ${String(isStruck)} ${text}`;
}
