import { html, nothing, type TemplateResult } from 'lit';
import type { PanelSnapshot, RegretView, StageView } from '../../shared/panelView.ts';
import './memories.ts';
import type { PanelHost } from './panelHost.ts';

/** Below the events: finished stages, memories, and what had to be recalled. Empty ones are left out. */
export function sideSections(state: PanelSnapshot, host: PanelHost): TemplateResult {
  return html`${
    state.stages.length === 0
      ? nothing
      : section(
          'Stages',
          html`<ul class="side-list">
            ${state.stages.map(stage)}
          </ul>`,
        )
  }
  ${
    state.memories.length === 0
      ? nothing
      : section('Memories', html`<lt-memories .memories=${state.memories} .host=${host}></lt-memories>`)
  }
  ${
    state.regrets.length === 0
      ? nothing
      : section(
          'Recalled after a compaction',
          html`<ul class="side-list">
            ${state.regrets.map(regret)}
          </ul>`,
        )
  }`;
}

function section(title: string, content: TemplateResult): TemplateResult {
  return html`<section>
    <h2 class="pane-title">${title}</h2>
    ${content}
  </section>`;
}

function stage({ title, digest, messageCount, by, state }: StageView): TemplateResult {
  const isSuperseded = state === 'superseded';
  return html`<li title="${messageCount} messages, marked by ${by}">
    <span class="side-text">
      <span class=${isSuperseded ? 'struck' : ''}>${title}</span>
      <span class="muted">${isSuperseded ? 'superseded by a rewind' : digest}</span>
    </span>
  </li>`;
}

function regret({ kind, count, examples }: RegretView): TemplateResult {
  return html`<li>
    <span class="side-text">${kind} <span class="muted">${examples.join(', ')}</span></span>
    <span class="figure muted">${count}</span>
  </li>`;
}
