import type { Typed } from '../../shared/composerView.ts';
import type { ChatHost } from './chatHost.ts';
import type { ChatState } from './chatState.ts';
import type { KeptChat } from './kept.ts';

/** Milliseconds without typing after which the text is reported to the host. */
const pauseMs = 300;
/** Milliseconds after which the text is reported even during typing. A crash loses no text that is older than that. */
const longestDelayMs = 1_000;

/**
 * Reports the text in the composer to the host: immediately if the text is empty, otherwise when typing pauses or has
 * gone on for a second.
 */
export class Typing {
  #timer = 0;
  #untold: { readonly typed: Typed; readonly since: number } | undefined;
  #told: string | undefined = '';
  readonly #host: () => ChatHost;

  constructor(host: () => ChatHost) {
    this.#host = host;
  }

  /** Takes the new text of the shown session, and plans when to report it to the host. */
  changed(typed: Typed): void {
    clearTimeout(this.#timer);
    const since = this.#untold?.since ?? typed.at;
    this.#untold = { typed, since };
    if (typed.text.trim() === '') this.tell();
    else
      this.#timer = window.setTimeout(
        () => this.tell(),
        Math.max(0, Math.min(pauseMs, since + longestDelayMs - typed.at)),
      );
  }

  /**
   * Reports the newest text to the host now, e.g. because the page is being unloaded. Does nothing if this text was
   * already reported.
   */
  tell(): void {
    clearTimeout(this.#timer);
    const typed = this.#untold?.typed;
    this.#untold = undefined;
    if (typed === undefined || typed.text === this.#told) return;
    this.#told = typed.text;
    this.#host().tell({ type: 'typed', ...typed });
  }

  /**
   * Takes over the host's text for the shown session if this text is newer than the page's text. Then plans to report
   * the text that the page has now.
   */
  follow({ header, composer }: Pick<ChatState, 'header' | 'composer'>, kept: KeptChat): void {
    kept.follow(header.sessionId, composer.typed);
    this.restart(kept.typedIn(header.sessionId));
  }

  /** Forgets all earlier texts. Plans to report the new text, even if the same text was reported before. */
  restart(typed: Typed): void {
    this.#told = undefined;
    this.#untold = undefined;
    this.changed(typed);
  }
}
