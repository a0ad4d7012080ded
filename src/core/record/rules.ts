import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';
import { textOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { factsOfAll, type MessageFacts } from '../context/facts.ts';
import { passageOf, type Passage } from './passage.ts';

/** A constraint, correction or decision of the person's that goes on holding, word for word. */
export interface Rule {
  readonly id: MessageId;
  readonly text: string;
}

/** Each rule once, where it was said last. What an earlier result of a tool holds was pasted from there: no rule of the person's. */
export function rulesOf(
  messages: readonly SessionMessage[],
  cached?: ReadonlyMap<MessageId, MessageFacts>,
): readonly Rule[] {
  const facts = factsOfAll(messages, cached);
  const found = new Map<string, Rule>();
  const results: string[] = [];
  messages.forEach(({ id, message }, index) => {
    if (message.role === 'tool') results.push(textOf(message));
    for (const { text } of facts[index]?.standing ?? []) {
      if (results.some((result) => result.includes(text))) continue;
      found.delete(text);
      found.set(text, { id, text });
    }
  });
  return [...found.values()];
}

export function rulePassages(rules: readonly Rule[], count: CountTokens): readonly Passage[] {
  return rules.map(({ id, text }) => passageOf({ id, weight: 1 }, text, count));
}
