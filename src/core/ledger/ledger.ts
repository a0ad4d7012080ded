import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../session/entry.ts';
import type { SessionMessage } from '../session/session.ts';
import { excerptSection } from './excerptSection.ts';
import type { MessageFacts } from './facts.ts';
import { factsOfAll } from './facts.ts';
import { fitted } from './fit.ts';
import { gatherEvidence } from './gathering.ts';
import { constraintSection, requestSection } from './personSections.ts';
import { workSections } from './sections.ts';
import { Selection } from './selection.ts';
import { namesShown, type ShownText } from './shown.ts';
import type { Standing } from './standing.ts';
import { standingOf } from './standing.ts';
import { worthOfNames } from './worth.ts';

export interface LedgerRequest {
  /** What the ledger speaks for, oldest first. */
  readonly messages: readonly SessionMessage[];
  /** Messages that a stub or an excerpt stands for: told of as far as the others leave room. */
  readonly shortened?: readonly SessionMessage[];
  /** Facts taken on arrival; missing ones are extracted. */
  readonly facts?: ReadonlyMap<MessageId, MessageFacts>;
  /** What stays verbatim in the context beside the ledger: no need to repeat it. */
  readonly shown: readonly ShownText[];
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

/**
 * The record of what was said and done in `messages`, taken from them by code: never more than `budgetTokens`, the
 * person's constraints word for word first, every fact in it as it stands in the messages.
 */
export function writeLedger(request: LedgerRequest): Ledger {
  const { messages, shortened = [], budgetTokens, count } = request;
  const facts = factsOfAll(messages, request.facts);
  const evidence = gatherEvidence(messages, facts);
  const worth = worthOfNames(evidence, request.oftenRecalled ?? new Set());
  const { shown } = request;
  const goal = { worth, shown: namesShown(shown, request.facts), budgetTokens };
  const standing = standingOf(messages, facts);
  const isShown = (one: Standing): boolean => shown.some(({ text }) => text.includes(one.text));
  const selection = new Selection(
    [
      constraintSection(standing.filter((one) => !isShown(one))),
      requestSection(messages, facts, budgetTokens),
      ...workSections(evidence),
    ],
    goal,
  );
  const { lines, text, tokens } = fitted(selection, { budgetTokens, count }, () =>
    excerptSection([...messages, ...shortened], [...facts, ...factsOfAll(shortened, request.facts)]),
  );
  return {
    text,
    tokens,
    provenance: lines.flatMap(({ ids }, line) => (ids.length === 0 ? [] : [{ line, ids }])),
    constraints: standing
      .filter(({ kind }) => kind !== 'decision')
      .map((one) => ({ text: one.text, id: one.id, isKept: text.includes(one.text) || isShown(one) })),
  };
}
