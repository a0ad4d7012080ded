import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../session/entry.ts';
import { personTextOf } from '../session/message.ts';
import type { SessionMessage } from '../session/session.ts';
import type { Candidate, CandidateSection } from './candidates.ts';
import type { StandingKind } from './constraints.ts';
import { factsOfAll, gatherEvidence } from './evidence.ts';
import type { MessageFacts } from './facts.ts';
import { clipAtWord, quotedLine } from './lines.ts';
import { namesIn } from './names.ts';
import type { RenderedLine } from './render.ts';
import { renderSections } from './render.ts';
import { workSections } from './sections.ts';
import { Selection } from './selection.ts';
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

/** Of the budget; what the person said comes before what was done. */
const CONSTRAINT_SHARE = 0.25;
const REQUEST_SHARE = 0.12;
const LONGEST_REQUEST = 500;
const SHORT_REQUEST = 160;
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
  const goal = { worth, shown: new Set(request.shownTexts.flatMap((text) => namesIn(text))), count };
  const standing = standingOf(messages, facts);
  const sections = [
    constraintSection(standing),
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
      .map((one) => ({ text: one.text, id: one.id, isKept: text.includes(one.text) })),
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

interface Standing {
  readonly text: string;
  readonly kind: StandingKind;
  readonly id: MessageId;
  readonly at: number;
}

function standingOf(
  messages: readonly SessionMessage[],
  facts: readonly MessageFacts[],
): readonly Standing[] {
  const found = new Map<string, Standing>();
  facts.forEach((of, at) => {
    const id = messages[at]?.id;
    if (id === undefined) return;
    for (const { text, kind } of of.standing) found.set(text, { text, kind, id, at });
  });
  return [...found.values()];
}

function constraintSection(standing: readonly Standing[]): CandidateSection {
  const bonus = { constraint: 1000, correction: 500, decision: 300 };
  const lines = standing.map(({ text, id, at, kind }) => ({
    text: `- ${text.replace(/\n/g, ' ')}`,
    names: namesIn(text),
    ids: [id],
    order: at,
    bonus: bonus[kind],
    pools: [],
  }));
  return { title: 'Constraints', share: CONSTRAINT_SHARE, lines };
}

function requestSection(
  messages: readonly SessionMessage[],
  facts: readonly MessageFacts[],
  isSmall: boolean,
): CandidateSection {
  const lines: Candidate[] = [];
  messages.forEach(({ id, message }, at) => {
    const asked = message.role === 'user' ? personTextOf(message).slice(0, 4 * LONGEST_REQUEST) : '';
    const text = clipAtWord(quotedLine(asked), isSmall ? SHORT_REQUEST : LONGEST_REQUEST);
    if (text === '') return;
    const bonus = lines.length === 0 ? 100 : 3 + (3 * at) / messages.length;
    const pools = [{ verb: 'names', names: facts[at]?.names ?? [] }];
    lines.push({ text: `- ${text}`, names: namesIn(text), ids: [id], order: at, bonus, pools });
  });
  return { title: 'Requests', share: REQUEST_SHARE, lines };
}
