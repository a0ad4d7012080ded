import type { Receipt } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { namesOf } from '../tools/namesOf.ts';
import { namesIn } from '../text/names.ts';
import { lengthOf, type Message } from '../log/message.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { sanitized } from '../text/lines.ts';
import { occurringIn } from '../text/occurringIn.ts';
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
  /** All messages of the session. Text that the person pasted from their results is not a rule. */
  readonly session?: readonly SessionMessage[];
  readonly ruleWords?: RuleWords;
  /** All texts of the context after the compaction, including whole messages. */
  readonly shown: readonly ShownText[];
}

/**
 * Counts the names and rules in the messages that a compaction covers. Distinguishes those in whole messages of the
 * context, those only in other texts of the context, such as the notes, and those that are not in the context.
 */
export function* writeReceipt({ before, session, ruleWords, shown }: ReceiptRequest): Steps<Receipt> {
  const names = new Set<string>();
  yield* forNames(before, (name) => void names.add(name));
  const all = names.size;
  const whole = shown.filter(({ message }) => message !== undefined);
  const notes = shown.filter(({ message }) => message === undefined);
  yield* forNames(whole, (name) => void names.delete(name));
  const keptVerbatim = all - names.size;
  yield* forNames(notes, (name) => void names.delete(name));
  const onlyInLog = [...names];
  const constraints = withRuleWords(yield* rulesInSteps(before, session), ruleWords).map(({ text }) => text);
  const verbatim = yield* occurringIn(textsOf(whole), constraints);
  const notVerbatim = constraints.filter((text) => !verbatim.has(text));
  const inTheNotes = yield* occurringIn(textsOf(notes), [...notVerbatim, ...notVerbatim.map(sanitized)]);
  const recallable = notVerbatim.filter((text) => !inTheNotes.has(text) && !inTheNotes.has(sanitized(text)));
  return {
    kept: all - onlyInLog.length,
    keptVerbatim,
    recallable: onlyInLog.length,
    constraintsKept: constraints.length - recallable.length,
    constraintsInNotes: notVerbatim.length - recallable.length,
    constraintsRecallable: recallable,
    sampleRecallable: onlyInLog.slice(-MOST_SAMPLES),
  };
}

/** Returns all names in texts of the context. */
export function* standingNames(shown: readonly ShownText[]): Steps<ReadonlySet<string>> {
  const names = new Set<string>();
  yield* forNames(shown, (name) => void names.add(name));
  return names;
}

/** Calls `use` with each name in the texts or messages, in order. */
function* forNames(items: readonly Partial<ShownText>[], use: (name: string) => void): Steps<void> {
  const useAll = ({ text = '', message }: Partial<ShownText>): void =>
    (message === undefined ? namesIn(text) : namesOf(message)).forEach(use);
  yield* mapInSteps(items, useAll, ({ text, message }) => text?.length ?? (message ? lengthOf(message) : 0));
}

function textsOf(shown: readonly ShownText[]): readonly string[] {
  return shown.map(({ text }) => text);
}
