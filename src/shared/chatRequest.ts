import * as v from 'valibot';
import type { ChatRow, LargeMessage, SessionView } from './chatView.ts';
import type { CompletionView } from './composerView.ts';
import { rulesRequests, type RulesReplies } from './rulesView.ts';
import type { OriginalText, UndoReply } from './protocol.ts';

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const line = v.pipe(v.string(), v.maxLength(1_000));
const address = v.pipe(v.string(), v.minLength(1), v.maxLength(4_000));
const prose = v.pipe(v.string(), v.maxLength(2_000_000));

const commands = [
  'newSession',
  'openTranscript',
  'otherAgents',
  'continueInNewSession',
  'connect',
  'chooseModel',
  'compactNow',
  'previewCompaction',
  'deferCompaction',
  'openPanel',
  'openSettings',
  'openLog',
  'takeOver',
  'openSample',
  'useInAgent',
  'chooseApprovalMode',
  'continueInBackground',
] as const;

/** Requests of the chat view to the host. The host parses every request with this schema before it acts. */
export const chatRequestSchema = v.variant('type', [
  ...rulesRequests,
  /**
   * Sends a message. While the model works, the message is sent with the next request or, if `waitsFor` is set, after
   * the turn.
   */
  v.object({ type: v.literal('send'), text: prose, waitsFor: v.exactOptional(v.literal('turnEnd')) }),
  /** Reports the text in the composer and when it was typed. The gauge counts the text; a reload restores it. */
  v.object({ type: v.literal('typed'), text: prose, at: v.number() }),
  v.object({ type: v.literal('stop') }),
  /** Moves a waiting message back into the composer. */
  v.object({ type: v.literal('takeBack'), waiting: v.number() }),
  /**
   * Confirms that the composer contains a returned text (`ReturnedText`). Until then, the host keeps the text in the
   * composer's state.
   */
  v.object({ type: v.literal('returnedTaken'), returned: v.number() }),
  v.object({ type: v.literal('focusChanged'), hasFocus: v.boolean() }),
  /** Answers the question above the composer whether to compact now. `wait` stops the countdown to this compaction. */
  v.object({ type: v.literal('answerQuestion'), answer: v.picklist(['compact', 'look', 'later', 'wait']) }),
  /** Answers whether to compact before the first request after the provider's prompt cache has expired. */
  v.object({ type: v.literal('answerExpiredCache'), answer: v.picklist(['compact', 'asItIs']) }),
  /**
   * Answers whether a waiting action is allowed. `copy` allows the action once and keeps a copy of a file with secrets.
   * `words` are the reason for a refusal.
   */
  v.object({
    type: v.literal('answerApproval'),
    row: id,
    answer: v.picklist(['once', 'copy', 'session', 'always', 'deny']),
    words: v.optional(line),
  }),
  /** Answers the model's question with one of its options. */
  v.object({
    type: v.literal('answerAsked'),
    asked: id,
    option: index,
  }),
  v.object({ type: v.literal('retry'), row: id }),
  v.object({ type: v.literal('edit'), row: id, text: prose }),
  /** Loads the page of rows before the row `before`. If `until` is set, loads all rows back to the row `until`. */
  v.object({ type: v.literal('loadEarlier'), before: id, until: v.optional(id) }),
  v.object({ type: v.literal('find'), query: line }),
  v.object({ type: v.literal('readOriginal'), row: id }),
  /** Opens the thread as it was before a rewind, as a separate session. */
  v.object({ type: v.literal('openRewound'), row: id }),
  /** Opens the thread up to a message as a separate session. */
  v.object({ type: v.literal('branch'), row: id }),
  /** Undoes a compaction. Without `isSure`, the host may reply with a question instead. */
  v.object({ type: v.literal('undo'), compaction: id, isSure: v.boolean() }),
  v.object({ type: v.literal('redo'), isSure: v.boolean() }),
  /** Opens the changes of a call or a turn in the editor's diff view. */
  v.object({ type: v.literal('openDiff'), row: id }),
  /** Undoes the file changes of a call, a turn or a rewind, or redoes them if they were undone. */
  v.object({ type: v.literal('undoFiles'), row: id }),
  v.object({ type: v.literal('keepFiles'), row: id }),
  v.object({ type: v.literal('reveal'), row: id, secret: index }),
  v.object({
    type: v.literal('explainMask'),
    row: id,
    secret: index,
  }),
  v.object({ type: v.literal('pin'), row: id, on: v.boolean() }),
  v.object({ type: v.literal('exclude'), message: id, on: v.boolean() }),
  v.object({ type: v.literal('readLargest') }),
  v.object({ type: v.literal('showMessage'), message: id }),
  v.object({ type: v.literal('forget'), row: id }),
  v.object({ type: v.literal('bringBack'), row: id }),
  v.object({ type: v.literal('shorten'), message: id }),
  /** Asks for the completions of the text after an `@`. */
  v.object({ type: v.literal('complete'), query: line }),
  v.object({ type: v.literal('attach'), completion: id }),
  /** Attaches an image or a text that was pasted or was dropped from outside the workspace. Image data is in base64. */
  v.object({
    type: v.literal('attachContent'),
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
    mediaType: v.optional(v.pipe(v.string(), v.regex(/^image\/[\w.+-]{1,40}$/))),
    data: v.pipe(v.string(), v.minLength(1), v.maxLength(6_000_000)),
  }),
  v.object({ type: v.literal('attachUris'), uris: v.pipe(v.array(address), v.maxLength(20)) }),
  v.object({ type: v.literal('detach'), attachment: id }),
  v.object({ type: v.literal('listSessions'), query: line }),
  v.object({ type: v.literal('switchSession'), session: id }),
  v.object({ type: v.literal('renameSession'), session: id, title: line }),
  v.object({ type: v.literal('deleteSession'), session: id }),
  v.object({ type: v.literal('restoreSession'), session: id }),
  v.object({ type: v.literal('showCompaction'), compaction: id }),
  v.object({ type: v.literal('copy'), text: prose }),
  v.object({ type: v.literal('insert'), text: prose }),
  v.object({ type: v.literal('openLink'), href: v.pipe(v.string(), v.maxLength(4_000)) }),
  v.object({ type: v.literal('run'), command: v.picklist(commands) }),
]);

