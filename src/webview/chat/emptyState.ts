import { nothing, type TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html } from '../base/html.ts';
import type { ChatCommand } from '../../shared/chatRequest.ts';
import { icon, linkButton } from '../base/icon.ts';
import type { ChatState } from './chatState.ts';
import type { ChatHost } from './chatHost.ts';

const WHAT_IT_DOES =
  'Work with an AI for hours in one chat. Before the context is full, Longthread compacts it. You can preview and undo every compaction, and nothing that was said is lost.';

interface FirstStep {
  readonly sentence?: string;
  readonly button: string;
  readonly command: ChatCommand;
}

const unconnected: FirstStep = {
  sentence:
    'Connect any OpenAI-compatible endpoint or a model of this editor. You can read and compact sessions without a model.',
  button: 'Connect a Model…',
  command: 'connect',
};

const connected: FirstStep = {
  button: 'Open the Sample Session',
  command: 'openSample',
};

/** Questions that can be asked in any workspace. */
const questions = [
  'What does this project do, and where does it begin?',
  'Which errors does the editor report, and what causes them?',
  'What should I know before I change something here?',
] as const;

/**
 * Draws an empty thread: what Longthread does, a button, and links to other ways to begin. If a model is connected, it
 * also draws questions, which `suggest` puts into the composer. While a session is being opened, it draws only
 * “Opening…”.
 */
export function emptyState(
  state: ChatState,
  host: ChatHost,
  suggest: (question: string) => void,
): TemplateResult {
  if (state.header.isOpening) return html`<div class="empty muted" role="status">Opening…</div>`;
  const isConnected = state.header.model !== undefined;
  const step = isConnected ? connected : unconnected;
  const run = (command: ChatCommand) => (): void => host.tell({ type: 'run', command });
  return html`<div class="empty">
    <p>${WHAT_IT_DOES}</p>
    ${step.sentence === undefined ? nothing : html`<p class="muted">${step.sentence}</p>`}
    ${isConnected ? suggestions(suggest) : nothing}
    <vscode-button @click=${run(step.command)}>${step.button}</vscode-button>
    ${isConnected ? nothing : html`<p>${linkButton(connected.button, run(connected.command))}</p>`}
    <p>${linkButton('Use Longthread in the Editor’s Agent', run('useInAgent'))}</p>
    ${state.header.found === undefined ? nothing : html`<p class="muted">${state.header.found} ${linkButton('Let Longthread Read Them…', run('otherAgents'))}</p>`}
  </div>`;
}

function suggestions(suggest: (question: string) => void): TemplateResult {
  return html`<ul class="suggestions" aria-label="Questions to begin with">
    ${questions.map(
      (question) =>
        html`<li>
          <button type="button" class="suggestion" @click=${() => suggest(question)}>${question}</button>
        </li>`,
    )}
  </ul>`;
}

/** Draws the button that leads back to the end of a thread. */
export function newestButton(onClick: () => void): TemplateResult {
  return html`<button class="to-newest" @click=${onClick}>${icon('arrow-down')}Newest</button>`;
}
