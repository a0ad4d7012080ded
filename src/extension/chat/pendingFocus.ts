import type { ChatDelta } from '../../shared/chatView.ts';

export type Focus = Extract<ChatDelta, { readonly type: 'focusRequested' }>['on'];

/** The place that gets the focus as soon as the page is ready. A row gets the focus only in its own session. */
export class PendingFocus {
  #wanted: { readonly on: Focus; readonly session: string } | undefined;

  want(on: Focus, session: string): void {
    this.#wanted = { on, session };
  }

  /** Returns the place if it gets the focus in this session, otherwise undefined. Clears the place in both cases. */
  take(session: string): Focus | undefined {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    return typeof wanted?.on === 'object' && wanted.session !== session ? undefined : wanted?.on;
  }
}
