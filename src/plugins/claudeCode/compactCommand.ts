import type { PluginCommand } from '../../adapters/claudeCode/wishes.ts';
import type { Compaction } from '../../core/compaction/plan/compact.ts';
import { liveCompactions, type Session } from '../../core/log/session.ts';
import type { Environment } from './environment.ts';
import * as say from './sentences.ts';
import type { SessionThreads } from './sessionThreads.ts';

/** A planned compaction, which the person has not agreed to yet. */
interface Planned {
  readonly threads: SessionThreads;
  readonly instructions: string;
  readonly found: Compaction;
  /** The session for which the compaction was planned. */
  readonly session: Session | undefined;
}

/**
 * Plans the compaction for which the person asked. Returns a text for the person if nothing can be compacted now.
 * Before the first request, keeps the command for this request.
 */
export async function plannedOrText(
  instructions: string,
  threads: SessionThreads,
  env: Environment,
): Promise<Planned | string> {
  const found = await threads.preview(env, instructions);
  if (found === undefined) {
    threads.keepTypedWish({ kind: 'compact', ...(instructions !== '' && { instructions }) });
    return say.WISHED;
  }
  if (!found.run) return `Longthread: ${found.sentence}`;
  return { threads, instructions, found, session: threads.main?.session };
}

/**
 * Commits a planned compaction. Plans it again if the session has got new messages. Does nothing after another
 * compaction, an undo or a redo, since the person agreed to other sizes. Returns a text for the person.
 */
export async function committed(planned: Planned, env: Environment): Promise<string> {
  const { threads, instructions, session } = planned;
  const now = threads.main?.session;
  if (!haveSameCompactions(session, now)) return say.OVERTAKEN;
  const again = now === session ? planned : await plannedOrText(instructions, threads, env);
  if (typeof again === 'string') return again;
  threads.commit(again.found, env);
  return say.compactedText(again.found.draft);
}

function haveSameCompactions(before: Session | undefined, now: Session | undefined): boolean {
  const [old, live] = [before, now].map((session) => (session === undefined ? [] : liveCompactions(session)));
  return old?.length === live?.length && old?.every((each, at) => each === live?.[at]) === true;
}

export function undoOrRedo(word: 'undo' | 'redo', threads: SessionThreads, env: Environment): string {
  if (threads.main === undefined) {
    const wish: PluginCommand = { kind: word };
    threads.keepTypedWish(wish);
    return word === 'undo' ? say.WISHED_UNDO : say.WISHED_REDO;
  }
  if (word === 'undo') return threads.undo(env) ? say.UNDONE : say.NOTHING_TO_UNDO;
  return threads.redo(env) ? say.REDONE : say.NOTHING_TO_REDO;
}
