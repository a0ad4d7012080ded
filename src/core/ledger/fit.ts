import type { CountTokens } from '../ports.ts';
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
  const { budgetTokens, count } = goal;
  const lineTokens = remembered((line) => count(`${line}\n`));
  selection.fill((budgetTokens - TITLE_TOKENS) * FIRST_SHARE, true);
  if (fillUp(selection, budgetTokens, lineTokens) < budgetTokens * (1 - SPARE_SHARE)) {
    selection.add(spareSection());
    fillUp(selection, budgetTokens, lineTokens);
  }
  let now = rendered(selection, count);
  while (now.tokens > budgetTokens && selection.drop(now.tokens - budgetTokens))
    now = rendered(selection, count);
  return now.tokens > budgetTokens ? { lines: [], text: '', tokens: 0 } : now;
}

/** Fills what is left, and takes lists back that are too large a part of what came of it; gives the tokens it came to. */
function fillUp(selection: Selection, budgetTokens: number, lineTokens: (line: string) => number): number {
  const tokensNow = (): number =>
    renderSections(selection).reduce((sum, { text }) => sum + lineTokens(text), 0);
  let tokens = tokensNow();
  for (let round = 0; round < FILL_ROUNDS && budgetTokens - tokens > CLOSE_TOKENS; round++) {
    if (selection.fill(budgetTokens - tokens - CLOSE_TOKENS / 2, false) === 0) break;
    tokens = tokensNow();
  }
  const excess = selection.tokensInLists - tokens * LIST_SHARE;
  if (excess <= 0) return tokens;
  selection.dropListed(excess);
  return tokensNow();
}

function rendered(selection: Selection, count: CountTokens): Fitted {
  const lines = renderSections(selection);
  const text = lines.map((line) => line.text).join('\n');
  return { lines, text, tokens: count(text) };
}

/** Lines hardly change between the rounds, and counting is dear. */
function remembered(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return (text) => {
    let tokens = known.get(text);
    if (tokens === undefined) {
      tokens = count(text);
      known.set(text, tokens);
    }
    return tokens;
  };
}
