import type { RecallHit } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';

export interface FindingsRequest {
  /** The best hits in the whole log, best first, at most `limit`. */
  readonly search: (limit: number) => Promise<readonly RecallHit[]>;
  readonly most: number;
  /** Stands in the context word for word, so that whoever asks has it before them. */
  readonly isStanding: (id: MessageId) => boolean;
  /** Only repeats what was looked for, or found, before. */
  readonly isEcho: (id: MessageId) => boolean;
}

export interface Findings {
  /** Messages to be offered, best first. */
  readonly offered: readonly RecallHit[];
  /** Messages that were found and stand in the context anyway. */
  readonly standing: readonly MessageId[];
}

/** The search is widened by this much until there is enough to offer. */
const WIDER = 8;

/** Hits that tell something new: neither the question itself, nor what stands in the context. */
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
