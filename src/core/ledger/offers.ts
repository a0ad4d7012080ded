import type { Candidate, NamePool } from './candidates.ts';
import { GainHeap } from './gainHeap.ts';
import type { RankedPool } from './rankedPool.ts';

/** One thing to tell: a line, or names of a pool behind its line, a few at a time. */
export interface Option {
  readonly line: Candidate;
  readonly section: number;
  readonly pool: NamePool | undefined;
  readonly ranked: RankedPool | undefined;
  /** Older offers no longer count. */
  newest: Offer | undefined;
}

export interface Offer {
  readonly option: Option;
  /** Worth a token. */
  readonly gain: number;
  /** What it would have cost when there was no room for it. */
  readonly cost?: number;
}

/** What gains less is not worth its line. */
const LEAST_GAIN = 0.0002;

/** The offers of all sections, the best of each at hand. */
export class Offers {
  private readonly sections: GainHeap<Offer>[] = [];
  private readonly deferred: Offer[] = [];

  push(option: Option, gain: number): void {
    const offer: Offer = { option, gain };
    option.newest = offer;
    if (gain > LEAST_GAIN) this.heapOf(option.section).push(offer);
  }

  /** Keeps an offer for when there is more room. */
  defer(offer: Offer, cost: number): void {
    const later: Offer = { ...offer, cost };
    offer.option.newest = later;
    this.deferred.push(later);
  }

  /** Lets the deferred offers stand again. */
  readmit(): void {
    for (const offer of this.deferred.splice(0))
      if (isNewest(offer)) this.heapOf(offer.option.section).push(offer);
  }

  /** Takes out what gains most, of the sections that are open. */
  takeBest(isOpen: (section: number) => boolean): Offer | undefined {
    let best: GainHeap<Offer> | undefined;
    this.sections.forEach((heap, section) => {
      if (!isOpen(section)) return;
      while (heap.top !== undefined && !isNewest(heap.top)) heap.pop();
      if ((heap.top?.gain ?? 0) > (best?.top?.gain ?? 0)) best = heap;
    });
    return best?.pop();
  }

  private heapOf(section: number): GainHeap<Offer> {
    return (this.sections[section] ??= new GainHeap<Offer>());
  }
}

function isNewest(offer: Offer): boolean {
  return offer.option.newest === offer;
}
