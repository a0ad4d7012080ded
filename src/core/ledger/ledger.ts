import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../session/entry.ts';
import type { SessionMessage } from '../session/session.ts';
import type { CandidateSection } from './candidates.ts';
import type { MessageFacts } from './facts.ts';
import { factsOfAll } from './facts.ts';
import { gatherEvidence } from './gathering.ts';
import { namesIn } from './names.ts';
import { constraintSection, requestSection } from './personSections.ts';
import type { RenderedLine } from './render.ts';
import { renderSections } from './render.ts';
import { workSections } from './sections.ts';
import { Selection } from './selection.ts';
import type { Standing } from './standing.ts';
import { standingOf } from './standing.ts';
import { worthOfNames } from './worth.ts';

export interface LedgerRequest {
  /** What the ledger speaks for, oldest first. */
  readonly messages: readonly SessionMessage[];
  /** Facts taken on arrival; missing ones are extracted. */
  readonly facts?: ReadonlyMap<MessageId, MessageFacts>;
  /** What stays verbatim in the context beside the ledger: no need to repeat it. */
  readonly shownTexts: readonly string[];
  readonly budgetTokens: number;
  readonly count: CountTokens;
  /** Names that were recalled after earlier compactions. */
  readonly oftenRecalled?: ReadonlySet<string>;
}

export interface Ledger {
  readonly text: string;
  readonly tokens: number;
  /** The messages that each line stands on; `line` counts from 0. */
  readonly provenance: readonly { readonly line: number; readonly ids: readonly MessageId[] }[];
  readonly constraints: readonly LedgerConstraint[];
}

export interface LedgerConstraint {
  readonly text: string;
  readonly id: MessageId;
  readonly isKept: boolean;
}

const TITLE_TOKENS = 40;
const FILL_ROUNDS = 4;
/** Near enough to the budget. */
const CLOSE_TOKENS = 20;
/** Of the budget, within the sections' shares; the rest goes to the best of all. */
const FIRST_SHARE = 0.9;
/** Below this, requests are told by their beginnings. */
const SMALL_BUDGET = 6000;

/**
 * The record of what was said and done in `messages`, taken from them by code: never more than `budgetTokens`, the
 * person's constraints word for word first, every fact in it as it stands in the messages.
 */
export function writeLedger(request: LedgerRequest): Ledger {
  const { messages, budgetTokens, count } = request;
  const facts = factsOfAll(messages, request.facts);
  const evidence = gatherEvidence(messages, facts);
  const worth = worthOfNames(evidence, request.oftenRecalled ?? new Set());
  const { shownTexts } = request;
  const goal = { worth, shown: new Set(shownTexts.flatMap((text) => namesIn(text))), count };
  const standing = standingOf(messages, facts);
  const isShown = (one: Standing): boolean => shownTexts.some((text) => text.includes(one.text));
  const sections = [
    constraintSection(standing.filter((one) => !isShown(one))),
    requestSection(messages, facts, budgetTokens < SMALL_BUDGET),
    ...workSections(evidence),
  ];
  const { lines, text, tokens } = fitted(sections, new Selection(sections, goal), { budgetTokens, count });
  return {
    text,
    tokens,
    provenance: lines.flatMap(({ ids }, line) => (ids.length === 0 ? [] : [{ line, ids }])),
    constraints: standing
      .filter(({ kind }) => kind !== 'decision')
      .map((one) => ({ text: one.text, id: one.id, isKept: text.includes(one.text) || isShown(one) })),
  };
}

interface Fitted {
  readonly lines: readonly RenderedLine[];
  readonly text: string;
  readonly tokens: number;
}

/** Selects until the rendered text fills the budget; by exact count, what came last goes while it is over. */
function fitted(
  sections: readonly CandidateSection[],
  selection: Selection,
  { budgetTokens, count }: Pick<LedgerRequest, 'budgetTokens' | 'count'>,
): Fitted {
  const measure = (): Fitted => {
    const lines = renderSections(sections, selection);
    const text = lines.map((line) => line.text).join('\n');
    return { lines, text, tokens: count(text) };
  };
  selection.fill((budgetTokens - TITLE_TOKENS) * FIRST_SHARE, true);
  let now = measure();
  for (let round = 0; round < FILL_ROUNDS && budgetTokens - now.tokens > CLOSE_TOKENS; round++) {
    if (selection.fill(budgetTokens - now.tokens - CLOSE_TOKENS / 2, false) === 0) break;
    now = measure();
  }
  while (now.tokens > budgetTokens && selection.drop(now.tokens - budgetTokens)) now = measure();
  return now.tokens > budgetTokens ? { lines: [], text: '', tokens: 0 } : now;
}
