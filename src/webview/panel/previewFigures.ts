import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import {
  formatChange,
  formatCost,
  formatCount,
  formatTokenCount,
  formatTokens,
} from '../../shared/format.ts';
import type { PreviewMoney, PreviewView, RiskView } from '../../shared/previewView.ts';
import { linkButton } from '../base/icon.ts';
import { passTable } from './figures.ts';

/** Draws the expected tokens, messages, costs and notes by a model, or says why there is nothing to apply. */
export function previewFigures(preview: PreviewView, model: ModelChoice): TemplateResult {
  const { tokensBefore, tokensAfter, messagesBefore, messagesAfter, money, unpriced, modelNotes, remark } =
    preview;
  if (remark !== undefined) return html`<span>${formatTokenCount(tokensBefore)}. ${remark}</span>`;
  const withNotes =
    modelNotes === undefined || model.isRefused
      ? ''
      : `, at most ${formatTokens(tokensAfter + modelNotes.mostTokens)} with a model’s notes`;
  return html`<strong
      ><span class="figure">${formatTokens(tokensBefore)} → ${formatTokenCount(tokensAfter)}</span
      >${withNotes}</strong
    >
    <span class="muted">${formatChange(messagesBefore, messagesAfter, 'message')}</span>
    ${money === undefined ? nothing : moneyLine(money)}
    ${unpriced === undefined ? nothing : html`<span class="muted">no published price is known for ${unpriced}</span>`}
    ${modelLine(preview, model)}`;
}

/** Whether the person has refused notes by a model, and how to change this choice. */
interface ModelChoice {
  readonly isRefused: boolean;
  readonly setRefused: (isRefused: boolean) => void;
}

function modelLine(
  { modelNotes }: PreviewView,
  { isRefused, setRefused }: ModelChoice,
): TemplateResult | typeof nothing {
  if (isRefused) {
    const follow = linkButton('Let a model write notes', () => setRefused(false));
    return html`<span class="muted">without notes by a model</span> ${follow}`;
  }
  if (modelNotes === undefined) return nothing;
  const link = linkButton(
    'Skip the model’s notes',
    () => setRefused(true),
    'No model will write notes on these messages, now or later. They are covered only by notes that are written without a model.',
  );
  return html`<span class="muted">
      ${modelNotes.model} writes notes of up to ${formatTokenCount(modelNotes.mostTokens)}. To write them, the
      model reads the messages that leave the context. To understand these, it also reads messages of yours
      and pinned messages. Long texts are cut, and secrets are
      masked.${modelNotes.isTight ? ' There is little room, so Longthread’s own notes on the work get shorter. Your own words stay.' : ''}
    </span>
    ${link}`;
}

function moneyLine({ now, first, then, paysAfter }: PreviewMoney): TemplateResult {
  const pays =
    paysAfter === undefined
      ? 'The compaction costs more than it saves, because the provider’s cache is lost.'
      : `The compaction pays off after ${formatCount(paysAfter, 'request')}.`;
  return html`<span class="muted" title="Cost of the context in a request, at the model’s published prices">
    Now ${formatCost(now)} per request. Compacted: ${formatCost(first)} for the first request, then
    ${formatCost(then)}. ${pays}
  </span>`;
}

/** Returns the number of risks of each kind, e.g. `1 rule and 2 files`, or only the total if some are not listed. */
function kindsOf(risks: readonly RiskView[], count: number): string {
  if (count > risks.length)
    return formatCount(count, 'thing', 'rules, decisions, files, names and open tasks');
  const kinds = [...new Set(risks.map(({ kind }) => kind))].map((kind) =>
    formatCount(risks.filter((risk) => risk.kind === kind).length, kind),
  );
  return new Intl.ListFormat('en').format(kinds);
}

/**
 * Draws a list of the important facts that would be in neither the context nor the notes. Each fact has a button to
 * keep it, unless the session is read-only. Below, draws a table with the effect of each step of the compaction.
 */
export function previewRisks(
  { risks, riskCount, passes }: PreviewView,
  isReadOnly: boolean,
  keep: (risk: RiskView) => void,
): TemplateResult {
  return html`<div class="preview-more">
    <details class="risks" ?open=${riskCount > 0}>
      <summary>
        ${
          riskCount === 0
            ? 'Each rule, decision, file, name and open task that Longthread found stays in the context or in the notes'
            : `Important, but in neither the context nor the notes: ${kindsOf(risks, riskCount)}. Your chat keeps all of it, and the model can look it up.`
        }
      </summary>
      <ul aria-label="Out of the model’s sight">
        ${risks.map(
          (risk) =>
            html`<li>
              <span class="muted">${risk.kind}</span>
              <span class="one-line" dir="auto" title=${risk.text}>${risk.text}</span>
              ${
                isReadOnly
                  ? nothing
                  : linkButton('Keep', () => keep(risk), `Keeps the message that says “${risk.text}”`)
              }
            </li>`,
        )}
      </ul>
      ${riskCount > risks.length ? html`<p class="muted">…and ${riskCount - risks.length} more.</p>` : nothing}
    </details>
    <details>
      <summary>Step by step</summary>
      ${passTable(passes)}
    </details>
  </div>`;
}