export type ChatRequest = v.InferOutput<typeof chatRequestSchema>;
export type ChatCommand = (typeof commands)[number];

const independentOfSession: ReadonlySet<ChatRequest['type']> = new Set([
  'focusChanged',
  'complete',
  'copy',
  'insert',
  'openLink',
  'listSessions',
  'switchSession',
  'renameSession',
  'deleteSession',
  'restoreSession',
]);
const commandsOfSession: ReadonlySet<ChatCommand> = new Set([
  'compactNow',
  'previewCompaction',
  'deferCompaction',
  'takeOver',
  'chooseApprovalMode',
  'continueInBackground',
  'continueInNewSession',
]);

/** Returns whether a request acts on the shown session, and so must not reach another session. */
export function isOfSession(request: ChatRequest): boolean {
  return request.type === 'run'
    ? commandsOfSession.has(request.command)
    : !independentOfSession.has(request.type);
}

/** A row with a match of the search. */
export interface FoundRow {
  readonly row: string;
  /** Whether all matches are in a part of the row that is visible only while it is unfolded. */
  readonly isFolded: boolean;
}

/** The types of the replies, by kind of request. The reply to any other kind is null. */
export interface ChatReplies extends RulesReplies {
  readonly loadEarlier: { readonly rows: readonly ChatRow[]; readonly hasEarlier: boolean };
  /** All rows of the session that contain a match, oldest first. */
  readonly find: readonly FoundRow[];
  readonly readOriginal: OriginalText;
  readonly readLargest: readonly LargeMessage[];
  readonly undo: UndoReply;
  readonly redo: UndoReply;
  readonly complete: readonly CompletionView[];
  readonly listSessions: readonly SessionView[];
}
