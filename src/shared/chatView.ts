import type { ApprovalRow } from './approvalView.ts';
import type { AttachmentView, ComposerView } from './composerView.ts';
import type { Fate } from './fateWords.ts';
import type { GaugeView } from './gaugeView.ts';
import type { StateDelta } from './stateDelta.ts';

/**
 * The types of the chat's contents, which are plain data. A changed row replaces the old row with the same id. There
 * are two exceptions: a streamed answer and a tool call get another id when they are complete.
 */

export interface SecretView {
  /** The position of the secret among the secrets of the row's message. The host finds the secret by this position. */
  readonly index: number;
  readonly kind: string;
}

/** The state of a message that is shortened in the context or is not in the context. */
export interface AwayView {
  readonly fate: Fate;
  /** Whether the whole message can be restored, together with its tool group. */
  readonly canBringBack: boolean;
  /** Whether restoring the message also pins it. Without a pin, a compacted message would stay compacted. */
  readonly isPinnedThen: boolean;
}

export interface UserRow {
  readonly type: 'user';
  readonly id: string;
  readonly at: number;
  /** The text, with secrets as `[secret: kind]`. */
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
  readonly secrets: readonly SecretView[];
  readonly isPinned: boolean;
  /**
   * Whether the message can be edited: the person wrote the message, the session is writable, and no other agent runs
   * the session.
   */
  readonly isEditable: boolean;
  /**
   * Set if a client program wrote the text, e.g. a system reminder of an imported transcript. The view shows this label
   * and folds the text.
   */
  readonly clientLabel?: string;
  /**
   * The text that a client program added to the person's words, e.g. observations. `label` describes the text in one
   * line.
   */
  readonly sentAlong?: { readonly label: string; readonly text: string };
  readonly away?: AwayView;
}

export interface AssistantRow {
  readonly type: 'assistant';
  readonly id: string;
  readonly at: number;
  readonly markdown: string;
  readonly reasoning: string;
  readonly isStreaming: boolean;
  readonly isPinned: boolean;
  readonly model?: string;
  /** The reason why the answer ended early, e.g. `stopped` or `cut at the output limit`. */
  readonly ended?: string;
  readonly away?: AwayView;
}

/** `waiting` means that the call waits for the person's answer. */
export type ToolStatus = 'running' | 'waiting' | 'done' | 'failed' | 'interrupted';

export interface ToolRow {
  readonly type: 'tool';
  readonly id: string;
  readonly at: number;
  readonly name: string;
  /** The argument that identifies the subject of the call: a path, a query, a command. */
  readonly mainArgument: string;
  readonly status: ToolStatus;
  /** The size of the result, or the outcome: `412 lines`, `9 hits`, `exit 1`, or the beginning of an error. */
  readonly outcome: string;
  readonly tokens?: number;
  readonly isPinned: boolean;
  /** Set if the full result is not in the context. */
  readonly away?: AwayView;
  /** Set if the call changed a file whose earlier content is kept. */
  readonly change?: FileChangeView;
}

/** The state of the file changes of a call, a turn or a rewind. */
export interface FileChangeView {
  readonly isUndone: boolean;
  /** Whether the person chose Keep. */
  readonly isAccepted: boolean;
  readonly canUndo: boolean;
}

/** One of the files that a turn changed. */
export interface ChangedFileView extends FileChangeView {
  /** The `row` of requests for only this file: the id of the turn's `ChangesRow` and an index, e.g. `m4:changes:0`. */
  readonly row: string;
  readonly name: string;
}

/** The files that a turn changed. The row is shown at the end of the turn. */
export interface ChangesRow extends FileChangeView {
  readonly type: 'changes';
  /** The id of the turn's first message, followed by `:changes`. */
  readonly id: string;
  readonly at: number;
  readonly files: readonly ChangedFileView[];
}

export interface CompactionRow {
  readonly type: 'compaction';
  readonly id: string;
  readonly at: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** How the compaction started: `automatically`, `urgent` or `by you`. */
  readonly begun: string;
  /** The number of the person's rules that are kept word for word. */
  readonly rulesKept: number;
  /** The number of the person's rules that are neither in a message of the context nor in the notes. */
  readonly rulesGone: number;
  /** The number of facts that are no longer in the context and can be looked up. */
  readonly recallable: number;
  /**
   * `superseded` means that the person went back to a message before the compaction. `prosePending` means that a model
   * may still add its notes.
   */
  readonly state: 'done' | 'undone' | 'superseded' | 'prosePending';
  readonly canUndo: boolean;
  /** Whether the compaction can be redone: the newest undo undid it, and no compaction was made since. */
  readonly canRedo: boolean;
  /** Lines on the tokens before and after, the duration, the cost, when the cost pays off, and where the facts are. */
  readonly figures: readonly string[];
}

