import type { WaitingMessage, WaitsFor } from '../../core/chat/waitingMessages.ts';
import * as vscode from 'vscode';
import { openQuestion } from '../../core/context/openQuestion.ts';
import { shownTokensOf } from '../../core/context/gauge.ts';
import type { Draft } from '../../core/log/entry.ts';
import { branchTitle } from '../../shared/branchTitle.ts';
import type { ChatReplies, ChatRequest } from '../../shared/chatRequest.ts';
import type { ChatRow } from '../../shared/chatView.ts';
import type { Handlers } from '../../shared/protocol.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { draftsThrough } from '../sessions/branches.ts';
import { shortenMessage } from '../sessions/shortenMessage.ts';
import { pinMessage } from '../sessions/pinMessage.ts';
import { undoHandlers } from '../sessions/undoCompaction.ts';
import type { ViewParts } from '../parts.ts';
import { rulesHandlers } from '../rules/rulesHandlers.ts';
import { showHere } from './showInChat.ts';
import { actHere } from '../sessions/actIn.ts';
import { assertOwnChatMaySend } from '../sessions/readOnlyReason.ts';
import { ViewError } from '../webviews/describeError.ts';
import type { Attachments } from './attachments.ts';
import { OPENING } from './chatHeader.ts';
import { messageIdOf } from './chatRows.ts';
import type { Completions } from './completions.ts';
import { assertInThread, offerToRestoreFiles } from '../hands/undoFiles.ts';
import { explainMask } from './explainMask.ts';
import { fileHandlers } from './fileHandlers.ts';
import { insertIntoEditor } from './insertIntoEditor.ts';
import { largestMessages } from './largestMessages.ts';
import { openLink } from './openLink.ts';
import { draftsBefore, titleBefore } from './rewound.ts';
import { type TypedText, typedHandler } from './typedText.ts';
import { readOriginal } from './originalText.ts';
import { sessionHandlers } from './sessionViews.ts';
import type { ThreadFeed } from './threadFeed.ts';
import type { UnsentTexts } from './unsentTexts.ts';
import { hideExpiredCache } from '../statusBar/expiredCache.ts';
import { AS_ASKED } from '../asking/ask.ts';

export interface ChatHandlerOptions extends ViewParts {
  readonly attachments: Attachments;
  readonly completions: Completions;
  readonly feed: () => ThreadFeed | undefined;
  readonly typedText: TypedText;
  readonly unsent: UnsentTexts;
  readonly composerChanged: () => void;
  readonly showCompaction: (id: string) => void;
  readonly showMessage: (id: string) => Promise<boolean>;
}

type ChatHandlers = Handlers<ChatRequest, ChatReplies>;

/** Returns the handlers of all messages from the chat view. */
export function chatHandlers(options: ChatHandlerOptions): ChatHandlers {
  return {
    ...talkHandlers(options),
    ...rowHandlers(options),
    ...composerHandlers(options),
    ...sessionHandlers(options),
    ...fileHandlers(() => currentOf(options), options),
    ...rulesHandlers(() => currentOf(options), options.memories),
    focusChanged: ({ hasFocus }) =>
      vscode.commands.executeCommand('setContext', 'longthread.isChatFocused', hasFocus),
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    insert: ({ text }) => insertIntoEditor(text),
    openLink: ({ href }) => openLink(href),
    run: ({ command }) => executeHere(options, command),
  };
}

/** Returns the session that is shown. Throws ViewError if there is none, or if it is still being opened. */
function currentOf({ sessions }: ViewParts): OpenSession {
  if (sessions.tail !== undefined) throw new ViewError(OPENING);
  if (sessions.current === undefined) throw new ViewError('No session is open; start or open one.');
  return sessions.current;
}

/** Runs a command of Longthread and drops its result, which the view must not get. */
export async function execute(command: string, ...given: readonly unknown[]): Promise<void> {
  await vscode.commands.executeCommand(`longthread.${command}`, ...given);
}

/** Runs a command for the chat's own session. */
async function executeHere(parts: ViewParts, command: string, ...given: readonly unknown[]): Promise<void> {
  actHere(parts);
  await execute(command, ...given);
}

