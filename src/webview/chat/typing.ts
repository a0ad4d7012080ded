import type { ChatHost } from './chatHost.ts';

/** The host counts what is typed once nothing was typed for so long. */
const settledMs = 300;

/** Tells the host what stands in the composer: an empty one at once, all else when the typing rests. */
export class Typing {
  #timer = 0;
  #told: string | undefined = '';
  readonly #host: () => ChatHost;

  constructor(host: () => ChatHost) {
    this.#host = host;
  }

  /** `text` stands in the composer of the session that is shown. */
  shows(text: string): void {
    clearTimeout(this.#timer);
    const tell = (): void => {
      if (text === this.#told) return;
      this.#told = text;
      this.#host().tell({ type: 'typed', text });
    };
    if (text.trim() === '') tell();
    else this.#timer = window.setTimeout(tell, settledMs);
  }

  /** Another session is shown, with what stands in its composer. */
  switched(text: string): void {
    this.#told = undefined;
    this.shows(text);
  }
}
