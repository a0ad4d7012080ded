import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';
import { textOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { atOnce, mapInSteps, type Steps } from '../steps.ts';
import { factsOf } from '../context/facts.ts';
import type { RuleKind, RuleSentence } from '../language/ruleSentences.ts';
import type { RuleEntry } from '../log/ruleEntry.ts';
import { passageOf, type Passage } from './passage.ts';

/** A constraint, correction or decision by the person, in the person's own words. It holds beyond its turn. */
export interface Rule {
  /**
   * The id of the message that contains the rule. For a rule that the person added outside any message, the id of its
   * log entry.
   */
  readonly id: MessageId;
  readonly text: string;
  /** The kind of words by which the rule was recognised. Absent for a rule that the person added. */
  readonly kind?: RuleKind;
}

/** The person's newest decision on each rule that the person added or struck. The keys are the texts of the rules. */
export type RuleWords = ReadonlyMap<string, RuleEntry>;

/** Removes the rules that the person struck, and appends the rules that the person added. */
export function withRuleWords(rules: readonly Rule[], words: RuleWords = new Map()): readonly Rule[] {
  const found = new Set(rules.map(({ text }) => text));
  return [
    ...rules.filter(({ text }) => words.get(text)?.on !== false),
    ...[...words.values()]
      .filter(({ on, text }) => on && !found.has(text))
      .map(({ id, text, source = id }) => ({ id: source, text })),
  ];
}

type Messages = readonly SessionMessage[];

const cache = new WeakMap<Messages, { readonly session: Messages; readonly rules: readonly Rule[] }>();

/**
 * Returns the rules in the person's messages. A repeated rule is returned once, with the last message that contains it.
 * Omits text that an earlier tool result contains, since the person pasted that text. The result is cached for the list
 * of messages.
 */
export function rulesOf(messages: readonly SessionMessage[]): readonly Rule[] {
  return atOnce(rulesInSteps(messages));
}

/**
 * Does the same as `rulesOf`, with pauses. `session` has all messages of the session. A sentence is not a rule if the
 * person may have pasted it from an earlier result, even if this result is not in `messages` or the person excluded its
 * text.
 */
export function* rulesInSteps(messages: Messages, session = messages): Steps<readonly Rule[]> {
  const cached = cache.get(messages);
  if (cached?.session === session) return cached.rules;
  const rules = yield* findRules(messages, session);
  cache.set(messages, { session, rules });
  return rules;
}

function* findRules(messages: Messages, session: Messages): Steps<readonly Rule[]> {
  const asked = new Set(messages.map(({ id }) => id));
  const rulesIn = ({ id, message }: SessionMessage): readonly RuleSentence[] =>
    asked.has(id) ? factsOf(message).rules : [];
  const found = new Map<string, Rule>();
  const results: string[] = [];
  let characters = 0;
  const read = (said: SessionMessage): void => {
    const { id, message } = said;
    if (message.role === 'tool') {
      const text = textOf(message);
      results.push(text);
      characters += text.length;
    }
    for (const { text, kind } of rulesIn(said)) {
      if (results.some((result) => result.includes(text))) continue;
      found.delete(text);
      found.set(text, { id, text, kind });
    }
  };
  const charactersSearched = (said: SessionMessage): number => rulesIn(said).length * characters;
  yield* mapInSteps(session, read, charactersSearched);
  return [...found.values()];
}

export function rulePassages(rules: readonly Rule[], count: CountTokens): readonly Passage[] {
  return rules.map(({ id, text }) => {
    const isMessage = id.startsWith('m');
    return passageOf({ id, ids: isMessage ? [id] : [], weight: 1 }, text, count);
  });
}
