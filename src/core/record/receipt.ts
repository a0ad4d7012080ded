import type { MessageId, Receipt } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { FACTS_VERSION, factsOfAll, type MessageFacts } from '../context/facts.ts';
import { namesIn } from '../text/names.ts';
import { contained } from '../text/lines.ts';
import { rulesOf, withRuleWords, type RuleWords } from './rules.ts';

const MOST_SAMPLES = 12;

/** A text that stands in the context. */
export interface ShownText {
  readonly text: string;
  /** The message whose whole text it is. */
  readonly id?: MessageId;
}

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

/** All names in the texts; those of whole messages are from their facts, where they are known. */
export function namesOf(
  shown: readonly ShownText[],
  facts: ReadonlyMap<MessageId, MessageFacts> | undefined,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { text, id } of shown) {
    const known = id === undefined ? undefined : facts?.get(id);
    for (const name of known?.version === FACTS_VERSION ? known.names : namesIn(text)) names.add(name);
  }
  return names;
}

function stands(sentence: string, shown: readonly ShownText[]): boolean {
  return shown.some(({ text }) => text.includes(sentence));
}
