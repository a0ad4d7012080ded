import { html, nothing, type TemplateResult } from 'lit';
import { formatCost, formatCount, formatDuration, formatTokens } from '../../shared/format.ts';
import type { ModelUse, PassView } from '../../shared/panelView.ts';

/** The passes of a compaction, each with what it came to. */
export function passTable(passes: readonly PassView[]): TemplateResult | typeof nothing {
  if (passes.length === 0) return nothing;
  return html`<table class="figures">
    <caption class="for-screen-reader">
      Passes
    </caption>
    <thead>
      <tr>
        <th scope="col">pass</th>
        <th scope="col">messages</th>
        <th scope="col">before</th>
        <th scope="col">after</th>
      </tr>
    </thead>
    <tbody>
      ${passes.map(
        ({ name, treated, tokensBefore, tokensAfter }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${treated}</td>
            <td>${formatTokens(tokensBefore)}</td>
            <td>${formatTokens(tokensAfter)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What the model's part cost, in one line. */
export function modelUseLine(use: ModelUse): string {
  return [
    use.model,
    formatCount(use.calls, 'call'),
    `${formatTokens(use.inputTokens)} in, ${formatTokens(use.outputTokens)} out`,
    formatDuration(use.durationMs),
    ...(use.cost === undefined ? [] : [formatCost(use.cost)]),
  ].join(' · ');
}
