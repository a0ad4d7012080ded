import { digestOf } from '../../core/compaction/stageDigest.ts';
import { clipAtWord, quotedLine } from '../../core/ledger/lines.ts';
import type { StageEntry } from '../../core/session/entry.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { Session, SessionMessage } from '../../core/session/session.ts';

export interface FinishedStage {
  /** Without one, the digest names the stage. */
  readonly title?: string | undefined;
  readonly by: StageEntry['by'];
  /** What was decided and why, where the one who finished it said so; else it is taken from the messages. */
  readonly decisions?: readonly string[];
}

const LONGEST_DECISION = 200;
const LONGEST_DETAILED = 1_000;
const LONGEST_BRIEF = 280;

/**
 * Ends the current stage with the newest message: from now on its digest stands in the context. Undefined when
 * nothing was said since the last one. Throws StoreError.
 */
export async function finishStage(
  live: LiveSession,
  { title, by, decisions = [] }: FinishedStage,
): Promise<StageEntry | undefined> {
  const messages = currentStage(live.session);
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const digest = digestOf(messages, live.facts);
  const told = decisions.map((decision) => clipAtWord(quotedLine(decision), LONGEST_DECISION)).join(' ');
  return (await live.append({
    kind: 'stage',
    title: title ?? digest.title,
    by,
    first: first.id,
    last: last.id,
    messageCount: messages.length,
    detailed: clipAtWord(told, LONGEST_DETAILED) || digest.detailed,
    brief: clipAtWord(told, LONGEST_BRIEF) || digest.brief,
  })) as StageEntry;
}

/** The messages since the last finished stage, without system text. */
function currentStage({ messages, stages }: Session): readonly SessionMessage[] {
  const end = stages.findLast(({ isSuperseded }) => !isSuperseded)?.entry.last;
  const start = messages.findIndex(({ id }) => id === end) + 1;
  return messages.slice(start).filter(({ message }) => message.role !== 'system');
}
