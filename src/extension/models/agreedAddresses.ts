import * as v from 'valibot';
import type { Memento } from 'vscode';

const KEY = 'longthread.agreedAddresses';
const answersSchema = v.fallback(v.record(v.string(), v.boolean()), {});

export interface AgreedAddressesOptions {
  /** The editor's state for all windows, stored outside of any container. */
  readonly state: Pick<Memento, 'get' | 'update'>;
  /** The editor's name for the kind of remote that the window is connected to; undefined if it is local. */
  readonly remoteName: string | undefined;
  /** Asks the person; resolves with undefined if they closed the question. */
  readonly ask: (baseUrl: string) => PromiseLike<boolean | undefined>;
  readonly onAgreed: () => void;
}

/**
 * Decides whether anything may be sent to an address in the settings. In a window connected to a dev container or a
 * remote machine, the address may come from the settings there, and the editor's API does not distinguish these
 * settings from the person's own settings. So such a window asks the person, once for each address.
 */
export class AgreedAddresses {
  readonly #options: AgreedAddressesOptions;
  readonly #asked = new Set<string>();

  constructor(options: AgreedAddressesOptions) {
    this.#options = options;
  }

  /**
   * Returns whether anything may be sent to the address. Returns true if the settings can only be the person's own. For
   * an address without an answer, returns false and asks the person, at most once. If they agree, `onAgreed` is called.
   */
  isAgreed(baseUrl: string): boolean {
    if (!isElsewhere(this.#options.remoteName)) return true;
    const answer = this.#answers()[baseUrl];
    if (answer !== undefined) return answer;
    if (!this.#asked.has(baseUrl)) void this.#ask(baseUrl);
    return false;
  }

  /** Records that the person has chosen the address by hand. */
  async agree(baseUrl: string): Promise<void> {
    await this.#keep(baseUrl, true);
  }

  async #ask(baseUrl: string): Promise<void> {
    this.#asked.add(baseUrl);
    const answer = await this.#options.ask(baseUrl);
    if (answer === undefined) return;
    await this.#keep(baseUrl, answer);
    if (answer) this.#options.onAgreed();
  }

  async #keep(baseUrl: string, answer: boolean): Promise<void> {
    await this.#options.state.update(KEY, { ...this.#answers(), [baseUrl]: answer });
  }

  #answers(): Readonly<Record<string, boolean>> {
    return v.parse(answersSchema, this.#options.state.get(KEY) ?? {});
  }
}

/**
 * Returns whether settings may come from a container or a remote machine. If the window is in a browser, the remote
 * name is the address of the window's server, and the settings are the person's own settings.
 */
function isElsewhere(remoteName: string | undefined): boolean {
  return remoteName !== undefined && !/[.:]|^localhost$/.test(remoteName);
}
