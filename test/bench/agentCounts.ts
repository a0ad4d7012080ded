import { BytePairCounter } from '../../src/adapters/tokens/bytePairCounter.ts';
import { loadRanks } from '../../src/adapters/tokens/ranks.ts';
import { TokenCounts } from '../../src/extension/agent/tokenCounts.ts';
import { median, timed, type BenchRow } from './benchRow.ts';
import { SampleText } from './sampleText.ts';

const RUNS = 5;
/** The number of texts whose tokens are counted before one request. Each text occurs four times. */
const CALLS = 5_000;
const TEXTS = 1_250;
/** The length of a text in characters. The 17,000 tokens of the tools are counted in texts of about this length. */
const TEXT_CHARACTERS = 55;

/** Measures the token counts that are needed before a request of the editor's agent goes to the model. */
export async function run(): Promise<BenchRow[]> {
  return [await tokenCounts()];
}

async function tokenCounts(): Promise<BenchRow> {
  const sample = new SampleText(4);
  const texts = Array.from({ length: TEXTS }, () => sample.message(TEXT_CHARACTERS));
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const counter = new BytePairCounter(await loadRanks('o200k_base'));
    const counts = new TokenCounts({
      countSmall: (text) => counter.count(text),
      count: (long) => Promise.resolve(long.map((text) => counter.count(text))),
    });
    times.push(await timed(() => Promise.all(calls(texts).map((text) => counts.of(text)))));
  }
  const name = 'agent: 5,000 counts for a first request';
  return { name, unit: 'ms', value: median(times), note: 'later requests take less time' };
}

/** Returns copies of the texts, like texts that come from another process. */
function calls(texts: readonly string[]): readonly string[] {
  return Array.from({ length: CALLS }, (_, at) => Buffer.from(texts[at % TEXTS] ?? '').toString());
}
