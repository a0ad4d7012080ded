import '@vscode-elements/elements/dist/vscode-button/index.js';
import { nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import type { ApprovalAnswer, ApprovalRow, ApprovalRuleView } from '../../../shared/approvalView.ts';
import '../../base/codeText.ts';
import { icon, messageLink } from '../../base/icon.ts';
import { LightElement } from '../../base/lightElement.ts';
import type { ChatHost } from '../chatHost.ts';
import { approvalRowStyle } from './approvalRowStyle.ts';
import { rowStyle } from './rowStyle.ts';

const KEPT_COPY =
  '“Allow, and keep a copy” stores the file as it was before the change, with its secrets, so that you can undo the change. The copy is stored beside the session’s log, and only you can read it. It is deleted after 30 days or with the session.';

/**
 * Asks the person to approve an action. Shows the action, the reason for asking, the rules that concern the action, and
 * the possible answers.
 */
@customElement('lt-approval-row')
export class ApprovalRowElement extends LightElement {
  static override styles = [rowStyle, approvalRowStyle];

  @property({ attribute: false }) row!: ApprovalRow;
  @property({ attribute: false }) host!: ChatHost;
  /** Whether the person has answered. The row disappears when the host confirms. */
  @state() private isAnswered = false;

  override render(): TemplateResult {
    const { row } = this;
    return html`<div class="row approval" role="group" aria-label=${row.question}>
      <div class="asked">${icon('shield')}<span>${row.question}</span></div>
      ${row.command === undefined ? nothing : html`<pre class="command" tabindex="0">${row.command}</pre>`}
      ${row.input === undefined ? nothing : html`<lt-code .text=${row.input} language="json" label="Arguments"></lt-code>`}
      ${row.detail === undefined ? nothing : html`<lt-code .text=${row.detail} language="diff" label="Proposed change"></lt-code>`}
      ${row.rules.map((rule) => this.rule(rule))}
      ${row.reasons.map((reason) => html`<div class="reason">${icon('warning')}<span>${reason}</span></div>`)}
      ${row.parts.length === 0 ? nothing : this.parts()} ${this.answers()}
      <div class="muted">${[...this.scope(), ...this.ruleRemarks()].map((each) => html`<p>${each}</p>`)}</div>
    </div>`;
  }

  private get isAgainstRule(): boolean {
    return this.row.rules.some(({ isForbidding }) => isForbidding);
  }

  /** Whether a rule or a warning speaks against the action. If so, Deny is the highlighted button. */
  private get isRisky(): boolean {
    return this.isAgainstRule || this.row.reasons.length > 0;
  }

  /**
   * Returns sentences that say what a lasting approval would allow or, if none is offered, that Longthread asks each
   * time. If no lasting approval is offered and the row offers to keep a copy, also explains the copy.
   */
  private scope(): readonly string[] {
    const { longer, reasons, canKeepCopy } = this.row;
    if (longer !== undefined)
      return [
        `“This session” and “Always” allow ${longer}.`,
        'Longthread still asks if an action goes against your rules. To revoke an approval, run “Show Approvals…”.',
      ];
    const copy = canKeepCopy ? [KEPT_COPY] : [];
    if (this.isAgainstRule)
      return ['The action goes against your rule, so Longthread asks each time.', ...copy];
    if (reasons.length === 0) return ['Longthread asks each time.'];
    return [
      `For the ${reasons.length === 1 ? 'reason' : 'reasons'} above, Longthread asks each time.`,
      ...copy,
    ];
  }

  /**
   * Returns remarks on the rules: a sentence if no rule is about the action, and another sentence about unchecked
   * scripts if the action is a command.
   */
  private ruleRemarks(): readonly string[] {
    const { rules, command } = this.row;
    return [
      ...(rules.length === 0 ? ['Longthread knows no rule about this action.'] : []),
      ...(command === undefined
        ? []
        : ['Scripts that the command runs were not checked against your rules.']),
    ];
  }

  private rule({ text, isForbidding, message }: ApprovalRuleView): TemplateResult {
    return html`<div class="rule ${isForbidding ? 'forbids' : ''}">
      ${icon(isForbidding ? 'circle-slash' : 'law')}
      <span>
        ${isForbidding ? 'Against your rule' : 'Your rule'}: <q dir="auto">${text}</q>
        ${messageLink(
          message,
          (id) => this.host.tell({ type: 'showMessage', message: id }),
          ', where you said it',
        )}
      </span>
    </div>`;
  }

  private parts(): TemplateResult {
    return html`<div class="muted">
      The command runs:
      <ul>
        ${this.row.parts.map((part) => html`<li><code>${part}</code></li>`)}
      </ul>
    </div>`;
  }

  private answers(): TemplateResult {
    const { longer } = this.row;
    return html`<div class="answers">
      ${this.button('Allow once', 'once')}
      ${this.row.canKeepCopy ? this.button('Allow, and keep a copy', 'copy') : nothing}
      ${
        longer === undefined
          ? nothing
          : html`${this.button('This session', 'session')}${this.button('Always', 'always')}`
      }
      ${this.button('Deny', 'deny')}
      <input
        class="text-input"
        dir="auto"
        maxlength="1000"
        aria-label="Reason for denying (press Enter to deny)"
        placeholder="Reason for denying (Enter)"
        ?disabled=${this.isAnswered}
        @keydown=${this.onKey}
      />
    </div>`;
  }

  private button(label: string, answer: ApprovalAnswer): TemplateResult {
    return html`<vscode-button
      ?secondary=${answer !== (this.isRisky ? 'deny' : 'once')}
      ?disabled=${this.isAnswered}
      @click=${() => this.answer(answer)}
      >${label}</vscode-button
    >`;
  }

  private answer(answer: ApprovalAnswer): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    const words = answer === 'deny' ? (this.querySelector('input')?.value.trim() ?? '') : '';
    const request = { type: 'answerApproval', row: this.row.id, answer } as const;
    this.host.ask(words === '' ? request : { ...request, words }).catch((error: unknown) => {
      this.isAnswered = false;
      this.host.showError(error);
    });
  }

  /**
   * Denies the action on Enter, but only if a reason was typed, so that a key pressed by accident decides nothing.
   * Escape leaves the field. No key reaches the key handler of the chat, which stops the model on Escape.
   */
  private readonly onKey = (event: KeyboardEvent): void => {
    const input = event.currentTarget as HTMLInputElement;
    event.stopPropagation();
    if (event.key === 'Enter' && !event.isComposing && input.value.trim() !== '') this.answer('deny');
    if (event.key !== 'Escape') return;
    event.preventDefault();
    input.blur();
  };
}
