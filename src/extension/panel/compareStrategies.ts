import { setImmediate } from 'node:timers/promises';
import { replay, type ReplayResult } from '../../core/replay/replay.ts';
import type { CompactionSettings } from '../../core/compaction/settings.ts';
import type { Strategy } from '../../core/compaction/strategies.ts';
import type { CountTokens, ModelProfile } from '../../core/ports.ts';
import type { SessionMessage } from '../../core/session/session.ts';
import type { ComparisonRow } from '../../shared/panelView.ts';
import { ViewError } from '../webviews/describeError.ts';

export interface ComparisonInput {
  readonly messages: readonly SessionMessage[];
  readonly strategies: readonly Strategy[];
  readonly settings: CompactionSettings;
  readonly windowTokens: number;
  readonly count: CountTokens;
  readonly price: ModelProfile['price'];
}

/** A replay folds the log at each step, so its time grows with the square of this. */
const MOST_MESSAGES = 1_500;

/** What this session would have cost under each strategy, the best kept first. The event loop gets its turn in between. */
export async function compareStrategies(input: ComparisonInput): Promise<readonly ComparisonRow[]> {
  const { messages, strategies, settings, windowTokens, price } = input;
  if (messages.length > MOST_MESSAGES) {
    throw new ViewError(
      `This session has ${messages.length} messages, too many to be replayed here; export it and run “longthread replay” on it.`,
    );
  }
  const count = remembering(input.count);
  const rows: ComparisonRow[] = [];
  for (const strategy of strategies) {
    await setImmediate();
    const known = price === undefined ? {} : { price };
    rows.push(rowOf(replay({ messages, windowTokens, strategy, settings, count, ...known })));
  }
  return rows.sort((a, b) => b.coveredSteps - a.coveredSteps || a.sentTokens - b.sentTokens);
}

/** Every strategy counts the same texts. */
function remembering(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? count(text);
    known.set(text, tokens);
    return tokens;
  };
}

function rowOf(result: ReplayResult): ComparisonRow {
  const { strategy, compactions, sentTokens, cachedTokens, rewrittenTokens, modelCalls, peakTokens } = result;
  return {
    ...{ strategy, compactions, sentTokens, cachedTokens, rewrittenTokens, modelCalls, peakTokens },
    coveredSteps: result.coveredSteps,
    ...(result.cost === undefined ? {} : { cost: result.cost }),
  };
}
