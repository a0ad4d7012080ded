import type { Typed } from '../../shared/composerView.ts';
import type { ChatHost } from './chatHost.ts';
import type { ChatState } from './chatState.ts';
import type { KeptChat } from './kept.ts';

/** The host counts and keeps what is typed once nothing was typed for so long. */
const settledMs = 300;
/** It is told no later than that, however one types: a window that dies takes no more with it. */
const latestMs = 1_000;

/** Tells the host what stands in the composer: an empty one at once, all else when the typing rests. */
export class Typing {
  #timer = 0;
  #untold: { readonly typed: Typed; readonly since: number } | undefined;
  #told: string | undefined = '';
  readonly #host: () => ChatHost;

  constructor(host: () => ChatHost) {
    this.#host = host;
  }

  /** This stands in the composer of the session that is shown. */
  shows(typed: Typed): void {
    clearTimeout(this.#timer);
    const since = this.#untold?.since ?? typed.at;
    this.#untold = { typed, since };
    if (typed.text.trim() === '') this.tell();
    else
      this.#timer = window.setTimeout(
        () => this.tell(),
        Math.max(0, Math.min(settledMs, since + latestMs - typed.at)),
      );
  }

  /** What was not told yet is told now, as when the page goes. */
  tell(): void {
    clearTimeout(this.#timer);
    const typed = this.#untold?.typed;
    this.#untold = undefined;
    if (typed === undefined || typed.text === this.#told) return;
    this.#told = typed.text;
    this.#host().tell({ type: 'typed', ...typed });
  }

  /** A session is shown, or the host says what it kept of its text: it hears what stands there, so that it need not say it again. */
  follow({ header, composer }: Pick<ChatState, 'header' | 'composer'>, kept: KeptChat): void {
    kept.follow(header.sessionId, composer.typed);
    this.switched(kept.typedIn(header.sessionId));
  }

  /** Another session is shown, with what stands in its composer. */
  switched(typed: Typed): void {
    this.#told = undefined;
    this.#untold = undefined;
    this.shows(typed);
  }
}
