import type { CancelSignal } from '../../core/cancellation.ts';
import type { TokenCounter } from '../../core/ports.ts';
import { BytePairCounter } from './bytePairCounter.ts';
import { loadRanks, type Encoding } from './ranks.ts';

/**
 * Creates a counter that works on the calling thread, for programs that do no other work while tokens are counted. The
 * counter's `countSmall` is exact for texts of any length. Long texts are counted in slices. `onCounted` is called
 * after each slice, with the number of characters of the slice.
 */
export async function createTokenCounter(
  encoding: Encoding,
  onCounted?: (characters: number) => void,
): Promise<TokenCounter> {
  const counter = new BytePairCounter(await loadRanks(encoding), onCounted);
  return {
    encoding,
    count: (texts, signal) => Promise.resolve().then(() => countAll(counter, texts, signal)),
    countSmall: (text) => counter.count(text),
  };
}

function countAll(
  counter: BytePairCounter,
  texts: readonly string[],
  signal: CancelSignal | undefined,
): readonly number[] {
  return texts.map((text) => {
    if (signal?.aborted === true) throw new DOMException('The count was cancelled.', 'AbortError');
    return counter.count(text);
  });
}
