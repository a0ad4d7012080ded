import type { ElementHandle } from 'playwright-core';
import { createTokenCounter } from '../../src/adapters/tokens/inProcessTokenCounter.ts';
import { compact } from '../../src/core/compaction/plan/compact.ts';
import { projectSession } from '../../src/core/context/project.ts';
import { previewView } from '../../src/extension/panel/previewView.ts';
import type { PreviewView } from '../../src/shared/previewView.ts';
import type { FakePanelHost } from '../ui/harness/fakePanel.ts';
import { ViewDriver } from '../ui/harness/viewDriver.ts';
import { median } from './benchRow.ts';
import { sessionMessages, viewFor } from './longTalk.ts';

/**
 * Measures the views in a real browser: `npm run bench:views -- [SECONDS]`. First measures the time to plan the
 * preview of a long session, and the time from a click until the preview is drawn. Then streams an answer into a chat
 * with thousands of rows, and measures the times between two frames and the memory of the page.
 */

const PREVIEWED_TOKENS = 200_000;
const PREVIEWS = 15;
const ROWS = 10_000;
/** A script that defines `__name` in a page, because tsx adds calls of this function to the code that the page runs. */
const NAMES = 'globalThis.__name = (named) => named;';
const TOKENS_A_SECOND = 200;
const seconds = Number(process.argv[2] ?? 20);

interface Streamed {
  readonly frames: number;
  /** The milliseconds between two frames, shortest first. */
  readonly gaps: readonly number[];
  /** The bytes of the page's heap at the beginning, in the middle and at the end. */
  readonly heaps: readonly number[];
}

const driver = new ViewDriver();
await driver.start();
await previews();
await driver.open('chat', 'streaming', { width: 350, script: NAMES });
await driver.push({
  type: 'field',
  field: 'rows',
  value: Array.from({ length: ROWS }, (_, index) => ({
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

/** Measures previews. The first preview is reported separately, because a person opens one preview and not fifteen. */
async function previews(): Promise<void> {
  const counter = await createTokenCounter('o200k_base');
  const messages = sessionMessages(PREVIEWED_TOKENS, counter.countSmall.bind(counter));
  const planned: number[] = [];
  const drawn: number[] = [];
  for (let index = 0; index < PREVIEWS; index++) {
    const view = viewFor(messages, { countSmall: counter.countSmall.bind(counter), hasFacts: true });
    const start = performance.now();
    const { account, session } = view;
    const found = compact(view, { by: 'person' });
    const context = projectSession(session);
    const shown = previewView({ key: 'preview1', found, context, account, model: undefined });
    planned.push(performance.now() - start);
    await driver.open('panel', 'day', { script: NAMES });
    const button = await driver.page.getByRole('button', { name: 'Compact…' }).elementHandle();
    drawn.push(
      await driver.page.evaluate(drawPreview, {
        planned: shown,
        button: button as ElementHandle<HTMLElement>,
      }),
    );
    await driver.close();
  }
  const told = (times: readonly number[]): string =>
    `${median(times).toFixed(0)} ms (first ${(times[0] ?? 0).toFixed(0)} ms)`;
  console.log(
    `preview of ${String(PREVIEWED_TOKENS)} tokens: planned ${told(planned)}, drawn ${told(drawn)}`,
  );
}

/**
 * Runs in the page. Returns the milliseconds from the click to the next frame after the rows of the preview are drawn.
 */
function drawPreview({ planned, button }: { planned: PreviewView; button: HTMLElement }): Promise<number> {
  (window.fake as FakePanelHost).planned = planned;
  return new Promise((resolve) => {
    const start = performance.now();
    button.click();
    const look = (): void => {
      if (document.querySelector('.preview-body:not(.stale) .item') === null) requestAnimationFrame(look);
      else
        requestAnimationFrame(() => {
          resolve(performance.now() - start);
        });
    };
    look();
  });
}

/** Runs in the page. Streams paragraphs and code into a row in small groups of tokens, as a server would. */
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