export type ErrorAction =
  | 'retry'
  | 'connect'
  | 'chooseModel'
  | 'compactNow'
  | 'openSettings'
  | 'openLog'
  | 'takeOver'
  | 'newSession';

export interface ErrorRow {
  readonly type: 'error';
  readonly id: string;
  readonly at: number;
  readonly sentence: string;
  /** Set if the last message has no answer and the reason is unknown. The reason need not be an error. */
  readonly isUnexplained?: true;
  readonly actions: readonly { readonly action: ErrorAction; readonly label: string }[];
}

/** A rewind to an earlier message. The person can still read the removed messages and continue from them. */
export interface RewindRow {
  readonly type: 'rewind';
  readonly id: string;
  readonly at: number;
  /** The number of removed messages. */
  readonly leftCount: number;
  /** Set if files were restored to their earlier state. */
  readonly change?: FileChangeView;
}

/** A line about the session: a finished stage, a model switch, or a problem with the session's log. */
export interface NoticeRow {
  readonly type: 'notice';
  readonly id: string;
  readonly at: number;
  readonly kind: 'stage' | 'model' | 'report';
  readonly text: string;
}

export type ChatRow =
  | ApprovalRow
  | UserRow
  | AssistantRow
  | ToolRow
  | ChangesRow
  | CompactionRow
  | ErrorRow
  | NoticeRow
  | RewindRow;

export interface ChatHeader {
  readonly sessionId: string;
  readonly title: string;
  /** The model's name; absent when none is configured. */
  readonly model?: string;
  readonly strategy: string;
  /**
   * Set if the session is read-only. `takeOver` is the label of the button that makes the session writable here;
   * absent if that is impossible.
   */
  readonly readOnly?: { readonly reason: string; readonly takeOver?: string };
  /** One sentence on where the session was imported from; absent if it was not imported. */
  readonly origin?: string;
  /** One sentence on the sessions of other agents that Longthread has found but is not yet allowed to read. */
  readonly found?: string;
  readonly isOpening: boolean;
}

export interface SessionView {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: number;
  readonly messageCount: number;
  readonly isCurrent: boolean;
  /** Whether another window has the session open for writing. */
  readonly isLocked: boolean;
  /** Whether the editor's own agent uses the session in this window. */
  readonly isInAgent: boolean;
  /** Whether a subagent of the editor's own agent uses the session, which is then listed below its parent session. */
  readonly isSubagent: boolean;
  /**
   * Set if another agent, and not Longthread, stores the session: the text of `keptByWords`. The session then can't be
   * renamed or deleted here.
   */
  readonly keptBy?: string;
  readonly isLive?: boolean;
  /** Whether the session is a branch or a continuation, which is listed below the original session. */
  readonly isBranch: boolean;
  readonly isTrashed: boolean;
}

/** A message that takes up much of the context, or that the person left out of the context. */
export interface LargeMessage {
  readonly id: string;
  /** One line of the message's text or calls. */
  readonly label: string;
  /** `you`, `assistant` or `tool`. */
  readonly speaker: string;
  readonly tokens: number;
  readonly isPinned: boolean;
  readonly isLeftOut: boolean;
  readonly canLeaveOut: boolean;
  /** Whether the message is in the context word for word and may be shortened. */
  readonly canShorten: boolean;
}

export interface ChatSnapshot {
  readonly header: ChatHeader;
  /** Absent if no session is open. */
  readonly gauge?: GaugeView;
  /** The newest rows, oldest first: at most 60, or more if an earlier row must be shown. */
  readonly rows: readonly ChatRow[];
  readonly hasEarlier: boolean;
  readonly composer: ComposerView;
  /** The number of rows in the whole session, for the scroll bar and the screen reader. */
  readonly rowCount: number;
}

export type ChatDelta =
  | StateDelta<ChatSnapshot>
  /** Text to add to a streaming assistant row. */
  | {
      readonly type: 'textStreamed';
      readonly id: string;
      readonly text?: string;
      readonly reasoning?: string;
    }
  /** A request from outside the view to move the focus, e.g. by a command. */
  | {
      readonly type: 'focusRequested';
      readonly on: 'composer' | 'sessions' | 'find' | 'rules' | { readonly row: string };
    };
