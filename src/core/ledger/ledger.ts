import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../session/entry.ts';
import type { SessionMessage } from '../session/session.ts';
import { excerptSection } from './excerptSection.ts';
import type { MessageFacts } from './facts.ts';
import { factsOfAll } from './facts.ts';
import { fitted } from './fit.ts';
import { gatherEvidence } from './gathering.ts';
import type { Name, NameTable } from './nameTable.ts';
import { constraintSection, requestSection } from './personSections.ts';
import { workSections } from './sections.ts';
import { Selection } from './selection.ts';
import { eachNameShown, type ShownText } from './shown.ts';
import type { Standing } from './standing/standing.ts';
import { standingOf } from './standing/standing.ts';
import { judgeNames } from './worth.ts';

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
  judgeNames(evidence, request.oftenRecalled ?? new Set());
  const { names } = evidence;
  const { shown } = request;
  const standing = standingOf(messages, facts);
  const isShown = (one: Standing): boolean => shown.some(({ text }) => text.includes(one.text));
  const selection = new Selection(
    [
      constraintSection(
        standing.filter((one) => !isShown(one)),
        names,
      ),
      requestSection(messages, facts, { table: names, budgetTokens }),
      ...workSections(evidence),
    ],
    { names, shown: knownNames(request, names), budgetTokens },
  );
  const { lines, text, tokens } = fitted(selection, { budgetTokens, count }, () =>
    excerptSection([...messages, ...shortened], [...facts, ...factsOfAll(shortened, request.facts)], names),
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

/** The session's names that are to be read beside the ledger. */
function knownNames({ shown, facts }: LedgerRequest, names: NameTable): ReadonlySet<Name> {
  const known = new Set<Name>();
  eachNameShown(shown, facts, (text) => {
    const name = names.find(text);
    if (name !== undefined) known.add(name);
  });
  return known;
}
