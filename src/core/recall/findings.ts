import type { RecallHit } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';

export interface FindingsRequest {
  /** Returns at most `limit` hits in the whole log, best first. */
  readonly search: (limit: number) => Promise<readonly RecallHit[]>;
  readonly most: number;
  /** Returns whether a message is in the context word for word. */
  readonly isStanding: (id: MessageId) => boolean;
  /** Returns whether a message only repeats an earlier search or its results. */
  readonly isEcho: (id: MessageId) => boolean;
}

export interface Findings {
  /** Messages to offer, best first. */
  readonly offered: readonly RecallHit[];
  /** The found messages that are already in the context. */
  readonly standing: readonly MessageId[];
}

/** The factor by which the limit of the search grows until there are enough hits to offer. */
const WIDER = 8;

/** Returns the hits, without messages that only repeat an earlier search. Lists hits in the context separately. */
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
