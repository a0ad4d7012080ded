import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import type { StrategyView } from '../../shared/panelView.ts';
import { TARGET_UNITS, targetUnitOf, type PreviewWork, type Target } from './previewWork.ts';

/**
 * Returns the target in tokens. Returns undefined for the unit `smallest`, and if the typed text is not a size of at
 * least one token. If the selected unit is `tokens`, all of these texts mean the same: `40k`, `40,000`, `40.000` and
 * `40000 tokens`. A unit in the typed text, also `k`, overrides the selected unit.
 */
export function tokensOfTarget({ figure, unit }: Target, usableTokens = 0): number | undefined {
  if (unit === 'smallest') return undefined;
  const [, digits = '', thousands = '', typedUnit = thousands] =
    /^\s*(\d[\d.,]*)\s*(k?)\s*(%|tokens?)?\s*$/iu.exec(figure) ?? [];
  const isPercent = typedUnit === '%' || (typedUnit === '' && unit === 'percent');
  // The point in `40.000` separates thousands, but the points in `1.125k` and `1.125 %` are decimal points.
  const separator = isPercent || thousands !== '' ? /,(?=\d{3}(?!\d))/gu : /[.,](?=\d{3}(?!\d))/gu;
  const value = digits === '' ? NaN : Number(digits.replaceAll(separator, '').replace(',', '.'));
  const tokens = isPercent ? (usableTokens * value) / 100 : value * (thousands === '' ? 1 : 1_000);
  return tokens >= 1 ? Math.round(tokens) : undefined;
}

/**
 * Returns whether the typed text is not a size. An empty text is valid and means the default. Checks percentages
 * against a window of a million tokens, so that small percentages are valid too.
 */
export function isInvalidTarget(target: Target): boolean {
  const { figure, unit } = target;
  return unit !== 'smallest' && figure.trim() !== '' && tokensOfTarget(target, 1_000_000) === undefined;
}

interface Controls {
  readonly strategies: readonly StrategyView[];
  readonly work: PreviewWork;
  /** Whether the person is being asked about the previewed compaction. If so, its target is the default. */
  readonly isAsked: boolean;
  readonly onStrategy: (strategy: string) => void;
  readonly onTarget: (target: Target) => void;
  readonly onInstructions: (instructions: string) => void;
}

/** Draws the fields for the strategy, the target, and the instructions to the model that writes the notes. */
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

/** Returns the target that applies if the person enters none: in short, and as a sentence. */
function defaultTarget({ work, isAsked }: Controls): readonly [short: string, sentence: string] {
  if (isAsked)
    return ['automatic target', 'Default: the target of the compaction that waits for your answer'];
  if (work.strategy === 'window')
    return ['newest turns', 'Default: the number of newest turns from your settings'];
  return ['about half', 'Default: half of the context, or the target from your settings if that is smaller'];
}

function targetField(controls: Controls): TemplateResult {
  const { target } = controls.work;
  const { onTarget } = controls;
  const [placeholder, title] = defaultTarget(controls);
  const hasProblem = isInvalidTarget(target);
  const isSmallest = target.unit === 'smallest';
  return html`<div class="field">
    <label for="target">Target</label>
    <span class="target">
      <input
        id="target"
        class="text-input"
        inputmode="decimal"
        aria-invalid=${hasProblem ? 'true' : nothing}
        aria-describedby=${hasProblem ? 'target-problem' : nothing}
        placeholder=${placeholder}
        title=${title}
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
      hasProblem
        ? html`<span id="target-problem" class="problem">Not a size. Enter 40k, 40,000 or 30 %.</span>`
        : nothing
    }
  </div>`;
}

function valueOf({ target }: Event): string {
  return (target as HTMLInputElement).value;
}