type TalkRequest =
  | 'send'
  | 'stop'
  | 'takeBack'
  | 'returnedTaken'
  | 'answerQuestion'
  | 'answerExpiredCache'
  | 'answerApproval'
  | 'answerAsked'
  | 'retry'
  | 'edit';

function talkHandlers(options: ChatHandlerOptions): Pick<ChatHandlers, TalkRequest> {
  return {
    send: ({ text, waitsFor }) => send(text, waitsFor ?? 'nextRequest', options),
    stop: async () => {
      const { conversation } = currentOf(options);
      await Promise.all([giveBack(conversation.waiting.takeBack(), options), conversation.stop()]);
    },
    takeBack: ({ waiting }) => giveBack(currentOf(options).conversation.waiting.takeBack(waiting), options),
    returnedTaken: ({ returned }) => {
      options.unsent.restored(returned);
      options.composerChanged();
    },
    answerQuestion: ({ answer }) => {
      const { compactor } = currentOf(options).conversation;
      if (answer === 'compact') compactor.asking.agree();
      else if (answer === 'later') compactor.defer();
      else compactor.asking.stopCountdown();
      return answer === 'look' ? executeHere(options, 'previewCompaction', AS_ASKED) : undefined;
    },
    answerExpiredCache: ({ answer }) => {
      if (answer === 'compact') return executeHere(options, 'compactNow');
      hideExpiredCache(currentOf(options));
      return undefined;
    },
    answerApproval: async ({ row, answer, words }) => {
      const desk = options.approvals.knownDesk(currentOf(options).id);
      const said = words?.trim() ?? '';
      if (answer === 'deny') await desk?.answer(row, { kind: 'deny', words: said });
      else if (answer === 'copy') await desk?.answer(row, { kind: 'allow', term: 'once', keepsCopy: true });
      else await desk?.answer(row, { kind: 'allow', term: answer });
    },
    answerAsked: async ({ asked, option }) => {
      const { conversation, live } = assertOwnChatMaySend(currentOf(options));
      const question = openQuestion(live.session);
      const chosen = question?.id === asked ? question.options[option] : undefined;
      if (chosen === undefined || conversation.isBusy)
        throw new ViewError('This question no longer waits for an answer; write a message instead.');
      await conversation.send([{ type: 'text', text: chosen.label }]);
    },
    retry: () => {
      assertOwnChatMaySend(currentOf(options)).conversation.retry();
    },
    edit: ({ row, text }) => goBack(messageIdOf(row), text, options),
  };
}

/**
 * Sends a message. Resolves when the message is in the log, or when it waits for the running turn. Keeps the text until
 * then, since the page may be reloaded meanwhile.
 */
async function send(text: string, waitsFor: WaitsFor, options: ChatHandlerOptions): Promise<void> {
  const { sessions, attachments, unsent, composerChanged } = options;
  if (sessions.tail !== undefined) throw new ViewError(OPENING);
  const { conversation } = assertOwnChatMaySend(await sessions.ensure());
  const sending = unsent.sending(text);
  try {
    const { ids, parts } = await attachments.read();
    await conversation.send([...parts, { type: 'text', text }], waitsFor);
    attachments.remove(ids);
    sending.arrived();
  } catch (error) {
    sending.failed();
    composerChanged();
    throw error;
  }
}

/**
 * Replaces an earlier message and everything after it. Stops the running turn first, since the turn may still change
 * files.
 */
async function goBack(message: string, text: string, options: ChatHandlerOptions): Promise<void> {
  const session = assertOwnChatMaySend(currentOf(options));
  const { conversation, live } = session;
  assertInThread(live, message);
  if (conversation.isBusy) await giveBack(await conversation.stop(), options);
  await offerToRestoreFiles(session, message, options.files.of(session.id));
  assertInThread(live, message);
  await conversation.edit(message, text);
}

/** The parts that `giveBack` needs to put unsent messages back into the composer. */
export type ComposerParts = Pick<ChatHandlerOptions, 'unsent' | 'attachments' | 'composerChanged'>;

