import { createTokenCounter } from '../../src/adapters/tokens/inProcessTokenCounter.ts';
import { compact } from '../../src/core/compaction/compact.ts';
import { projectSession } from '../../src/core/context/project.ts';
import type { CountTokens } from '../../src/core/ports.ts';
import { importedEntries } from '../../src/core/log/ids.ts';
import type { Message } from '../../src/core/log/message.ts';
import { foldSession } from '../../src/core/log/session.ts';
import { median, timed, type BenchRow } from './benchRow.ts';
import { factsOf, sessionMessages, viewFor } from './longTalk.ts';
import { LoopGap } from './loopGap.ts';

/** Runs before the timed ones: until the engine has compiled what a day in an editor compiles; the first is told apart. */
const WARM_UPS = 40;
const RUNS = 25;
const ASKED = { by: 'person' } as const;
const SIZES = [
  { tokens: 200_000, name: '200k' },
  { tokens: 1_000_000, name: '1M' },
];

/** Mechanical compaction by hand, of sessions of two sizes: with counts, with counts and facts, and what the loop feels. */
export async function run(): Promise<BenchRow[]> {
  const counter = await createTokenCounter('o200k_base');
  const countSmall: CountTokens = (text) => counter.countSmall(text);
  const rows: BenchRow[] = [];
  for (const { tokens, name } of SIZES) {
    const messages = sessionMessages(tokens, countSmall);
    rows.push(
      await row(`compaction: ${name} tokens, counts and facts known`, messages, {
        countSmall,
        hasFacts: true,
      }),
      await row(`compaction: ${name} tokens, counts known`, messages, { countSmall, hasFacts: false }),
      await slowestTurn(`compaction: ${name} tokens, slowest turn of the loop`, messages, countSmall),
      await folding(`session: ${name} tokens folded and projected`, messages),
    );
  }
  return rows;
}

/** Every run has a session of its own, since counts and arguments are remembered by message; facts are kept by id. */
async function row(
  name: string,
  messages: readonly Message[],
  { countSmall, hasFacts }: { countSmall: CountTokens; hasFacts: boolean },
): Promise<BenchRow> {
  const times: number[] = [];
  const facts = hasFacts ? factsOf(messages) : undefined;
  for (let index = 0; index < WARM_UPS + RUNS; index++) {
    const view = viewFor(messages, { countSmall, facts });
    times.push(await timed(() => compact(view, ASKED)));
  }
  return {
    name,
    unit: 'ms',
    value: median(times.slice(WARM_UPS)),
    note: `first ${(times[0] ?? 0).toFixed(0)} ms`,
  };
}

async function slowestTurn(
  name: string,
  messages: readonly Message[],
  countSmall: CountTokens,
): Promise<BenchRow> {
  const view = viewFor(messages, { countSmall, facts: factsOf(messages) });
  const gap = new LoopGap();
  await new Promise((resolve) => setImmediate(resolve));
  compact(view, ASKED);
  await new Promise((resolve) => setImmediate(resolve));
  return { name, unit: 'ms', value: gap.stop() };
}

async function folding(name: string, messages: readonly Message[]): Promise<BenchRow> {
  const entries = importedEntries(
    messages.map((message) => ({ message: structuredClone(message) })),
    0,
  );
  const times: number[] = [];
  for (let index = 0; index < RUNS; index++)
    times.push(await timed(() => projectSession(foldSession(entries))));
  return { name, unit: 'ms', value: median(times) };
}
