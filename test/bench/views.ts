import { ViewDriver } from '../ui/harness/viewDriver.ts';

/**
 * Streams an answer into a chat whose page holds thousands of rows, in a real browser, and tells the longest time between
 * two frames and what the page's memory came to: `npm run bench:views -- [SECONDS]`.
 */

const ROWS = 10_000;
const TOKENS_A_SECOND = 200;
const seconds = Number(process.argv[2] ?? 20);

interface Streamed {
  readonly frames: number;
  /** Milliseconds between two frames, shortest first. */
  readonly gaps: readonly number[];
  /** Bytes of the page's heap at the beginning, in the midst and at the end. */
  readonly heaps: readonly number[];
}

const driver = new ViewDriver();
await driver.start();
await driver.open('chat', 'streaming', { width: 350 });
await driver.push({
  type: 'rowsAppended',
  rows: Array.from({ length: ROWS }, (_, index) => ({
    type: 'assistant' as const,
    id: `x${String(index)}`,
    at: index,
    markdown: `Answer ${String(index)}: the gap is **marked** in the chart.`,
    reasoning: '',
    isStreaming: index === ROWS - 1,
    isPinned: false,
  })),
});
await driver.page.getByText(`Answer ${String(ROWS - 1)}`).waitFor();
const { frames, gaps, heaps } = await driver.page.evaluate(streamInto, {
  row: `x${String(ROWS - 1)}`,
  perSecond: TOKENS_A_SECOND,
  forMs: seconds * 1_000,
});
await driver.close();
await driver.stop();
const at = (share: number): string => (gaps[Math.floor((gaps.length - 1) * share)] ?? 0).toFixed(1);
console.log(`${String(ROWS)} rows, ${String(TOKENS_A_SECOND)} tokens a second for ${String(seconds)} s`);
console.log(
  `frames ${String(frames)}; between two of them: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`,
);
console.log(`heap ${heaps.map((bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`).join(' → ')}`);

/** Runs in the page: tokens come in small bunches, as from a server; paragraphs and code follow each other. */
function streamInto(given: {
  readonly row: string;
  readonly perSecond: number;
  readonly forMs: number;
}): Promise<Streamed> {
  const { row, perSecond, forMs } = given;
  const heap = (): number =>
    (performance as unknown as { readonly memory: { readonly usedJSHeapSize: number } }).memory
      .usedJSHeapSize;
  return new Promise((resolve) => {
    const [gaps, heaps] = [[] as number[], [heap()]];
    const start = performance.now();
    let [sent, last] = [0, start];
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - start) / 1_000) * perSecond);
      let text = '';
      for (; sent < due; sent++)
        text += sent % 60 === 59 ? '.\n\n' : sent % 240 === 100 ? '`code` ' : 'word ';
      if (text !== '') window.fake.channel.send({ type: 'textStreamed', id: row, text } as never);
    }, 5);
    const frame = (now: number): void => {
      gaps.push(now - last);
      last = now;
      if (heaps.length === 1 && now - start > forMs / 2) heaps.push(heap());
      if (now - start < forMs) {
        requestAnimationFrame(frame);
        return;
      }
      clearInterval(timer);
      resolve({ frames: gaps.length, gaps: gaps.toSorted((a, b) => a - b), heaps: [...heaps, heap()] });
    };
    requestAnimationFrame(frame);
  });
}
