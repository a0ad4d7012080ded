import { join } from 'node:path';
import { WorkerRecallIndex } from '../../adapters/recall/workerRecallIndex.ts';
import type { OpenOptions } from '../../adapters/store/jsonlSessionLog.ts';
import { Conversation } from '../../core/chat/conversation.ts';
import type { Asked } from '../../core/compaction/compactionView.ts';
import type { Strategy } from '../../core/compaction/strategies.ts';
import type { ConversationPorts } from '../../core/chat/conversationPorts.ts';
import type { SessionLog } from '../../core/ports.ts';
import type { RecallText } from '../../core/recall/scan.ts';
import { isForgotten } from '../../core/log/forget.ts';
import { textOf } from '../../core/log/message.ts';
import type { SessionInfoEntry } from '../../core/log/sessionInfo.ts';
import type { SessionMessage } from '../../core/log/session.ts';
import { LiveSession } from '../../core/session/liveSession.ts';
import { mapInSteps, withPauses, type Steps } from '../../core/steps.ts';
import type { Services } from '../services.ts';
import { ownTurn } from '../sleep.ts';

/** An open session: its log with the recall index (`live`), and its conversation. */
export interface OpenSession {
  readonly id: string;
  readonly live: LiveSession;
  readonly conversation: Conversation;
  /** Set if another agent runs the session and carries out what the person asks for here. */
  readonly wishes?: SessionWishes;
}

/** Passes the person's wishes on to the agent. The agent carries out the newest wish with its next request. */
export interface SessionWishes {
  compact(asked: Asked, strategy?: Strategy): Promise<void>;
  turnBack(wish: 'undo' | 'redo'): Promise<void>;
}

/** Returns the services that a conversation needs in addition to its session. */
export type ConversationSetup = (live: LiveSession) => Omit<ConversationPorts, 'live' | 'clock' | 'logger'>;

interface Opening {
  readonly services: Services;
  readonly setup: ConversationSetup;
}

/** A new session that starts from another session: as a copy of some of its messages, or as its continuation. */
export interface NewBranch {
  readonly title: string;
  /** The id of the other session. */
  readonly branchOf: string;
  /** The initial text in the composer of the new session. */
  readonly composerText?: string;
}

/**
 * Does the work and returns its result. If the work fails, closes `opened`, so that its lock is released, and rethrows
 * the error.
 */
export async function closeOnFailure<T>(
  opened: { close(): Promise<unknown> },
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}

/**
 * Creates a session. If that fails, removes the new session and rethrows the error. Does not remove a session that has
 * entries or in which a message waits to be sent.
 */
export async function createSession(
  opening: Opening,
  info: Pick<SessionInfoEntry, 'title' | 'importedFrom' | 'branchOf'> = {},
  options: Pick<OpenOptions, 'onLockLost'> = {},
): Promise<OpenSession> {
  const { store } = opening.services;
  const workspace = opening.services.workspace();
  const log = await store.create(options);
  try {
    const opened = await openSession(log, opening);
    const { live } = opened;
    await closeOnFailure(live, () =>
      live.append({ kind: 'session', ...info, ...(workspace !== undefined && { workspace }) }),
    );
    return opened;
  } catch (error) {
    store.discard(log.sessionId);
    throw error;
  }
}

/** Reads a session's log, opens its recall index and creates its conversation. Closes the log if that fails. */
export async function openSession(log: SessionLog, { services, setup }: Opening): Promise<OpenSession> {
  const { counter, redactor, clock, logger } = services;
  const live = await closeOnFailure(log, async () => {
    // Without the warm-up, the tokens of small texts would be estimated from the bytes, and these estimates would be
    // stored as counts in the side-car (the log's index file).
    await counter.warmUp();
    return LiveSession.open({ log, counter, redactor, clock, logger, pause: ownTurn });
  });
  return closeOnFailure(live, () => {
    live.index = recallIndex(live, services);
    const conversation = new Conversation({ live, clock, logger, ...setup(live) });
    return { id: live.id, live, conversation };
  });
}

/**
 * Opens the recall index. Its file is next to the log. If this window can't write the log, the index is kept in memory.
 */
function recallIndex(live: LiveSession, services: Services): WorkerRecallIndex {
  const path = live.log.isReadOnly ? ':memory:' : join(services.sessionsFolder, live.id, 'recall.db');
  return new WorkerRecallIndex({
    path,
    script: { path: services.workerPath('recallWorker.cjs') },
    logger: services.logger,
    source: { read: () => withPauses(recallTexts(live), ownTurn) },
  });
}

/**
 * Returns the texts to index: the texts of all messages, except empty and forgotten ones. If the index contains more
 * texts than this, `WorkerRecallIndex` rebuilds the index. This happens if a window is killed after a text was
 * forgotten, but before the text is removed from the index.
 */
export function* recallTexts(live: Pick<LiveSession, 'session'>): Steps<readonly RecallText[]> {
  const read = ({ id, message }: SessionMessage): RecallText => ({
    id,
    text: isForgotten(message) ? '' : textOf(message),
  });
  const texts = yield* mapInSteps(live.session.allMessages, read);
  return texts.filter(({ text }) => text !== '');
}
