import type { Logger } from '../../core/ports.ts';
import type { UnsentFiles } from '../../adapters/store/unsentFiles.ts';
import type { RestoredDraft } from '../../shared/chatView.ts';

/**
 * What the person sent and no log has yet: what waits for an answer to end, and what came back and is not in the
 * composer yet. It is on disk at once, so that it outlives the window; what an earlier one left comes back.
 */
export class UnsentTexts {
  readonly #files: Pick<UnsentFiles, 'read' | 'write'>;
  readonly #logger: Pick<Logger, 'error'>;
  #session: string | undefined;
  #waiting: readonly string[] = [];
  #returned: readonly RestoredDraft[] = [];
  #isOnDisk = true;
  #lastId = 0;

  constructor(files: Pick<UnsentFiles, 'read' | 'write'>, logger: Pick<Logger, 'error'>) {
    this.#files = files;
    this.#logger = logger;
  }

  /** What the composer is to put before what stands in it, until it says that it did. */
  get toRestore(): RestoredDraft | undefined {
    return this.#returned[0];
  }

  /**
   * The session that is written here from now on, if any: what was left of it comes back. What waits in the one before
   * stays with it; without a session nothing is written, since the file is another window's.
   */
  follow(session: string | undefined): void {
    if (session === this.#session) return;
    this.#session = session;
    if (session === undefined) return;
    const homeless = this.#isOnDisk ? [] : this.#texts;
    this.#waiting = [];
    this.#returned = [];
    this.#return([...this.#files.read(session), ...homeless]);
    if (homeless.length > 0) this.#keep();
  }

  /** The texts that wait now, in place of those that did. */
  setWaiting(texts: readonly string[]): void {
    if (texts.join('\0') === this.#waiting.join('\0')) return;
    this.#waiting = texts;
    this.#keep();
  }

  /** Texts that will not be sent go back to the composer; none of them waits any more. */
  giveBack(texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.#return(texts);
    this.#waiting = [];
    this.#keep();
  }

  /** The composer has it. */
  restored(id: number): void {
    const rest = this.#returned.filter((draft) => draft.id !== id);
    if (rest.length === this.#returned.length) return;
    this.#returned = rest;
    this.#keep();
  }

  get #texts(): readonly string[] {
    return [...this.#returned.map(({ text }) => text), ...this.#waiting];
  }

  #return(texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.#returned = [...this.#returned, { id: ++this.#lastId, text: texts.join('\n\n') }];
  }

  #keep(): void {
    this.#isOnDisk = false;
    if (this.#session === undefined) return;
    try {
      this.#files.write(this.#session, this.#texts);
      this.#isOnDisk = true;
    } catch (error) {
      this.#logger.error(error instanceof Error ? error.message : String(error));
    }
  }
}
