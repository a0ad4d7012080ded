import type { CandidateSection } from './candidates.ts';
import type { RenderedLine } from './render.ts';
import { renderSections } from './render.ts';
import type { Selection, SelectionGoal } from './selection.ts';
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

type Goal = Pick<SelectionGoal, 'budgetTokens' | 'count'>;

/**
 * Selects until the rendered text fills the budget, by exact count: first within the sections' shares, then the best of
 * all, then, where lines have run out, of what `spareSection` gives. What came last goes while the text is over.
 */
export function fitted(selection: Selection, goal: Goal, spareSection: () => CandidateSection): Fitted {
  const { budgetTokens } = goal;
  selection.fill((budgetTokens - TITLE_TOKENS) * FIRST_SHARE, true);
  let now = filledUp(selection, goal);
  if (now.tokens < budgetTokens * (1 - SPARE_SHARE)) {
    selection.add(spareSection());
    now = filledUp(selection, goal);
  }
  while (now.tokens > budgetTokens && selection.drop(now.tokens - budgetTokens))
    now = measured(selection, goal);
  return now.tokens > budgetTokens ? { lines: [], text: '', tokens: 0 } : now;
}

/** Fills what is left, and takes lists back that are too large a part of what came of it. */
function filledUp(selection: Selection, goal: Goal): Fitted {
  const { budgetTokens } = goal;
  let now = measured(selection, goal);
  for (let round = 0; round < FILL_ROUNDS && budgetTokens - now.tokens > CLOSE_TOKENS; round++) {
    if (selection.fill(budgetTokens - now.tokens - CLOSE_TOKENS / 2, false) === 0) break;
    now = measured(selection, goal);
  }
  const excess = selection.tokensInLists - now.tokens * LIST_SHARE;
  if (excess <= 0) return now;
  selection.dropListed(excess);
  return measured(selection, goal);
}

function measured(selection: Selection, { count }: Goal): Fitted {
  const lines = renderSections(selection);
  const text = lines.map((line) => line.text).join('\n');
  return { lines, text, tokens: count(text) };
}
