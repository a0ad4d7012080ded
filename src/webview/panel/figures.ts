import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import { formatCost, formatCount, formatDuration, formatTokens } from '../../shared/format.ts';
import type { CompactionView, ModelUse } from '../../shared/panelView.ts';
import { passMeanings } from './meanings.ts';

/** Tabulates the passes of a compaction, each with its figures. */
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

/** Returns the cost of the model's part in one line: calls, tokens, time and money. */
export function modelUseLine(use: ModelUse): string {
  return [
    use.model,
    formatCount(use.calls, 'call'),
    `${formatTokens(use.inputTokens)} tokens in, ${formatTokens(use.outputTokens)} out`,
    formatDuration(use.durationMs),
    ...(use.cost === undefined ? [] : [formatCost(use.cost)]),
  ].join(' · ');
}
