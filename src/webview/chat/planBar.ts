import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import type { PlanStepView } from '../../shared/composerView.ts';
import { icon } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';

const ICONS = { open: 'circle-large-outline', active: 'arrow-circle-right', done: 'pass-filled' } as const;
const STATES = { open: 'open', active: 'in progress', done: 'done' } as const;

/** The model's plan above the composer: one line with the progress and, if the plan is open, all steps below. */
@customElement('lt-plan')
export class PlanBar extends LightElement {
  static override styles = css`
    lt-plan {
      display: block;
      border-top: 1px solid var(--lt-border);
    }
    lt-plan button {
      display: flex;
      align-items: center;
      gap: 6px;
      width: 100%;
      padding: 4px 12px;
      border: 0;
      background: none;
      color: inherit;
      font: inherit;
      text-align: start;
      cursor: pointer;
    }
    lt-plan button:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: -1px;
    }
    lt-plan .one-line {
      flex: 1 1 auto;
      min-width: 0;
    }
    lt-plan ol {
      max-height: 30vh;
      margin: 0;
      padding: 0 12px 6px;
      overflow-y: auto;
      list-style: none;
    }
    lt-plan li {
      display: flex;
      gap: 6px;
      padding: 1px 0;
      overflow-wrap: anywhere;
    }
    lt-plan .done {
      color: var(--vscode-descriptionForeground);
    }
    lt-plan .done .codicon {
      color: var(--vscode-testing-iconPassed);
    }
    lt-plan .active .codicon {
      color: var(--vscode-progressBar-background);
    }
  `;

  @property({ attribute: false }) steps: readonly PlanStepView[] = [];
  @state() private isOpen = false;

  override render(): TemplateResult {
    const { steps, isOpen } = this;
    const done = steps.filter(({ state: of }) => of === 'done').length;
    const now =
      steps.find(({ state: of }) => of === 'active') ?? steps.find(({ state: of }) => of === 'open');
    return html`<button aria-expanded=${isOpen} aria-controls="plan-steps" @click=${this.toggle}>
        ${icon(isOpen ? 'chevron-down' : 'chevron-right')}
        <span class="muted figure">Plan ${done}/${steps.length}</span>
        <span class="one-line" dir="auto" title=${now?.text ?? nothing}
          >${now?.text ?? 'All steps are done.'}</span
        >
      </button>
      ${isOpen ? this.list() : nothing}`;
  }

  private list(): TemplateResult {
    return html`<ol id="plan-steps" aria-label="Steps of the plan" tabindex="0">
      ${this.steps.map(
        ({ text, state: of }) =>
          html`<li class=${of}>
            ${icon(ICONS[of])}<span class="for-screen-reader">${STATES[of]}: </span
            ><span dir="auto">${text}</span>
          </li>`,
      )}
    </ol>`;
  }

  private readonly toggle = (): void => {
    this.isOpen = !this.isOpen;
  };
}

/** Draws the plan if there is one. */
export function planBar(steps: readonly PlanStepView[] | undefined): TemplateResult | typeof nothing {
  return steps === undefined ? nothing : html`<lt-plan .steps=${steps}></lt-plan>`;
}
