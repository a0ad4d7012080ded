import type { ApprovalRow } from './approvalView.ts';
import type { AttachmentView, ComposerView } from './composerView.ts';
import type { Fate } from './fateWords.ts';
import type { GaugeView } from './gaugeView.ts';
import type { StateDelta } from './stateDelta.ts';

/** The chat's contents, as data. Row ids are stable; a row that changes is replaced under its id. */

export interface SecretView {
  /** The place in the row's message by which the host finds it again. */
  readonly index: number;
  readonly kind: string;
}

/** What became of a message that is not whole in the context. */
export interface AwayView {
  readonly fate: Fate;
  /** Whether it can be brought back whole, with its tool group. */
  readonly canBringBack: boolean;
  /** Whether bringing it back pins it, without which compactions would still treat it. */
  readonly isPinnedThen: boolean;
}

export interface UserRow {
  readonly type: 'user';
  readonly id: string;
  readonly at: number;
  /** Secrets stand as `[secret: kind]`. */
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
  readonly secrets: readonly SecretView[];
  readonly isPinned: boolean;
  /** Whether it can be edited: the session is writable, and nothing runs that may not be interrupted. */
  readonly isEditable: boolean;
  /** A client program's text, e.g. a system reminder of an imported transcript: shown folded, under this label. */
  readonly clientLabel?: string;
  /** Text that a client program sent along with the person's words, e.g. observations: one line, and the very text. */
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
  /** Why it ended early, e.g. `stopped`, `cut at the output limit`. */
  readonly ended?: string;
  readonly away?: AwayView;
}

/** `waiting`: for the person's answer. */
export type ToolStatus = 'running' | 'waiting' | 'done' | 'failed' | 'interrupted';

export interface ToolRow {
  readonly type: 'tool';
  readonly id: string;
  readonly at: number;
  readonly name: string;
  /** The argument that shows the call's subject: a path, a query, a command. */
  readonly mainArgument: string;
  readonly status: ToolStatus;
  /** Size or outcome in a few characters: `412 lines`, `9 hits`, `exit 1`. */
  readonly outcome: string;
  readonly tokens?: number;
  readonly isPinned: boolean;
  /** The full result is one click away all the same. */
  readonly away?: AwayView;
  /** Set where it changed a file whose earlier content is kept. */
  readonly change?: ChangeView;
}

/** Actions on files that a call, a turn or a taking back changed. */
export interface ChangeView {
  readonly isUndone: boolean;
  /** The person chose Keep. */
  readonly isAccepted: boolean;
  readonly canUndo: boolean;
}

/** One of the files that a turn changed. */
export interface ChangedFileView extends ChangeView {
  /** Name in requests. */
  readonly row: string;
  readonly name: string;
}

/** The files that a turn changed, at its end. */
export interface ChangesRow extends ChangeView {
  readonly type: 'changes';
  /** The id of the message that the turn began with, and `:changes`. */
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
  /** How it began: `automatically`, `urgent` or `by you`. */
  readonly begun: string;
  /** The number of the person's rules that are kept word for word. */
  readonly rulesKept: number;
  /** The number of rules that are neither in the context nor in its notes. */
  readonly rulesGone: number;
  /** Facts that are no longer in the context and can be looked up. */
  readonly recallable: number;
  /** `superseded`: the person went back past it. */
  readonly state: 'done' | 'undone' | 'superseded' | 'prosePending';
  readonly canUndo: boolean;
  /** Whether it can be redone: the newest undo undid it, and nothing was built since. */
  readonly canRedo: boolean;
  /** One line each: tokens before and after, duration, cost, when it has paid for itself, where the facts are now. */
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
  readonly actions: readonly { readonly action: ErrorAction; readonly label: string }[];
}

/** A rewind to an earlier message: the messages that left the thread can be read and continued. */
export interface RewindRow {
  readonly type: 'rewind';
  readonly id: string;
  readonly at: number;
  /** Messages that left. */
  readonly leftCount: number;
  /** Files were put back as they were then. */
  readonly change?: ChangeView;
}

/** A line of the session's own: a finished stage, a model switch, a report about the file. */
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
   * Set where nothing can be written. `takeOver` is the label of the button that tries to write here; absent where that
   * is impossible.
   */
  readonly readOnly?: { readonly reason: string; readonly takeOver?: string };
  /** One sentence on the origin of a session that was not held here. */
  readonly origin?: string;
  /** One sentence on other agents' sessions that may not be read yet. */
  readonly found?: string;
  readonly isOpening: boolean;
}

export interface SessionView {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: number;
  readonly messageCount: number;
  readonly isCurrent: boolean;
  /** Whether another window writes it. */
  readonly isLocked: boolean;
  /** The editor's own agent talks in it, in this window. */
  readonly isInAgent: boolean;
  /** A subagent's of the editor's own agent: it stands under its parent's. */
  readonly isSubagent: boolean;
  /**
   * Set where another agent keeps it: the agent's name, whether it is live, its tokens. It can't be renamed or deleted
   * here.
   */
  readonly keptBy?: string;
  readonly isLive?: boolean;
  /** Whether it is a branch or a continuation, listed below its origin. */
  readonly isBranch: boolean;
  readonly isTrashed: boolean;
}

/** A message that takes much of the context. */
export interface LargeMessage {
  readonly id: string;
  /** One line of its text or calls. */
  readonly label: string;
  /** `you`, `assistant`, `tool`. */
  readonly speaker: string;
  readonly tokens: number;
  readonly isPinned: boolean;
  readonly isLeftOut: boolean;
  readonly canLeaveOut: boolean;
  /** Whether it stands word for word and may be shortened. */
  readonly canShorten: boolean;
}

export interface ChatSnapshot {
  readonly header: ChatHeader;
  /** Absent until the first count is there. */
  readonly gauge?: GaugeView;
  /** The newest rows, oldest first; about 60. */
  readonly rows: readonly ChatRow[];
  readonly hasEarlier: boolean;
  readonly composer: ComposerView;
  /** Rows of the whole session, for the scroll bar and the screen reader. */
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
  /** Asked for from outside the view, e.g. by a command. */
  | {
      readonly type: 'focusRequested';
      readonly on: 'composer' | 'sessions' | 'find' | 'rules' | { readonly row: string };
    };
