import { join } from 'node:path';
import type { SessionStore } from '../../adapters/store/sessionStore.ts';
import { WorkerRecallIndex } from '../../adapters/recall/workerRecallIndex.ts';
import type { JsonlSessionLog } from '../../adapters/store/jsonlSessionLog.ts';
import { Conversation } from '../../core/chat/conversation.ts';
import type { ConversationPorts } from '../../core/chat/conversationPorts.ts';
import type { RecallText } from '../../core/recall/scan.ts';
import { isForgotten } from '../../core/log/forget.ts';
import { textOf } from '../../core/log/message.ts';
import type { Draft } from '../../core/log/entry.ts';
import type { SessionInfoEntry } from '../../core/log/sessionInfo.ts';
import { LiveSession } from '../../core/session/liveSession.ts';
import type { Services } from '../services.ts';

/** A session as the views work with it: its log, its conversation and its recall index. */
export interface OpenSession {
  readonly id: string;
  readonly live: LiveSession;
  readonly conversation: Conversation;
}

/** What a conversation needs beside its session; the composition root makes it. */
export type ConversationSetup = (live: LiveSession) => Omit<ConversationPorts, 'live' | 'clock' | 'logger'>;

/** Does what comes of something opened. Where that fails it is closed: nobody else would, and it would keep its lock. */
export async function orClosed<T>(opened: { close(): Promise<unknown> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}

/** Writes what a new session begins with. Where that fails, nothing is left of it. */
export async function begin(
  { id, live }: Pick<OpenSession, 'id' | 'live'>,
  {
    entry,
    store,
  }: { readonly entry: Draft<SessionInfoEntry>; readonly store: Pick<SessionStore, 'discard'> },
): Promise<void> {
  try {
    await orClosed(live, () => live.append(entry));
  } catch (error) {
    store.discard(id);
    throw error;
  }
}

/** Reads a session's log and readies what works over it. The log is closed where that fails. */
export async function openSession(
  log: JsonlSessionLog,
  { services, setup }: { services: Services; setup: ConversationSetup },
): Promise<OpenSession> {
  const { counter, redactor, clock, logger } = services;
  const live = await orClosed(log, async () => {
    // Before that, small texts would be counted by their bytes, and the side-car would keep those counts.
    await counter.warmUp();
    return LiveSession.open({ log, counter, redactor, clock, logger });
  });
  live.index = recallIndex(live, services);
  const conversation = new Conversation({ live, clock, logger, ...setup(live) });
  return { id: live.id, live, conversation };
}

/** The index lies beside the log; one that another window writes is indexed in memory. */
function recallIndex(live: LiveSession, services: Services): WorkerRecallIndex {
  const path = live.log.isReadOnly ? ':memory:' : join(services.sessionsFolder, live.id, 'recall.db');
  return new WorkerRecallIndex({
    path,
    script: { path: services.workerPath('recallWorker.cjs') },
    logger: services.logger,
    source: {
      stamp: () => {
        const texts = recallTexts(live);
        return { count: texts.length, lastId: texts.at(-1)?.id };
      },
      read: () => Promise.resolve(recallTexts(live)),
    },
  });
}

/**
 * An empty message is not indexed, so it doesn't count; neither does a forgotten one, so that an index which a killed
 * window left with its text is found to hold too much, and is made anew.
 */
export function recallTexts(live: Pick<LiveSession, 'session'>): readonly RecallText[] {
  return live.session.allMessages
    .filter(({ message }) => !isForgotten(message))
    .map(({ id, message }) => ({ id, text: textOf(message) }))
    .filter(({ text }) => text !== '');
}
