import type { ImportedMessage } from '../../../../src/adapters/transcripts/recording.ts';
import type { CountTokens } from '../../../../src/core/ports.ts';
import type { ContextItem } from '../contextItem.ts';
import type { Row, SkippedRow } from './row.ts';

export const STRATEGIES = ['truncate', 'summarize', 'hybrid', 'rolling', 'staged', 'window'] as const;

/** The window is not what is measured: one that every past of the budget's size fits. */
const WINDOW_TOKENS = 200_000;

type CompactMessages = (
  messages: readonly ImportedMessage[],
  options: { budgetTokens: number; windowTokens: number; strategy: string; count: CountTokens },
) => { readonly context: readonly ContextItem[] };

/** The engine's strategies, by the path of the headless command and without a model; those it can't do are told. */
export async function engineRows(): Promise<readonly (Row | SkippedRow)[]> {
  const compactMessages = await importEngine();
  if (compactMessages instanceof Error) {
    return STRATEGIES.map((name) => ({
      name,
      reason: `the engine can't be loaded: ${compactMessages.message}`,
    }));
  }
  return STRATEGIES.map((strategy) => engineRow(strategy, compactMessages));
}

function engineRow(strategy: string, compactMessages: CompactMessages): Row | SkippedRow {
  const run: Row['compact'] = ({ past, budgetTokens, count }) =>
    compactMessages(past, { budgetTokens, windowTokens: WINDOW_TOKENS, strategy, count }).context;
  try {
    const past = [{ message: { role: 'user', parts: [{ type: 'text', text: 'Hello.' }] } }] as const;
    void run({ past, budgetTokens: 4000, count: (text) => text.length, seed: 1 });
  } catch (error) {
    return { name: strategy, reason: error instanceof Error ? error.message : String(error) };
  }
  return { name: strategy, kind: 'engine', compact: run };
}

async function importEngine(): Promise<CompactMessages | Error> {
  try {
    const path = new URL('../../../../src/cli/compactMessages.ts', import.meta.url).href;
    const module = (await import(path)) as { readonly compactMessages: CompactMessages };
    return module.compactMessages;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
