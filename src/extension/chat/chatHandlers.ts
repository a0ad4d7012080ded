import * as vscode from 'vscode';
import type { Draft } from '../../core/session/entry.ts';
import type { ChatReplies, ChatRequest } from '../../shared/chatRequest.ts';
import type { ChatRow } from '../../shared/chatView.ts';
import type { Handlers } from '../../shared/protocol.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { undoCompaction } from '../sessions/undoCompaction.ts';
import type { ViewParts } from '../viewParts.ts';
import { ViewError } from '../webviews/describeError.ts';
import type { Attachments } from './attachments.ts';
import { OPENING } from './chatHeader.ts';
import { messageIdOf } from './chatRows.ts';
import type { Completions } from './completions.ts';
import { insertIntoEditor } from './insertIntoEditor.ts';
import { openLink } from './openLink.ts';
import { readOriginal } from './readOriginal.ts';
import { sessionHandlers } from './sessionHandlers.ts';
import type { ThreadFeed } from './threadFeed.ts';

export interface ChatHandlerOptions extends ViewParts {
  readonly attachments: Attachments;
  readonly completions: Completions;
  readonly feed: () => ThreadFeed | undefined;
  /** Puts texts back that were not sent. */
  readonly restoreDraft: (texts: readonly string[]) => void;
  /** The composer has the draft of this id. */
  readonly draftRestored: (id: number) => void;
  readonly showCompaction: (id: string) => void;
}

type ChatHandlers = Handlers<ChatRequest, ChatReplies>;

/** What the chat view may ask for, each done by the part that knows how. */
export function chatHandlers(options: ChatHandlerOptions): ChatHandlers {
  return {
    ...talkHandlers(options),
    ...rowHandlers(options),
    ...composerHandlers(options),
    ...sessionHandlers(options),
    copy: async ({ text }) => done(vscode.env.clipboard.writeText(text)),
    insert: async ({ text }) => done(insertIntoEditor(text)),
    openLink: async ({ href }) => done(openLink(href)),
    run: async ({ command }) => done(vscode.commands.executeCommand(`longthread.${command}`)),
  };
}

/** The session that is shown. Throws where there is none. */
function currentOf({ sessions }: ViewParts): OpenSession {
  if (sessions.tail !== undefined) throw new ViewError(OPENING);
  if (sessions.current === undefined) throw new ViewError('No session is open; start one, or open one.');
  return sessions.current;
}

async function done(work: PromiseLike<unknown>): Promise<null> {
  await work;
  return null;
}

function talkHandlers(
  options: ChatHandlerOptions,
): Pick<ChatHandlers, 'send' | 'stop' | 'takeBack' | 'draftRestored' | 'retry' | 'edit'> {
  return {
    send: async ({ text }) => done(send(text, options)),
    stop: async () => {
      const { conversation } = currentOf(options);
      options.restoreDraft(conversation.waiting.takeBack());
      await conversation.stop();
      return null;
    },
    takeBack: () => {
      options.restoreDraft(currentOf(options).conversation.waiting.takeBack());
      return Promise.resolve(null);
    },
    draftRestored: ({ draft }) => {
      options.draftRestored(draft);
      return Promise.resolve(null);
    },
    retry: () => {
      currentOf(options).conversation.retry();
      return Promise.resolve(null);
    },
    edit: async ({ row, text }) => done(currentOf(options).conversation.edit(messageIdOf(row), text)),
  };
}

/** Resolves when the message is durable; the answer comes after. */
async function send(text: string, { sessions, attachments }: ChatHandlerOptions): Promise<void> {
  if (sessions.tail !== undefined) throw new ViewError(OPENING);
  const { conversation } = await sessions.ensure();
  const parts = await attachments.read();
  await conversation.send([...parts, { type: 'text', text }]);
  attachments.clear();
}

type RowRequest = 'loadEarlier' | 'readOriginal' | 'undo' | 'reveal' | 'pin' | 'forget' | 'showCompaction';

function rowHandlers(options: ChatHandlerOptions): Pick<ChatHandlers, RowRequest> {
  const append = (draft: Draft): Promise<null> => done(currentOf(options).live.append(draft));
  return {
    loadEarlier: ({ before }) =>
      Promise.resolve(options.feed()?.earlier(before) ?? { rows: [], hasEarlier: false }),
    readOriginal: ({ row }) => {
      const shown = options.feed()?.row(row);
      return readOriginal(currentOf(options).live, { row, isCompacted: isCompacted(shown) });
    },
    undo: ({ compaction, withLater }) => undoCompaction(currentOf(options), compaction, withLater),
    reveal: ({ row, secret }) => {
      const entry = currentOf(options).live.entry(messageIdOf(row));
      const span = entry?.kind === 'message' ? entry.secrets?.[secret] : undefined;
      if (span === undefined) throw new ViewError('There is no such secret in this message.');
      return append({ kind: 'reveal', target: messageIdOf(row), span });
    },
    pin: ({ row, on }) => append({ kind: 'pin', target: messageIdOf(row), on }),
    // The command asks before it does what can't be undone.
    forget: async ({ row }) =>
      done(vscode.commands.executeCommand('longthread.forgetText', messageIdOf(row))),
    showCompaction: ({ compaction }) => {
      options.showCompaction(compaction);
      return Promise.resolve(null);
    },
  };
}

function isCompacted(row: ChatRow | undefined): boolean {
  return row?.type === 'tool' && row.isCompacted;
}

function composerHandlers({
  attachments,
  completions,
}: ChatHandlerOptions): Pick<ChatHandlers, 'complete' | 'attach' | 'detach'> {
  return {
    complete: ({ query }) => completions.offer(query),
    attach: async ({ completion }) => done(completions.accept(completion, attachments)),
    detach: ({ attachment }) => {
      attachments.detach(attachment);
      return Promise.resolve(null);
    },
  };
}
