import type { ApprovalMode } from './approvalView.ts';

export interface AttachmentView {
  readonly id: string;
  /** The label, e.g. `src/auth/token.ts:40-58` or `@problems`. */
  readonly label: string;
  readonly kind: 'file' | 'selection' | 'problems' | 'image' | 'folder' | 'symbol' | 'terminal' | 'diff';
  readonly tokens?: number;
  /** The reason why it will not be sent, e.g. `too large`. */
  readonly problem?: string;
}

export interface ComposerView {
  readonly attachments: readonly AttachmentView[];
  readonly isBusy: boolean;
  /** The current activity, shown after 300 ms: `thinking`, `reading src/a.ts`, `compacting`. */
  readonly activity?: string;
  /**
   * The time that a long activity has taken or will take, e.g. `12 s`. Screen readers do not read it aloud, since it
   * changes each second.
   */
  readonly waited?: string;
  /** The reason why nothing can be sent now, e.g. that the session is read-only. */
  readonly blocked?: string;
  /** The model's plan, while it has open steps or the model works. */
  readonly plan?: readonly PlanStepView[];
  /** The model's question that waits for the person. */
  readonly asked?: AskedView;
  /** Messages that the person sent while the model worked, in sending order. */
  readonly waiting?: readonly WaitingView[];
  readonly returned?: ReturnedText;
  /** Absent if tools can change nothing: without a folder, in an untrusted workspace, or if `blocked` is set. */
  readonly mode?: ApprovalMode;
  /**
   * The stored text of an earlier window, until this view reports its own. It may be newer than the text that the
   * editor saved for the view.
   */
  readonly typed?: Typed | undefined;
}

/** A message that waits for the running turn's next request, or without `isSteering` for the turn's end. */
export type WaitingView = Readonly<{ id: number; text: string; isSteering: boolean }>;

/** A step of the model's plan. */
export interface PlanStepView {
  readonly text: string;
  readonly state: 'open' | 'active' | 'done';
}

/** A question of the model with its suggested answers; the person can also type another one. */
export interface AskedView {
  /** The id of the message with the call. */
  readonly id: string;
  readonly text: string;
  readonly options: readonly { readonly label: string; readonly detail?: string }[];
}

/** A text to insert at the start of the composer, once for each id, e.g. one that could not be sent. */
export interface ReturnedText {
  readonly id: number;
  readonly text: string;
}

/** A composer's text, and when it was typed, by the view's clock. */
export interface Typed {
  readonly text: string;
  readonly at: number;
}

export interface CompletionView {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly kind: AttachmentView['kind'];
  /** Set if choosing this attaches nothing, but puts this text after the `@`, to be completed further. */
  readonly continuesWith?: string;
}
