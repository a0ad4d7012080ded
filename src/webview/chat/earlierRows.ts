import type { ChatReplies, ChatRequest } from '../../shared/chatRequest.ts';
import type { HostConnection } from '../hostConnection.ts';
import { prependRows, type ChatState } from './chatState.ts';

/** The parts of the view that loading rows needs. */
export interface LoadingView {
  readonly chat: () => ChatState | undefined;
  readonly ask: HostConnection<ChatRequest, ChatReplies>['ask'];
  readonly took: (chat: ChatState) => void;
  readonly failed: (error: unknown) => void;
  /** Resolves when the view has been drawn. */
  readonly drawn: () => Promise<unknown>;
}

/** Loads the rows before those that the view has, one page at a time. */
export class EarlierRows {
  readonly #view: LoadingView;
  #loading: Promise<void> | undefined;

  constructor(view: LoadingView) {
    this.#view = view;
  }

  /** Loads a page, or all rows back to the wanted one. */
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
      // Another session has other rows, possibly with the same ids.
      const chat = current();
      const isSame = chat?.header.sessionId === before.header.sessionId && chat.rows[0]?.id === first.id;
      if (isSame) took(prependRows(chat, rows, hasEarlier));
    } catch (error) {
      failed(error);
    }
  }
}
