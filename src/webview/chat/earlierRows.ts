import type { ChatReplies, ChatRequest } from '../../shared/chatRequest.ts';
import type { HostConnection } from '../hostConnection.ts';
import { prependRows, type ChatState } from './chatState.ts';

/** The view as loading rows needs it. */
export interface LoadingView {
  readonly chat: () => ChatState | undefined;
  readonly ask: HostConnection<ChatRequest, ChatReplies>['ask'];
  readonly took: (chat: ChatState) => void;
  readonly failed: (error: unknown) => void;
  /** Resolves when the view has been drawn. */
  readonly drawn: () => Promise<unknown>;
}

/** Rows before those that the view has; one page of them on its way at a time. */
export class EarlierRows {
  readonly #view: LoadingView;
  #loading: Promise<void> | undefined;

  constructor(view: LoadingView) {
    this.#view = view;
  }

  /** A page, or all back to a row that is wanted. */
  async load(until?: string): Promise<void> {
    const loading = (this.#loading ??= this.#ask(until));
    await loading;
    if (this.#loading === loading) this.#loading = undefined;
  }

  /** Loads earlier rows until the row is there; returns whether it was found. */
  async loadUntil(id: string): Promise<boolean> {
    const { chat, drawn } = this.#view;
    const has = (): boolean => chat()?.rows.some((row) => row.id === id) ?? false;
    while (!has() && chat()?.hasEarlier === true) {
      const rows = chat()?.rows;
      await this.load(id);
      if (chat()?.rows === rows) return false;
    }
    await drawn();
    return has();
  }

  async #ask(until: string | undefined): Promise<void> {
    const { chat: current, ask, took, failed } = this.#view;
    const before = current();
    const first = before?.rows[0];
    if (first === undefined || before?.hasEarlier !== true) return;
    try {
      const wanted = until === undefined ? {} : { until };
      const { rows, hasEarlier } = await ask({ type: 'loadEarlier', before: first.id, ...wanted });
      // A session that was switched meanwhile has other rows, if under the same ids.
      const chat = current();
      const isSame = chat?.header.sessionId === before.header.sessionId && chat.rows[0]?.id === first.id;
      if (isSame) took(prependRows(chat, rows, hasEarlier));
    } catch (error) {
      failed(error);
    }
  }
}
