import type { ChatReplies, ChatRequest } from '../../shared/chatRequest.ts';
import type { HostConnection } from '../hostConnection.ts';
import { prependRows, type ChatState } from './chatState.ts';

/** The functions of the view that `EarlierRows` needs. */
export interface LoadingView {
  readonly chat: () => ChatState | undefined;
  readonly ask: HostConnection<ChatRequest, ChatReplies>['ask'];
  readonly onLoaded: (chat: ChatState) => void;
  readonly onError: (error: unknown) => void;
  /** Resolves when the view has been drawn. */
  readonly whenDrawn: () => Promise<unknown>;
}

/** Loads rows that are older than the rows in the view, one page at a time. */
export class EarlierRows {
  readonly #view: LoadingView;
  #loading: Promise<void> | undefined;

  constructor(view: LoadingView) {
    this.#view = view;
  }

  /**
   * Loads a page of earlier rows. If `until` is set, loads all rows back to that row. If rows are already being loaded,
   * only waits for these rows.
   */
  async load(until?: string): Promise<void> {
    const loading = (this.#loading ??= this.#ask(until));
    await loading;
    if (this.#loading === loading) this.#loading = undefined;
  }

  /** Loads earlier rows until the row `id` is loaded. Returns whether the row was found. */
  async loadUntil(id: string): Promise<boolean> {
    const { chat, whenDrawn } = this.#view;
    const has = (): boolean => chat()?.rows.some((row) => row.id === id) ?? false;
    while (!has() && chat()?.hasEarlier === true) {
      const rows = chat()?.rows;
      await this.load(id);
      if (chat()?.rows === rows) return false;
    }
    await whenDrawn();
    return has();
  }

  async #ask(until: string | undefined): Promise<void> {
    const { chat: current, ask, onLoaded, onError } = this.#view;
    const before = current();
    const first = before?.rows[0];
    if (first === undefined || before?.hasEarlier !== true) return;
    try {
      const wanted = until === undefined ? {} : { until };
      const { rows, hasEarlier } = await ask({ type: 'loadEarlier', before: first.id, ...wanted });
      // By now, another session may be shown, and its rows may have the same ids.
      const chat = current();
      const isSame = chat?.header.sessionId === before.header.sessionId && chat.rows[0]?.id === first.id;
      if (isSame) onLoaded(prependRows(chat, rows, hasEarlier));
    } catch (error) {
      onError(error);
    }
  }
}
