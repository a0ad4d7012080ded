import { standingSentences } from '../ledger/standing/standingSentences.ts';
import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../session/entry.ts';
import { personTextOf } from '../session/message.ts';
import type { SessionMessage } from '../session/session.ts';
import { passageOf, type Passage } from './passage.ts';

/** A standing constraint or correction of the person's, word for word. */
export interface Rule {
  readonly id: MessageId;
  readonly text: string;
}

/** Each rule once, where it was said last. */
export function rulesOf(messages: readonly SessionMessage[]): readonly Rule[] {
  const rules = new Map<string, Rule>();
  for (const { id, message } of messages) {
    for (const { text, kind } of standingSentences(personTextOf(message))) {
      if (kind === 'decision') continue;
      rules.delete(text);
      rules.set(text, { id, text });
    }
  }
  return [...rules.values()];
}

export function rulePassages(rules: readonly Rule[], count: CountTokens): readonly Passage[] {
  return rules.map(({ id, text }) => passageOf({ id, weight: 1 }, text, count));
}
