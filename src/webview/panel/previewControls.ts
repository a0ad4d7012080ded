import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import type { StrategyView } from '../../shared/panelView.ts';
import { TARGET_UNITS, targetUnitOf, type PreviewWork, type Target } from './previewWork.ts';

/**
 * Returns the typed target in tokens; undefined if no number was typed. `40k`, `40,000`, `40.000` and `40000 tokens`
 * mean the same; a typed unit overrides the chosen one.
 */
export function tokensOfTarget({ figure, unit }: Target, usableTokens = 0): number | undefined {
  if (unit === 'smallest') return undefined;
  const [, digits = '', thousands = '', behind = thousands] =
    /^\s*(\d[\d.,]*)\s*(k?)\s*(%|tokens?)?\s*$/iu.exec(figure) ?? [];
  const isPercent = behind === '%' || (behind === '' && unit === 'percent');
  const grouping = isPercent || thousands !== '' ? /,(?=\d{3}(?!\d))/gu : /[.,](?=\d{3}(?!\d))/gu;
  const value = digits === '' ? NaN : Number(digits.replaceAll(grouping, '').replace(',', '.'));
  const tokens = isPercent ? (usableTokens * value) / 100 : value * (thousands === '' ? 1 : 1_000);
  return tokens >= 1 ? Math.round(tokens) : undefined;
}

/** Returns whether the typed target is not a number. */
export function isUnreadable(target: Target): boolean {
  const { figure, unit } = target;
  return unit !== 'smallest' && figure.trim() !== '' && tokensOfTarget(target, 1_000_000) === undefined;
}

interface Controls {
  readonly strategies: readonly StrategyView[];
  readonly work: PreviewWork;
  /** Whether a compaction asked the person. The preview then goes as far as that run, unless a target is typed. */
  readonly isAsked: boolean;
  readonly onStrategy: (strategy: string) => void;
  readonly onTarget: (target: Target) => void;
  readonly onInstructions: (instructions: string) => void;
}

/** Draws the fields for strategy, target, and instructions for the model that writes the notes. */
export function previewControls(controls: Controls): TemplateResult {
  const { strategies, work, onStrategy, onInstructions } = controls;
  const { strategy, instructions } = work;
  return html`<div class="preview-controls">
    <div class="field">
      <label for="strategy">Strategy</label>
      <vscode-single-select
        id="strategy"
        label="Strategy"
        title=${strategies.find(({ id }) => id === strategy)?.description ?? ''}
        .value=${strategy}
        @change=${(event: Event) => onStrategy(valueOf(event))}
      >
        ${strategies.map(
          ({ id, description }) =>
            html`<vscode-option value=${id} description=${description} ?selected=${id === strategy}
              >${id}</vscode-option
            >`,
        )}
      </vscode-single-select>
    </div>
    ${targetField(controls)}
    <div class="field wide">
      <label for="instructions">Instructions for the notes</label>
      <input
        id="instructions"
        dir="auto"
        class="text-input"
        placeholder="Details that must not be lost…"
        .value=${instructions}
        @input=${(event: Event) => onInstructions(valueOf(event))}
      />
    </div>
  </div>`;
}

function targetField({ work: { target }, isAsked, onTarget }: Controls): TemplateResult {
  const isNoFigure = isUnreadable(target);
  const isSmallest = target.unit === 'smallest';
  return html`<div class="field">
    <label for="target">Target</label>
    <span class="target">
      <input
        id="target"
        class="text-input"
        inputmode="decimal"
        aria-invalid=${isNoFigure ? 'true' : nothing}
        aria-describedby=${isNoFigure ? 'target-problem' : nothing}
        placeholder=${isAsked ? 'as an automatic one' : 'about half'}
        title="Default: half of the context, or the target from your settings if that is smaller"
        ?disabled=${isSmallest}
        .value=${isSmallest ? '' : target.figure}
        @input=${(event: Event) => onTarget({ ...target, figure: valueOf(event) })}
      />
      <select
        class="text-input"
        aria-label="The target’s unit"
        @change=${(event: Event) => onTarget({ ...target, unit: targetUnitOf(valueOf(event)) })}
      >
        ${Object.entries(TARGET_UNITS).map(
          ([unit, word]) => html`<option value=${unit} ?selected=${target.unit === unit}>${word}</option>`,
        )}
      </select>
    </span>
    ${
      isNoFigure
        ? html`<span id="target-problem" class="problem">Not a size. Enter 40k, 40,000 or 30 %.</span>`
        : nothing
    }
  </div>`;
}

function valueOf({ target }: Event): string {
  return (target as HTMLInputElement).value;
}
