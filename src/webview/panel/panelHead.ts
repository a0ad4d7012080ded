import '@vscode-elements/elements/dist/vscode-button/index.js';
import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import type { PanelSnapshot } from '../../shared/panelView.ts';
import '../base/gauge.ts';
import { icon, linkButton } from '../base/icon.ts';

export interface PanelHeadOptions {
  readonly panel: PanelSnapshot;
  /** Whether the preview is shown. If so, “Apply” is the primary button, and “Compact…” is a secondary button. */
  readonly isPreviewing: boolean;
  readonly onStop: () => void;
  readonly onCompact: () => void;
  readonly onCompare: () => void;
}

/** Draws the head of the panel: the title, the gauge and the actions of the session. */
export function panelHead({
  panel,
  isPreviewing,
  onStop,
  onCompact,
  onCompare,
}: PanelHeadOptions): TemplateResult {
  const isReadOnly = panel.readOnlyReason !== undefined;
  const isEmpty = panel.context.length === 0;
  return html`<header class="panel-head">
    <h1 class="one-line" dir="auto">${panel.title === '' ? 'New session' : panel.title}</h1>
    <lt-gauge .gauge=${panel.gauge}></lt-gauge>
    ${isReadOnly ? html`<span class="muted">${icon('lock')} ${panel.readOnlyReason}</span>` : nothing}
    ${panel.ledNote === undefined ? nothing : html`<span class="muted">${panel.ledNote}</span>`}
    ${panel.gauge?.progress === undefined ? nothing : running(panel.gauge.progress, onStop)}
    <div class="head-buttons">
      <vscode-button ?secondary=${isPreviewing} ?disabled=${isReadOnly || isEmpty} @click=${onCompact}
        >Compact…</vscode-button
      >
      <vscode-button secondary ?disabled=${isEmpty} @click=${onCompare}>Compare Strategies</vscode-button>
    </div>
  </header>`;
}

function running(progress: string, onStop: () => void): TemplateResult {
  return html`<span class="muted" role="status">
    ${icon('loading', true)} ${progress} ${linkButton('Stop', onStop)}
  </span>`;
}
