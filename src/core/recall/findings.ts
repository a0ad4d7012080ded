import type { RecallHit } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';

export interface FindingsRequest {
  /** The best hits in the whole log, best first, at most `limit`. */
  readonly search: (limit: number) => Promise<readonly RecallHit[]>;
  readonly most: number;
  /** Returns whether a message stands in the context word for word, so that the asker has it already. */
  readonly isStanding: (id: MessageId) => boolean;
  /** Returns whether a message only repeats an earlier search or its results. */
  readonly isEcho: (id: MessageId) => boolean;
}

export interface Findings {
  /** Messages to be offered, best first. */
  readonly offered: readonly RecallHit[];
  /** The found messages that are in the context anyway. */
  readonly standing: readonly MessageId[];
}

/** The search is widened by this much until there is enough to offer. */
const WIDER = 8;

/** Returns hits that are new to the asker: neither echoes of a search, nor in the context already. */
export async function findings({ search, most, isStanding, isEcho }: FindingsRequest): Promise<Findings> {
  for (let limit = most * 2; ; limit *= WIDER) {
    const hits = await search(limit);
    const found = hits.filter(({ id }) => !isEcho(id));
    const offered = found.filter(({ id }) => !isStanding(id));
    if (offered.length < most && hits.length >= limit) continue;
    const standing = found.filter(({ id }) => isStanding(id)).map(({ id }) => id);
    return { offered: offered.slice(0, most), standing: standing.slice(0, most) };
  }
}
