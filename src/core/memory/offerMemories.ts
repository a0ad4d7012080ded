import { factsOfAll, type MessageFacts } from '../ledger/facts.ts';
import { clipAtWord, quotedLine } from '../ledger/lines.ts';
import type { MessageId } from '../session/entry.ts';
import type { SessionMessage } from '../session/session.ts';
import { keepMemories, LONGEST_MEMORY } from '../summary/savedMemories.ts';
import type { SummaryMemory } from '../summary/summary.ts';

/**
 * What is worth remembering when no model chose it: the person's constraints as preferences, decisions of the person's
 * and the assistant's as decisions. Each once, newest first, at most twenty.
 */
export function offerMemories(
  messages: readonly SessionMessage[],
  cached?: ReadonlyMap<MessageId, MessageFacts>,
): readonly SummaryMemory[] {
  const facts = factsOfAll(messages, cached);
  const offered = messages.flatMap(({ id }, at) => memoriesOf(facts[at], id)).reverse();
  return keepMemories(offered, new Set(messages.map(({ id }) => id)), (text) => text !== '');
}

function memoriesOf(facts: MessageFacts | undefined, source: MessageId): readonly SummaryMemory[] {
  const memory = (type: SummaryMemory['type'], text: string): SummaryMemory => ({
    type,
    text: clipAtWord(quotedLine(text), LONGEST_MEMORY),
    source,
  });
  return [
    ...(facts?.standing ?? []).map(({ text, kind }) =>
      memory(kind === 'constraint' ? 'preference' : 'decision', text),
    ),
    ...(facts?.told ?? []).flatMap(({ text, kind }) =>
      kind === 'decision' ? [memory('decision', text)] : [],
    ),
  ];
}
