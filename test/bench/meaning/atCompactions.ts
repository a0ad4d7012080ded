import type { ContextItem } from '../../../src/core/context/context.ts';
import { DEFAULT_SETTINGS } from '../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../src/core/compaction/strategies.ts';
import { textOfItem, tokensOf } from '../retention/contextItem.ts';
import { asItem } from '../retention/rows/groups.ts';
import type { LoadedPolicy } from '../replay/peers/peerPolicies.ts';
import { replayPeer } from '../replay/peers/replayPeer.ts';
import { replaySession, type ReplaySession } from '../replay/replaySession.ts';
import { scoresOf, type Exam } from './exam.ts';
import { namesInOrder } from './namesInOrder.ts';

/**
 * The result of an exam for the context after one compaction of a replay. A score is the mean of the questions' scores,
 * from 0 to 1.
 */
export interface Known {
  readonly row: string;
  readonly score: number;
  /** The score of the control, which is a list of the session's names with the same number of tokens. */
  readonly control: number;
  readonly tokens: number;
}

export interface KnownRequest {
  readonly exam: Exam;
  /** The number of the session's messages that the exam is about. */
  readonly examLength: number;
  /** All messages, without the summaries that the session's own agent wrote. */
  readonly session: ReplaySession;
  readonly windowTokens: number;
  readonly policies: readonly LoadedPolicy[];
}

/**
 * Replays a session with each strategy and each peer. Returns the exam's result after each compaction. Omits
 * compactions before the end of the part that the exam is about.
 */
export async function knownAtCompactions(request: KnownRequest): Promise<readonly Known[]> {
  const { examLength, session, windowTokens, policies } = request;
  const known: Promise<Known>[] = [];
  const watcherFor = (row: string) => ({
    onCompacted: (context: readonly ContextItem[], messages: number): void => {
      if (messages >= examLength) known.push(knownIn(context, { ...request, row, messages }));
    },
  });
  for (const strategy of Object.values(STRATEGIES))
    replaySession(session, windowTokens, {
      strategy,
      settings: DEFAULT_SETTINGS,
      ...watcherFor(strategy.name),
    });
  for (const { name, start } of policies)
    await replayPeer({ name, ...session, windowTokens, start, ...watcherFor(name) });
  return Promise.all(known);
}

async function knownIn(
  context: readonly ContextItem[],
  { exam, session, row, messages }: KnownRequest & { readonly row: string; readonly messages: number },
): Promise<Known> {
  const items = context.map(({ message }) => asItem(message));
  const count = (text: string): number => session.account.ofText(text);
  const tokens = tokensOf(items, count);
  const past = session.messages.slice(0, messages);
  const names = await namesInOrder.compact({ past, budgetTokens: tokens, count, seed: 0 });
  const scoreOf = (scored: typeof items): number => {
    const scores = scoresOf(exam, scored.map(textOfItem).join('\n\n'));
    return scores.reduce((sum, { score }) => sum + score, 0) / Math.max(1, scores.length);
  };
  return { row, score: scoreOf(items), control: scoreOf([...names]), tokens };
}
