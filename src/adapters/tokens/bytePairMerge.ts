/** Marks a pair that is not a token. */
const NO_RANK = -1;

/**
 * Merges the byte pairs of one piece. Repeatedly merges the adjacent pair with the lowest rank until no pair is a
 * token. If several pairs have that rank, merges the leftmost pair. Parts are a linked list over the bytes, and
 * candidate pairs are in a heap, so n bytes take O(n log n) steps. js-tiktoken is not used for this, since it scans all
 * parts at each merge and takes O(n²) steps.
 */
export class BytePairMerge {
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #maxBytes: number;
  readonly #longestToken: number;
  /**
   * Candidate pairs. Each pair is one number: its rank times `maxBytes`, plus the index of the byte at which it starts.
   */
  readonly #heap: MinHeap;
  /**
   * For the part that starts at each byte: the start of the next part, the start of the previous part, and the rank of
   * this part joined with the next part.
   */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #pairRank: Int32Array;

  constructor(ranks: ReadonlyMap<string, number>, maxBytes: number) {
    this.#ranks = ranks;
    this.#maxBytes = maxBytes;
    let longest = 0;
    for (const token of ranks.keys()) longest = Math.max(longest, token.length);
    this.#longestToken = longest;
    // The heap receives one pair for each byte, and at most two pairs for each merge.
    this.#heap = new MinHeap(3 * maxBytes);
    this.#next = new Int32Array(maxBytes);
    this.#previous = new Int32Array(maxBytes);
    this.#pairRank = new Int32Array(maxBytes);
  }

  /**
   * Returns the number of tokens that a piece is merged into. `bytes` holds one character per byte, at most `maxBytes`.
   */
  count(bytes: string): number {
    this.#split(bytes);
    let parts = bytes.length;
    for (let pair = this.#heap.pop(); pair !== undefined; pair = this.#heap.pop()) {
      const at = pair % this.#maxBytes;
      const isCurrent = this.#pairRank[at] === (pair - at) / this.#maxBytes;
      if (!isCurrent) continue;
      this.#mergeAt(bytes, at);
      parts -= 1;
    }
    return parts;
  }

  #split(bytes: string): void {
    for (let at = 0; at < bytes.length; at++) {
      this.#next[at] = at + 1;
      this.#previous[at] = at - 1;
    }
    for (let at = 0; at < bytes.length; at++) this.#rankPair(bytes, at);
  }

  #mergeAt(bytes: string, at: number): void {
    const absorbed = this.#next[at] as number;
    const after = this.#next[absorbed] as number;
    this.#next[at] = after;
    if (after < bytes.length) this.#previous[after] = at;
    this.#pairRank[absorbed] = NO_RANK;
    this.#rankPair(bytes, at);
    const before = this.#previous[at] as number;
    if (before >= 0) this.#rankPair(bytes, before);
  }

  /**
   * Looks up the rank of the part at `at` joined with the next part. If the joined part is a token, makes the pair a
   * candidate.
   */
  #rankPair(bytes: string, at: number): void {
    const neighbour = this.#next[at] as number;
    const end = neighbour < bytes.length ? (this.#next[neighbour] as number) : Infinity;
    const rank = end - at <= this.#longestToken ? this.#ranks.get(bytes.substring(at, end)) : undefined;
    this.#pairRank[at] = rank ?? NO_RANK;
    if (rank !== undefined) this.#heap.push(rank * this.#maxBytes + at);
  }
}

/** A binary min-heap of numbers. */
class MinHeap {
  readonly #items: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#items = new Float64Array(capacity);
  }

  push(item: number): void {
    const items = this.#items;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as number;
      if (above <= item) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  /** Removes and returns the smallest number; undefined if the heap is empty. */
  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const top = this.#items[0];
    this.#size -= 1;
    if (this.#size > 0) this.#sink(this.#items[this.#size] as number);
    return top;
  }

  /** Replaces the top by an item and restores the order. */
  #sink(item: number): void {
    const items = this.#items;
    const size = this.#size;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      const right = child + 1;
      if (right < size && (items[right] as number) < (items[child] as number)) child = right;
      const below = items[child] as number;
      if (below >= item) break;
      items[at] = below;
      at = child;
    }
    items[at] = item;
  }
}
