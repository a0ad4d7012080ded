import { html, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ChatCommand } from '../../shared/chatRequest.ts';
import type { ChatState } from './chatState.ts';
import type { ChatHost } from './chatHost.ts';

interface Lesson {
  readonly sentence: string;
  readonly button: string;
  readonly command: ChatCommand;
}

const unconnected: Lesson = {
  sentence:
    'Connect any OpenAI-compatible endpoint or a model of this editor; sessions can be read and compacted without one.',
  button: 'Connect a Model…',
  command: 'connect',
};

const empty: Lesson = {
  sentence:
    'Ask about this workspace, for as long as it takes: the thread never runs out and nothing said is lost.',
  button: 'Open a Sample Session',
  command: 'openSample',
};

/** What stands where the thread will be: one sentence, one button. */
export function emptyState(state: ChatState, host: ChatHost): TemplateResult {
  if (state.header.isOpening) return html`<div class="empty muted" role="status">Opening…</div>`;
  const { sentence, button, command } = state.header.model === undefined ? unconnected : empty;
  return html`<div class="empty">
    <p class="muted">${sentence}</p>
    <vscode-button
      @click=${() => {
        host.tell({ type: 'run', command });
      }}
      >${button}</vscode-button
    >
  </div>`;
}
