import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import { formatCount } from '../../shared/format.ts';
import type { MemoryOfferView, PanelSnapshot, RecallView, StageView } from '../../shared/panelView.ts';
import { iconButton } from '../base/icon.ts';
import '../base/rules.ts';
import './memories.ts';
import type { PanelHost } from './panelHost.ts';

/** Draws the sections below the events: rules, stages, memories, offered memories and recalls. */
export function sideSections(state: PanelSnapshot, host: PanelHost): TemplateResult {
  const memories = html`<lt-memories .memories=${state.memories} .host=${host}></lt-memories>`;
  return html`${rules(state, host)} ${stages(state, host)} ${section('Memories', state.memories, memories)}
  ${section('Remember for later sessions?', state.memoryOffers, list(state.memoryOffers.map((each) => offer(each, host))))}
  ${section('Recalled after a compaction', state.recalls, list(state.recalls.map(recall)))}`;
}

function rules(state: PanelSnapshot, host: PanelHost): TemplateResult | typeof nothing {
  if (state.sessionId === '') return nothing;
  return html`<section>
    <h2 class="pane-title"><span>Your rules</span></h2>
    <lt-rules
      class="side-rules"
      .host=${host}
      .revision=${state.context}
      ?read-only=${state.readOnlyReason !== undefined}
    ></lt-rules>
  </section>`;
}

/**
 * Draws the finished stages, and the button that marks a stage as finished. Without stages, draws a hint and the
 * button, or nothing if the person can't mark stages.
 */
function stages(state: PanelSnapshot, host: PanelHost): TemplateResult | typeof nothing {
  const mark = state.sessionId === '' ? nothing : markStage(state, host);
  if (state.stages.length > 0) return section('Stages', state.stages, list(state.stages.map(stage)), mark);
  const none = html`<p class="none muted">
    No stages yet. Mark a stage done when a part of the work is finished.
  </p>`;
  return section('Stages', mark === nothing ? [] : [mark], none, mark);
}

/** Draws a section. Draws nothing if the section is empty. */
function section(
  title: string,
  { length }: readonly unknown[],
  content: TemplateResult,
  action: TemplateResult | typeof nothing = nothing,
): TemplateResult | typeof nothing {
  if (length === 0) return nothing;
  return html`<section>
    <h2 class="pane-title"><span>${title}</span>${action}</h2>
    ${content}
  </section>`;
}

function list(items: readonly TemplateResult[]): TemplateResult {
  return html`<ul class="side-list">
    ${items}
  </ul>`;
}

function markStage(state: PanelSnapshot, host: PanelHost): TemplateResult | typeof nothing {
  if (state.readOnlyReason !== undefined || state.ledNote !== undefined) return nothing;
  return iconButton({
    icon: 'milestone',
    label: 'Mark stage done',
    onClick: () => host.tell({ type: 'markStageDone' }),
  });
}

function offer({ type, text }: MemoryOfferView, host: PanelHost): TemplateResult {
  return html`<li>
    <span class="side-text" dir="auto">${text} <span class="muted">${type}</span></span>
    <span class="side-buttons">
      ${iconButton({
        icon: 'add',
        label: `Remember: ${text}`,
        onClick: () => host.tell({ type: 'saveOffer', text }),
      })}
      ${iconButton({
        icon: 'close',
        label: `Don’t remember: ${text}`,
        onClick: () => host.tell({ type: 'dismissOffer', text }),
      })}
    </span>
  </li>`;
}

function stage({ title, digest, messageCount, by, state }: StageView): TemplateResult {
  const isSuperseded = state === 'superseded';
  return html`<li
    title="${formatCount(messageCount, 'message')}, marked by ${by === 'person' ? 'you' : `a ${by}`}"
  >
    <span class="side-text">
      <span class=${isSuperseded ? 'struck' : ''} dir="auto">${title}</span>
      <span class="muted" dir="auto">${isSuperseded ? 'removed when you went back' : digest}</span>
    </span>
  </li>`;
}

function recall({ kind, count, examples }: RecallView): TemplateResult {
  return html`<li>
    <span class="side-text">${kind} <span class="muted" dir="auto">${examples.join(', ')}</span></span>
    <span class="figure muted">${count}</span>
  </li>`;
}