/** Puts unsent texts and their attachments back into the composer. */
export async function giveBack(messages: readonly WaitingMessage[], to: ComposerParts): Promise<void> {
  to.unsent.giveBack(messages.map(({ text }) => text));
  to.composerChanged();
  await to.attachments.giveBack(messages.flatMap(({ parts }) => parts));
}

type RowRequest =
  | (
      | 'loadEarlier'
      | 'find'
      | 'readOriginal'
      | 'openRewound'
      | 'branch'
      | 'undo'
      | 'redo'
      | 'reveal'
      | 'pin'
      | 'forget'
    )
  | ('explainMask' | 'bringBack' | 'shorten' | 'showCompaction' | 'exclude' | 'readLargest' | 'showMessage');

function rowHandlers(options: ChatHandlerOptions): Pick<ChatHandlers, RowRequest> {
  const append = async (draft: Draft): Promise<void> => {
    await currentOf(options).live.append(draft);
  };
  return {
    loadEarlier: ({ before, until }) =>
      options.feed()?.earlier(before, until) ?? { rows: [], hasEarlier: false },
    find: ({ query }) => options.feed()?.find(query) ?? [],
    readOriginal: ({ row }) => {
      const shown = options.feed()?.row(row);
      return readOriginal(currentOf(options).live, { row, isCompacted: isCompacted(shown) });
    },
    openRewound: async ({ row }) => {
      const { live } = currentOf(options);
      const drafts = draftsBefore(live, row);
      if (drafts === undefined)
        throw new ViewError('No messages were removed from the thread here, so there is nothing to open.');
      await options.sessions.createFrom(drafts, {
        title: titleBefore(live.session.title),
        branchOf: live.id,
      });
    },
    branch: async ({ row }) => {
      const { live } = currentOf(options);
      const drafts = draftsThrough(live.session, messageIdOf(row));
      if (drafts === undefined) throw new ViewError('This message is no longer in the thread.');
      const title = branchTitle(live.session.title, 'branch');
      await options.sessions.createFrom(drafts, { title, branchOf: live.id });
    },
    ...undoHandlers(() => currentOf(options), options.agentSessions),
    reveal: ({ row, secret }) => {
      const entry = currentOf(options).live.entry(messageIdOf(row));
      const span = entry?.kind === 'message' ? entry.secrets?.[secret] : undefined;
      if (span === undefined) throw new ViewError('This message does not contain this secret.');
      return append({ kind: 'reveal', target: messageIdOf(row), span });
    },
    explainMask: ({ row, secret }) =>
      explainMask(currentOf(options).live, { message: messageIdOf(row), secret }),
    pin: ({ row, on }) => pinMessage(currentOf(options), messageIdOf(row), on),
    exclude: ({ message, on }) => append({ kind: 'exclude', target: message, on }),
    readLargest: () => {
      const { live } = currentOf(options);
      return largestMessages(live, shownTokensOf(live.entries));
    },
    showMessage: ({ message }) => showHere(message, options),
    // The command asks first, since forgetting can't be undone.
    forget: ({ row }) => executeHere(options, 'forgetText', messageIdOf(row)),
    bringBack: ({ row }) => executeHere(options, 'bringBack', messageIdOf(row)),
    shorten: ({ message }) => shortenMessage(currentOf(options), message),
    showCompaction: ({ compaction }) => {
      actHere(options);
      options.showCompaction(compaction);
    },
  };
}

function isCompacted(row: ChatRow | undefined): boolean {
  return row?.type === 'tool' && row.away !== undefined;
}

function composerHandlers({
  attachments,
  completions,
  ...parts
}: ChatHandlerOptions): Pick<
  ChatHandlers,
  'typed' | 'complete' | 'attach' | 'attachContent' | 'attachUris' | 'detach'
> {
  return {
    typed: typedHandler(parts),
    complete: ({ query }) => completions.offer(query),
    attachContent: (content) => attachments.attachContent(content),
    attachUris: ({ uris }) => attachments.attachUris(uris),
    attach: ({ completion }) => completions.accept(completion, attachments),
    detach: ({ attachment }) => {
      attachments.remove(new Set([attachment]));
    },
  };
}
