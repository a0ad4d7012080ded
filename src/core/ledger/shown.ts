import type { MessageId } from '../session/entry.ts';
import type { MessageFacts } from './facts.ts';
import { eachNameOfFacts, FACTS_VERSION } from './facts.ts';
import { namesIn } from './names.ts';

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
    if (known?.version === FACTS_VERSION) eachNameOfFacts(known, visit);
    else for (const name of namesIn(text)) visit(name);
  }
}
