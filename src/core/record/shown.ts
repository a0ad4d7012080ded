import type { MessageId } from '../log/entry.ts';
import type { MessageFacts } from '../context/facts.ts';
import { FACTS_VERSION } from '../context/facts.ts';
import { namesIn } from '../text/names.ts';

/** A text that stands in the context. */
export interface ShownText {
  readonly text: string;
  /** The message whose whole text it is. */
  readonly id?: MessageId;
}

/** Visits all names that stand in the texts; those of whole messages are from their facts, where they are known. */
export function eachNameShown(
  shown: readonly ShownText[],
  facts: ReadonlyMap<MessageId, MessageFacts> | undefined,
  visit: (name: string) => void,
): void {
  for (const { text, id } of shown) {
    const known = id === undefined ? undefined : facts?.get(id);
    for (const name of known?.version === FACTS_VERSION ? known.names : namesIn(text)) visit(name);
  }
}
