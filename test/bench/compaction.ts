import { createTokenCounter } from '../../src/adapters/tokens/inProcessTokenCounter.ts';
import { compact, compactInSteps } from '../../src/core/compaction/plan/compact.ts';
import { projectSession } from '../../src/core/context/project.ts';
import type { CountTokens } from '../../src/core/ports.ts';
import { importedEntries } from '../../src/core/log/ids.ts';
import type { Message } from '../../src/core/log/message.ts';
import { foldSession } from '../../src/core/log/session.ts';
import { median, timed, timedCpu, type BenchRow } from './benchRow.ts';
import { sessionMessages, viewFor } from './longTalk.ts';

/**
 * The number of runs before the timed runs. In these runs, the JavaScript engine compiles the code that it would
 * compile during a day in an editor. The first run is reported separately.
 */
const WARM_UPS = 40;
const RUNS = 25;
const ASKED = { by: 'person' } as const;
const SIZES = [
  { tokens: 200_000, name: '200k' },
  { tokens: 1_000_000, name: '1M' },
];
/** The largest session for which the longest step is measured: about 4,600 messages. */
const LONGEST = { tokens: 3_000_000, name: '3M' };
const MAXIMA = 5;

/**
 * Measures the CPU time of "Compact Now" without a model, once with cached counts, and once with cached counts and
 * facts. Also measures the longest step of a plan, and the fold of the log.
 */
export async function run(): Promise<BenchRow[]> {
  const counter = await createTokenCounter('o200k_base');
  const countSmall: CountTokens = (text) => counter.countSmall(text);
  const rows: BenchRow[] = [];
  for (const { tokens, name } of SIZES) {
    const messages = sessionMessages(tokens, countSmall);
    rows.push(
      row(`compaction: ${name} tokens, counts and facts known`, messages, {
        countSmall,
        hasFacts: true,
      }),
      row(`compaction: ${name} tokens, counts known`, messages, { countSmall, hasFacts: false }),
      longestStep(`compaction: ${name} tokens, longest step`, messages, countSmall),
      await folding(`session: ${name} tokens folded and projected`, messages),
    );
  }
  const longest = sessionMessages(LONGEST.tokens, countSmall);
  rows.push(longestStep(`compaction: ${LONGEST.name} tokens, longest step`, longest, countSmall));
  return rows;
}

/**
 * Measures compactions. Each compaction is in a new session, because counts, arguments and facts are cached by message.
 */
function row(
  name: string,
  messages: readonly Message[],
  { countSmall, hasFacts }: { countSmall: CountTokens; hasFacts: boolean },
): BenchRow {
  const times: number[] = [];
  for (let index = 0; index < WARM_UPS + RUNS; index++) {
    const view = viewFor(messages, { countSmall, hasFacts });
    times.push(timedCpu(() => compact(view, ASKED)));
  }
  return {
    name,
    unit: 'ms',
    value: median(times.slice(WARM_UPS)),
    note: `first ${(times[0] ?? 0).toFixed(0)} ms`,
  };
}

/** Measures the longest CPU time that planning uses before it pauses: the median of the maxima of several runs. */
function longestStep(name: string, messages: readonly Message[], countSmall: CountTokens): BenchRow {
  const maxima = Array.from({ length: MAXIMA }, () => {
    const view = viewFor(messages, { countSmall, hasFacts: true });
    projectSession(view.session);
    return Math.max(...stepsOf(compactInSteps(view, ASKED)));
  });
  return {
    name,
    unit: 'ms',
    value: median(maxima),
    note: `${messages.length.toLocaleString('en')} messages`,
  };
}

function stepsOf(steps: ReturnType<typeof compactInSteps>): readonly number[] {
  const times: number[] = [];
  const isOver = (): boolean => {
    let result: ReturnType<typeof steps.next> | undefined;
    times.push(timedCpu(() => (result = steps.next())));
    return result?.done === true;
  };
  while (!isOver());
  return times;
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
