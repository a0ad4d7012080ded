import { html, nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ChatCommand } from '../../shared/chatRequest.ts';
import { linkButton } from '../base/icon.ts';
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

/** What stands where the thread will be: one sentence, one button; without a model, something to look at, too. */
export function emptyState(state: ChatState, host: ChatHost): TemplateResult {
  if (state.header.isOpening) return html`<div class="empty muted" role="status">Opening…</div>`;
  const lesson = state.header.model === undefined ? unconnected : empty;
  const run = (command: ChatCommand) => (): void => {
    host.tell({ type: 'run', command });
  };
  return html`<div class="empty">
    <p class="muted">${lesson.sentence}</p>
    <vscode-button @click=${run(lesson.command)}>${lesson.button}</vscode-button>
    ${lesson === empty ? nothing : html`<p>${linkButton(empty.button, run(empty.command))}</p>`}
    <p>${linkButton('Use It in the Editor’s Own Agent', run('useInAgent'))}</p>
  </div>`;
}
