import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import {
  formatCost,
  formatCount,
  formatDuration,
  formatTokenCount,
  formatTokens,
} from '../../shared/format.ts';
import type { CompactionView, ModelUse } from '../../shared/panelView.ts';

/** Draws a table of the passes of a compaction. The person sees the passes as “steps”. */
export function passTable(passes: CompactionView['passes']): TemplateResult | typeof nothing {
  if (passes.length === 0) return nothing;
  return html`<table class="figures">
    <caption class="for-screen-reader">
      Step by step, in tokens
    </caption>
    <thead>
      <tr>
        <th scope="col">step</th>
        <th scope="col" title="Messages that the step changed">messages</th>
        <th scope="col" title="Tokens before the step">before</th>
        <th scope="col" title="Tokens after the step">after</th>
      </tr>
    </thead>
    <tbody>
      ${passes.map(
        ({ name, treated, tokensBefore, tokensAfter }) =>
          html`<tr>
            <th scope="row" title=${titleOf(name)}>${name}</th>
            <td>${treated}</td>
            <td>${formatTokens(tokensBefore)}</td>
            <td>${formatTokens(tokensAfter)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function titleOf(name: string): string {
  const meaning = passMeanings[name];
  return meaning === undefined ? name : `${name}: ${meaning}`;
}

/** Returns one line on the use of a model for notes: the model, the calls, the tokens, the time and the cost. */
export function modelUseLine(use: ModelUse): string {
  return [
    use.model,
    formatCount(use.calls, 'call'),
    `${formatTokenCount(use.inputTokens)} in, ${formatTokens(use.outputTokens)} out`,
    formatDuration(use.durationMs),
    ...(use.cost === undefined ? [] : [formatCost(use.cost)]),
  ].join(' · ');
}

/** The explanation of each pass. The keys are the names that the views show for the passes. */
export const passMeanings: Readonly<Record<string, string>> = {
  'small talk': 'leaves out mere confirmations, such as “ok, thanks”',
  'older reads of the same file':
    'shortens each older read of a file, if the file was read again or changed since',
  'long tool outputs': 'shortens each long tool output, and each long argument of a call',
  'tool results': 'shortens each long tool result, except those among the newest messages',
  'old stages': 'replaces finished stages by short notes, the oldest first, and leaves the newest three',
  'recent stages': 'replaces each remaining finished stage by one line of notes',
  'all but the newest messages': 'leaves out all but the newest messages; the others can be looked up',
  'anything else that is large':
    'shortens or leaves out large texts among the newest messages, because the context would not fit otherwise',
  'the oldest messages': 'replaces the oldest messages by notes',
  'the oldest messages of the stage': 'replaces the oldest messages of the current stage by notes',
  'the oldest turns': 'replaces the oldest turns by notes',
  'the oldest messages, left out': 'leaves out the oldest messages; they can be looked up',
  'your choices': 'follows your choices for single messages, before anything else',
  notes: 'writes notes on all messages that left the context',
};
