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

/** All names that stand in the texts; those of whole messages from their facts, where they are known. */
export function namesShown(
  shown: readonly ShownText[],
  facts?: ReadonlyMap<MessageId, MessageFacts>,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { text, id } of shown) {
    const known = id === undefined ? undefined : facts?.get(id);
    if (known?.version === FACTS_VERSION) eachNameOfFacts(known, (name) => names.add(name));
    else for (const name of namesIn(text)) names.add(name);
  }
  return names;
}
