import type { Receipt } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { namesOf } from '../tools/namesOf.ts';
import { namesIn } from '../text/names.ts';
import { lengthOf, type Message } from '../log/message.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { sanitized } from '../text/lines.ts';
import { standingIn } from '../text/standingIn.ts';
import { rulesInSteps, withRuleWords, type RuleWords } from './rules.ts';

const MOST_SAMPLES = 12;

/** A text in the context. */
export interface ShownText {
  readonly text: string;
  /** The message, if the text is the whole message as logged. */
  readonly message?: Message;
}

export interface ReceiptRequest {
  /** The messages that the compaction covers, oldest first. */
  readonly before: readonly SessionMessage[];
  readonly ruleWords?: RuleWords;
  /** All texts of the context after the compaction, including whole messages. */
  readonly shown: readonly ShownText[];
}

/** Counts the names and rules in a compaction's messages that the context still contains, and those that it does not. */
export function* writeReceipt({ before, ruleWords, shown }: ReceiptRequest): Steps<Receipt> {
  const names = yield* distinct(
    before,
    ({ message }) => namesOf(message),
    ({ message }) => lengthOf(message),
  );
  const whole = shown.filter(({ message }) => message !== undefined);
  const notes = shown.filter(({ message }) => message === undefined);
  const inWhole = yield* standingNames(whole);
  const inNotes = yield* standingNames(notes);
  const onlyInLog: string[] = [];
  let keptVerbatim = 0;
  for (const name of names)
    if (inWhole.has(name)) keptVerbatim += 1;
    else if (!inNotes.has(name)) onlyInLog.push(name);
  yield;
  const constraints = withRuleWords(yield* rulesInSteps(before), ruleWords).map(({ text }) => text);
  const verbatim = yield* standingIn(textsOf(whole), constraints);
  const notVerbatim = constraints.filter((text) => !verbatim.has(text));
  const inTheNotes = yield* standingIn(textsOf(notes), [...notVerbatim, ...notVerbatim.map(sanitized)]);
  const recallable = notVerbatim.filter((text) => !inTheNotes.has(text) && !inTheNotes.has(sanitized(text)));
  return {
    kept: names.size - onlyInLog.length,
    keptVerbatim,
    recallable: onlyInLog.length,
    constraintsKept: constraints.length - recallable.length,
    constraintsInNotes: notVerbatim.length - recallable.length,
    constraintsRecallable: recallable,
    sampleRecallable: onlyInLog.slice(-MOST_SAMPLES),
  };
}

/** Returns all names in texts of the context. */
export function standingNames(shown: readonly ShownText[]): Steps<ReadonlySet<string>> {
  const namesOfItem = ({ text, message }: ShownText): readonly string[] =>
    message === undefined ? namesIn(text) : namesOf(message);
  return distinct(shown, namesOfItem, ({ text }) => text.length);
}

function* distinct<Item>(
  items: readonly Item[],
  of: (item: Item) => readonly string[],
  sizeOf: (item: Item) => number,
): Steps<ReadonlySet<string>> {
  const names = new Set<string>();
  const take = (item: Item): void => {
    for (const name of of(item)) names.add(name);
  };
  yield* mapInSteps(items, take, sizeOf);
  return names;
}

function textsOf(shown: readonly ShownText[]): readonly string[] {
  return shown.map(({ text }) => text);
}
