import type { MessageId, Receipt } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import type { MessageFacts } from '../context/facts.ts';
import { factsOfAll } from '../context/facts.ts';
import { contained } from './lines.ts';
import { rulesOf, withRuleWords, type RuleWords } from './rules.ts';
import { eachNameShown, type ShownText } from './shown.ts';

const MOST_SAMPLES = 12;

export interface ReceiptRequest {
  /** The messages that the compaction speaks for, oldest first. */
  readonly before: readonly SessionMessage[];
  readonly facts?: ReadonlyMap<MessageId, MessageFacts>;
  readonly ruleWords?: RuleWords;
  /** All texts of the context after the compaction; those of whole messages have an id. */
  readonly shown: readonly ShownText[];
}

/** What a compaction kept: of the messages it speaks for, the distinct names and the sentences that go on holding. */
export function writeReceipt({ before, facts: known, ruleWords, shown }: ReceiptRequest): Receipt {
  const facts = factsOfAll(before, known);
  const names = new Set<string>();
  for (const of of facts) for (const name of of.names) names.add(name);
  const whole = shown.filter(({ id }) => id !== undefined);
  const notes = shown.filter(({ id }) => id === undefined);
  const inWhole = namesOf(whole, known);
  const inNotes = namesOf(notes, known);
  const away = [...names].filter((name) => !inWhole.has(name) && !inNotes.has(name));
  const constraints = withRuleWords(rulesOf(before, known), ruleWords).map(({ text }) => text);
  const notVerbatim = constraints.filter((text) => !stands(text, whole));
  const recallable = notVerbatim.filter((text) => !stands(text, notes) && !stands(contained(text), notes));
  return {
    kept: names.size - away.length,
    keptVerbatim: [...names].filter((name) => inWhole.has(name)).length,
    recallable: away.length,
    constraintsKept: constraints.length - recallable.length,
    constraintsInNotes: notVerbatim.length - recallable.length,
    constraintsRecallable: recallable,
    sampleRecallable: away.slice(-MOST_SAMPLES),
  };
}

function namesOf(
  shown: readonly ShownText[],
  facts: ReadonlyMap<MessageId, MessageFacts> | undefined,
): ReadonlySet<string> {
  const names = new Set<string>();
  eachNameShown(shown, facts, (name) => names.add(name));
  return names;
}

function stands(sentence: string, shown: readonly ShownText[]): boolean {
  return shown.some(({ text }) => text.includes(sentence));
}
