import { DEFAULT_SETTINGS } from '../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../src/core/compaction/strategies.ts';
import { TokenAccount } from '../../src/core/context/account.ts';
import type { Message } from '../../src/core/log/message.ts';
import { replay } from '../../src/core/replay/replay.ts';
import { median, timed, type BenchRow } from './benchRow.ts';
import { SampleText } from './sampleText.ts';

const SIZES = [6_000, 24_000];
const RUNS = 3;

/**
 * Replays two sessions of small messages, and returns the median time for each session. The larger session has four
 * times as many messages, and 11 compactions instead of one. Each compaction reads all earlier messages.
 */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of SIZES) {
    const messages = smallMessages(size);
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) times.push(await timed(() => replayed(messages)));
    const name = `replay: ${size.toLocaleString('en')} small messages, window of 200,000`;
    rows.push({ name, unit: 'ms', value: median(times) });
  }
  return rows;
}

function replayed(messages: readonly { readonly message: Message }[]): void {
  replay({
    messages: messages.map(({ message }) => ({ message: structuredClone(message) })),
    usableTokens: 160_000,
    strategy: STRATEGIES.hybrid,
    settings: DEFAULT_SETTINGS,
    account: new TokenAccount((text) => Math.ceil(text.length / 4)),
  });
}

function smallMessages(count: number): readonly { readonly message: Message }[] {
  const sample = new SampleText(7);
  return Array.from({ length: count }, (_, at) => {
    const parts = [{ type: 'text', text: sample.message(60) }] as const;
    return { message: at % 2 === 0 ? { role: 'user', parts } : { role: 'assistant', parts } };
  });
}
