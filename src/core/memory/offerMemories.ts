import { factsOf } from '../context/facts.ts';
import { clipAtWord, quotedLine } from '../text/lines.ts';
import { liveCompactions, type Session, type SessionMessage } from '../log/session.ts';
import { keepMemories, LONGEST_MEMORY, memoryKey, type SummaryMemory } from './savedMemories.ts';

export interface OfferOptions {
  /** Texts that are already remembered, or that the person declined. */
  readonly known?: readonly string[];
}

/**
 * Returns sentences that compactions without a model removed from the context, to offer as memories: nothing is saved
 * automatically. A model that writes a summary saves memories itself.
 */
export function offersOf(session: Session, options: OfferOptions = {}): readonly SummaryMemory[] {
  const folded = new Set(
    liveCompactions(session)
      .filter(({ event }) => event.summary === undefined)
      .flatMap((entry) => entry.folded.flatMap(({ ids }) => ids)),
  );
  const end = session.messages.findLastIndex(({ id }) => folded.has(id)) + 1;
  return offerMemories(session.messages.slice(0, end), options);
}

/**
 * Returns memories to offer where no model chose any: the person's constraints, as preferences, and decisions. Without
 * duplicates, newest first, at most twenty.
 */
export function offerMemories(
  messages: readonly SessionMessage[],
  { known = [] }: OfferOptions = {},
): readonly SummaryMemory[] {
  const offered = messages.flatMap(memoriesOf).reverse();
  const seen = new Set(['', ...known.map(memoryKey)]);
  return keepMemories(offered.filter(({ text }) => !seen.has(memoryKey(text))));
}

function memoriesOf({ id: source, message }: SessionMessage): readonly SummaryMemory[] {
  return factsOf(message).rules.map(({ text, kind }) => ({
    type: kind === 'constraint' ? 'preference' : 'decision',
    text: clipAtWord(quotedLine(text), LONGEST_MEMORY),
    source,
  }));
}
