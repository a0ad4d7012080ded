import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';
import { textOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { atOnce, mapInSteps, type Steps } from '../steps.ts';
import { factsOf } from '../context/facts.ts';
import type { RuleKind } from '../language/ruleSentences.ts';
import type { RuleEntry } from '../log/ruleEntry.ts';
import { passageOf, type Passage } from './passage.ts';

/** A constraint, correction or decision of the person that holds beyond its turn, word for word. */
export interface Rule {
  /** The message with it; for a rule that was typed as one, its entry's id. */
  readonly id: MessageId;
  readonly text: string;
  /** Kind of the words by which it was found; absent for one that was typed as a rule. */
  readonly kind?: RuleKind;
}

/** The person's newest word on each rule that they added or struck, by its text. */
export type RuleWords = ReadonlyMap<string, RuleEntry>;

/** Returns the rules without those that the person struck, and behind them those that the person added. */
export function withRuleWords(rules: readonly Rule[], words: RuleWords = new Map()): readonly Rule[] {
  const found = new Set(rules.map(({ text }) => text));
  return [
    ...rules.filter(({ text }) => words.get(text)?.on !== false),
    ...[...words.values()]
      .filter(({ on, text }) => on && !found.has(text))
      .map(({ id, text, source = id }) => ({ id: source, text })),
  ];
}

const known = new WeakMap<readonly SessionMessage[], readonly Rule[]>();

/**
 * Returns each rule once, where it was said last; found once as long as no message comes. What an earlier result of a
 * tool holds was pasted from there: no rule of the person's.
 */
export function rulesOf(messages: readonly SessionMessage[]): readonly Rule[] {
  return atOnce(rulesInSteps(messages));
}

export function* rulesInSteps(messages: readonly SessionMessage[]): Steps<readonly Rule[]> {
  const rules = known.get(messages) ?? (yield* foundIn(messages));
  known.set(messages, rules);
  return rules;
}

function* foundIn(messages: readonly SessionMessage[]): Steps<readonly Rule[]> {
  const found = new Map<string, Rule>();
  const results: string[] = [];
  let characters = 0;
  const look = ({ id, message }: SessionMessage): void => {
    if (message.role === 'tool') {
      const text = textOf(message);
      results.push(text);
      characters += text.length;
    }
    for (const { text, kind } of factsOf(message).rules) {
      if (results.some((result) => result.includes(text))) continue;
      found.delete(text);
      found.set(text, { id, text, kind });
    }
  };
  const searched = ({ message }: SessionMessage): number => factsOf(message).rules.length * characters;
  yield* mapInSteps(messages, look, searched);
  return [...found.values()];
}

export function rulePassages(rules: readonly Rule[], count: CountTokens): readonly Passage[] {
  return rules.map(({ id, text }) => {
    // An entry that is no message has a number of its own.
    const isTypedAsRule = id.startsWith('e');
    return passageOf({ id, ids: isTypedAsRule ? [] : [id], weight: 1 }, text, count);
  });
}
