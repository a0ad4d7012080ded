import type { ApprovalMode } from './approvalView.ts';

export interface AttachmentView {
  readonly id: string;
  /** The label, e.g. `src/auth/token.ts:40-58` or `@problems`. */
  readonly label: string;
  readonly kind: 'file' | 'selection' | 'problems' | 'image' | 'folder' | 'symbol' | 'terminal' | 'diff';
  readonly tokens?: number;
  /** The reason why the attachment will not be sent, e.g. `too large`. */
  readonly problem?: string;
}

export interface ComposerView {
  readonly attachments: readonly AttachmentView[];
  readonly isBusy: boolean;
  /** The current activity, shown after 300 ms: `thinking`, `reading src/a.ts`, `compacting`. */
  readonly activity?: string;
  /**
   * The time that a long activity has taken or will take, e.g. `12 s`. Screen readers do not read this text aloud,
   * since it changes each second.
   */
  readonly waited?: string;
  /** The reason why nothing can be sent now, e.g. that the session is read-only. */
  readonly blocked?: string;
  /** The model's plan, while the plan has open steps or the model works. */
  readonly plan?: readonly PlanStepView[];
  /** The model's question, while it waits for the person's answer. */
  readonly asked?: AskedView;
  /** Messages that the person sent while the model worked, in sending order. */
  readonly waiting?: readonly WaitingView[];
  readonly returned?: ReturnedText;
  /** Absent if tools can change nothing: without a folder, in an untrusted workspace, or if `blocked` is set. */
  readonly mode?: ApprovalMode;
  /**
   * The typed text that was on disk when the session was shown; absent once the view has reported a text. The text on
   * disk may be newer than the text that the editor saved with the view's state.
   */
  readonly typed?: Typed | undefined;
}

/** A message that waits: with `isSteering`, for the next request of the running turn; otherwise, for the turn's end. */
export type WaitingView = Readonly<{ id: number; text: string; isSteering: boolean }>;

/** A step of the model's plan. */
export interface PlanStepView {
  readonly text: string;
  readonly state: 'open' | 'active' | 'done';
}

/** A question from the model with suggested answers. The person can also type another answer. */
export interface AskedView {
  /** The id of the message whose tool call asks the question. */
  readonly id: string;
  readonly text: string;
  readonly options: readonly { readonly label: string; readonly detail?: string }[];
}

/** A text, e.g. an unsent message, that is inserted at the start of the composer. Each id is inserted only once. */
export interface ReturnedText {
  readonly id: number;
  readonly text: string;
}

/** A composer's text, and the time at which it was typed, according to the view's clock. */
export interface Typed {
  readonly text: string;
  readonly at: number;
}

export interface CompletionView {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly kind: AttachmentView['kind'];
  /** Set if the completion attaches nothing, but puts this text after the `@`, so that it can be completed further. */
  readonly continuesWith?: string;
}
