import type { ApprovalMode } from './approvalView.ts';

/** The composer's surroundings, as data. */

export interface AttachmentView {
  readonly id: string;
  /** The label, e.g. `src/auth/token.ts:40-58` or `@problems`. */
  readonly label: string;
  readonly kind: 'file' | 'selection' | 'problems' | 'image' | 'folder' | 'symbol' | 'terminal' | 'diff';
  readonly tokens?: number;
  /** Why it will not be sent, e.g. `too large`. */
  readonly problem?: string;
}

export interface ComposerView {
  readonly attachments: readonly AttachmentView[];
  readonly isBusy: boolean;
  /** Activity, shown after 300 ms: `thinking`, `reading src/a.ts`, `compacting`. */
  readonly activity?: string;
  /**
   * How long the activity has taken or will take, e.g. `12 s`; only for long ones. It changes each second and is not
   * read out.
   */
  readonly waited?: string;
  /** Why nothing can be sent now, e.g. because the session is read-only. */
  readonly blocked?: string;
  /** The model's plan, while something of it is to be done or the model works. */
  readonly plan?: readonly PlanStepView[];
  /** The model's question that waits for the person. */
  readonly asked?: AskedView;
  /** Messages sent meanwhile, in the order in which they go. */
  readonly waiting?: readonly WaitingView[];
  readonly returned?: ReturnedText;
  /** Absent where the session has no tools that change anything. */
  readonly mode?: ApprovalMode;
  /**
   * Texts that an earlier window left, until the view reports its own: these may be newer than the ones that the editor
   * kept of the view.
   */
  readonly typed?: Typed | undefined;
}

/** A message that waits: for the next request of the turn that runs, or for that turn's end. */
export type WaitingView = Readonly<{ id: number; text: string; isSteering: boolean }>;

/** A step of the model's plan. */
export interface PlanStepView {
  readonly text: string;
  readonly state: 'open' | 'active' | 'done';
}

/** A question of the model's, with the answers that it offers; any other can be typed. */
export interface AskedView {
  /** The message with the call. */
  readonly id: string;
  readonly text: string;
  readonly options: readonly { readonly label: string; readonly detail?: string }[];
}

/** A text to insert at the start of the composer, once for each id, e.g. one that could not be sent. */
export interface ReturnedText {
  readonly id: number;
  readonly text: string;
}

/** The text of a composer, and when it was typed, by the clock of the view. */
export interface Typed {
  readonly text: string;
  readonly at: number;
}

export interface CompletionView {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly kind: AttachmentView['kind'];
  /** The text to put behind the `@` when it is chosen, to be continued; nothing is attached yet. */
  readonly goesOn?: string;
}
