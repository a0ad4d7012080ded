import type { CountTokens } from '../ports.ts';
import { personTextOf } from '../session/message.ts';
import type { MessageId } from '../session/entry.ts';
import type { SessionMessage } from '../session/session.ts';
import type { Candidate, CandidateSection } from './candidates.ts';
import type { MessageFacts } from './facts.ts';
import { factsOfAll, gatherEvidence } from './evidence.ts';
import { clipAtWord, quotedLine } from './lines.ts';
import { namesIn } from './names.ts';
import { nameSection } from './nameSection.ts';
import { renderSections } from './render.ts';
import { workSections } from './sections.ts';
import { selectLines } from './select.ts';
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

/** Below this, names and heads are worth more than sentences. */
const SMALL_BUDGET = 6000;
const CONSTRAINT_SHARE = 0.25;
const REQUEST_SHARE = 0.12;
const NAME_SHARE = 0.24;

/**
 * The record of what was said and done in `messages`, taken from them by code: never more than `budgetTokens`, the
 * person's constraints word for word first, every fact in it as it stands in the messages.
 */
export function writeLedger(request: LedgerRequest): Ledger {
  const { messages, budgetTokens, count } = request;
  const facts = factsOfAll(messages, request.facts);
  const evidence = gatherEvidence(messages, facts);
  const worth = worthOfNames(evidence, request.oftenRecalled ?? new Set());
  const isSmall = budgetTokens < SMALL_BUDGET;
  const covered = new Set(request.shownTexts.flatMap((text) => namesIn(text)));
  const standing = standingOf(messages, facts);
  const kept = constraintSection(standing, budgetTokens * CONSTRAINT_SHARE, count);
  const own = [kept.section, requestSection(messages, isSmall)];
  const select = (sections: readonly CandidateSection[], tokens: number): ReadonlySet<Candidate> =>
    selectLines({ sections, budgetTokens: tokens, worth, covered, count });

  const ownChosen = select(own, budgetTokens * (CONSTRAINT_SHARE + REQUEST_SHARE));
  const ownTokens = [...ownChosen].reduce((sum, line) => sum + count(`${line.text}\n`), 0);
  const work = workSections(evidence, isSmall);
  const titles = 60;
  const workChosen = select(work, (budgetTokens - titles - ownTokens) * (1 - NAME_SHARE));
  const workTokens = [...workChosen].reduce((sum, line) => sum + count(`${line.text}\n`), 0);
  const names = nameSection(evidence, worth, covered);
  const nameChosen = select([names], budgetTokens - titles - ownTokens - workTokens);
  const chosen = new Set([...ownChosen, ...workChosen, ...nameChosen]);
  const rendered = renderSections([...own, ...work, names], chosen, { budgetTokens, count });
  return {
    ...rendered,
    constraints: standing
      .filter(({ kind }) => kind !== 'decision')
      .map(({ text, id }) => ({ text, id, isKept: rendered.text.includes(text) })),
  };
}

interface Standing {
  readonly text: string;
  readonly kind: string;
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

function constraintSection(
  standing: readonly Standing[],
  _room: number,
  _count: CountTokens,
): { readonly section: CandidateSection } {
  const bonus = { constraint: 1000, correction: 500, decision: 300 };
  const lines = standing.map((one) => ({
    text: `- ${one.text.replace(/\n/g, ' ')}`,
    names: namesIn(one.text),
    ids: [one.id],
    order: one.at,
    bonus: bonus[one.kind as keyof typeof bonus],
  }));
  return {
    section: {
      title: 'Constraints',
      share: 0.68,
      groups: lines.map((line) => ({ lines: [line], order: line.order })),
    },
  };
}

function requestSection(messages: readonly SessionMessage[], isSmall: boolean): CandidateSection {
  const lines: Candidate[] = [];
  messages.forEach(({ id, message }, at) => {
    const text = clipAtWord(quotedLine(personTextOf(message).slice(0, 4000)), isSmall ? 160 : 500);
    if (text === '') return;
    const bonus = lines.length === 0 ? 100 : 3 + (3 * at) / messages.length;
    lines.push({ text: `- ${text}`, names: namesIn(text), ids: [id], order: at, bonus });
  });
  return {
    title: 'Requests',
    share: 0.32,
    groups: lines.map((line) => ({ lines: [line], order: line.order })),
  };
}
