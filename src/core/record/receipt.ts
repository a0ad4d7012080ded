import type { MessageId, Receipt } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { FACTS_VERSION, factsOfAll, type MessageFacts } from '../context/facts.ts';
import { namesIn } from '../text/names.ts';
import type { Steps } from '../steps.ts';
import { contained } from '../text/lines.ts';
import { standingIn } from '../text/standingIn.ts';
import { rulesInSteps, withRuleWords, type RuleWords } from './rules.ts';

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
export function* writeReceipt({ before, facts: known, ruleWords, shown }: ReceiptRequest): Steps<Receipt> {
  const facts = factsOfAll(before, known);
  const names = new Set<string>();
  for (const of of facts) for (const name of of.names) names.add(name);
  yield;
  const whole = shown.filter(({ id }) => id !== undefined);
  const notes = shown.filter(({ id }) => id === undefined);
  const inWhole = namesOf(whole, known);
  const inNotes = namesOf(notes, known);
  yield;
  const away = [...names].filter((name) => !inWhole.has(name) && !inNotes.has(name));
  yield;
  const constraints = withRuleWords(yield* rulesInSteps(before, known), ruleWords).map(({ text }) => text);
  const verbatim = yield* standingIn(textsOf(whole), constraints);
  const notVerbatim = constraints.filter((text) => !verbatim.has(text));
  const inTheNotes = yield* standingIn(textsOf(notes), [...notVerbatim, ...notVerbatim.map(contained)]);
  const recallable = notVerbatim.filter((text) => !inTheNotes.has(text) && !inTheNotes.has(contained(text)));
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

function textsOf(shown: readonly ShownText[]): readonly string[] {
  return shown.map(({ text }) => text);
}
