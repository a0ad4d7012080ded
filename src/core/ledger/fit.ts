import type { CountTokens } from '../ports.ts';
import type { CandidateSection } from './candidates.ts';
import type { RenderedLine } from './render.ts';
import { renderSections } from './render.ts';
import type { Selection } from './selection.ts';
import { LIST_SHARE } from './selection.ts';

export interface Fitted {
  readonly lines: readonly RenderedLine[];
  readonly text: string;
  readonly tokens: number;
}

/** For the sections' titles, which are chosen by what stands under them. */
const TITLE_TOKENS = 40;
/** Of the budget, within the sections' shares; the rest goes to the best of all. */
const FIRST_SHARE = 0.8;
const FILL_ROUNDS = 4;
/** Near enough to the budget. */
const CLOSE_TOKENS = 20;
/** More of the budget than this left over is worth reading the messages anew for. */
const SPARE_SHARE = 0.04;

export interface FitGoal {
  readonly budgetTokens: number;
  readonly count: CountTokens;
}

/**
 * Selects until the rendered text fills the budget, by exact count: first within the sections' shares, then the best of
 * all, then, where lines have run out, of what `spareSection` gives. What came last goes while the text is over.
 */
export function fitted(selection: Selection, goal: FitGoal, spareSection: () => CandidateSection): Fitted {
  const { budgetTokens, count } = goal;
  const room = budgetTokens - TITLE_TOKENS;
  const first = selection.fill(room * FIRST_SHARE, true);
  selection.fill(room - first, false);
  if (fillUp(selection, goal) < budgetTokens * (1 - SPARE_SHARE)) {
    selection.add(spareSection());
    fillUp(selection, goal);
  }
  let now = rendered(selection, count);
  while (now.tokens > budgetTokens && selection.choices.drop(now.tokens - budgetTokens))
    now = rendered(selection, count);
  return now.tokens > budgetTokens ? { lines: [], text: '', tokens: 0 } : now;
}

/** Fills what is left, and takes lists back that are too large a part of what came of it; gives the tokens it came to. */
function fillUp(selection: Selection, { budgetTokens, count }: FitGoal): number {
  const tokensNow = (): number => rendered(selection, count).tokens;
  let tokens = tokensNow();
  for (let round = 0; round < FILL_ROUNDS && budgetTokens - tokens > CLOSE_TOKENS; round++) {
    if (selection.fill(budgetTokens - tokens - CLOSE_TOKENS / 2, false) === 0) break;
    tokens = tokensNow();
  }
  const excess = selection.choices.tokensInLists - tokens * LIST_SHARE;
  if (excess <= 0) return tokens;
  selection.choices.dropListed(excess);
  return tokensNow();
}

function rendered(selection: Selection, count: CountTokens): Fitted {
  const lines = renderSections(selection);
  const text = lines.map((line) => line.text).join('\n');
  return { lines, text, tokens: count(text) };
}
