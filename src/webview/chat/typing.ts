import type { Typed } from '../../shared/composerView.ts';
import type { ChatHost } from './chatHost.ts';
import type { ChatState } from './chatState.ts';
import type { KeptChat } from './kept.ts';

/** Milliseconds without typing after which the host is told. */
const pauseMs = 300;
/** The most milliseconds until the host is told, so that a crash loses only what was typed in this time. */
const longestDelayMs = 1_000;

/**
 * Tells the host what is in the composer: at once if it is empty, else when typing pauses or has gone on for a second.
 */
export class Typing {
  #timer = 0;
  #untold: { readonly typed: Typed; readonly since: number } | undefined;
  #told: string | undefined = '';
  readonly #host: () => ChatHost;

  constructor(host: () => ChatHost) {
    this.#host = host;
  }

  /** Takes the new text of the shown session, and plans when to tell the host. */
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
   * Tells the host the newest text now, e.g. since the page is unloaded; does nothing if the host was told it already.
   */
  tell(): void {
    clearTimeout(this.#timer);
    const typed = this.#untold?.typed;
    this.#untold = undefined;
    if (typed === undefined || typed.text === this.#told) return;
    this.#told = typed.text;
    this.#host().tell({ type: 'typed', ...typed });
  }

  /** Takes over the text that the host stored for the shown session, and tells the host the resulting text. */
  follow({ header, composer }: Pick<ChatState, 'header' | 'composer'>, kept: KeptChat): void {
    kept.follow(header.sessionId, composer.typed);
    this.restart(kept.typedIn(header.sessionId));
  }

  /** Starts again with a text, and tells the host even if it was told the same text before. */
  restart(typed: Typed): void {
    this.#told = undefined;
    this.#untold = undefined;
    this.changed(typed);
  }
}
