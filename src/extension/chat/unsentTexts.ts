import type { Logger } from '../../core/ports.ts';
import type { UnsentFiles } from '../../adapters/store/unsentFiles.ts';
import type { RestoredDraft } from '../../shared/chatView.ts';

interface Returned extends RestoredDraft {
  readonly session: string;
}

/**
 * What the person sent and no log has yet: what waits for an answer to end, and what came back and is not in the
 * composer yet. It is on disk at once, so that it outlives the window; what an earlier one left comes back.
 */
export class UnsentTexts {
  readonly #files: Pick<UnsentFiles, 'read' | 'write'>;
  readonly #logger: Pick<Logger, 'error'>;
  #opened: string | undefined;
  #waiting: readonly string[] = [];
  #returned: readonly Returned[] = [];
  #lastId = 0;

  constructor(files: Pick<UnsentFiles, 'read' | 'write'>, logger: Pick<Logger, 'error'>) {
    this.#files = files;
    this.#logger = logger;
  }

  /** What the composer is to put before what stands in it, until it says that it did. */
  get toRestore(): RestoredDraft | undefined {
    const [first] = this.#returned;
    return first && { id: first.id, text: first.text };
  }

  /** A session is written here from now on: what was left of it comes back. */
  opened(session: string): void {
    if (session === this.#opened) return;
    this.#opened = session;
    this.#waiting = [];
    this.#returned = this.#returned.filter((draft) => draft.session !== session);
    this.#return(session, this.#files.read(session));
  }

  /** The texts that wait now, in place of those that did. */
  setWaiting(session: string, texts: readonly string[]): void {
    if (texts.join('\0') === this.#waiting.join('\0')) return;
    this.#waiting = texts;
    this.#keep(session);
  }

  /** Texts that will not be sent go back to the composer; none of them waits any more. */
  giveBack(session: string, texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.#return(session, texts);
    this.#waiting = [];
    this.#keep(session);
  }

  /** The composer has it. */
  restored(id: number): void {
    const draft = this.#returned.find((each) => each.id === id);
    if (draft === undefined) return;
    this.#returned = this.#returned.filter((each) => each !== draft);
    this.#keep(draft.session);
  }

  #return(session: string, texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.#returned = [...this.#returned, { id: ++this.#lastId, session, text: texts.join('\n\n') }];
  }

  #keep(session: string): void {
    const returned = this.#returned.flatMap((draft) => (draft.session === session ? [draft.text] : []));
    const waiting = session === this.#opened ? this.#waiting : [];
    try {
      this.#files.write(session, [...returned, ...waiting]);
    } catch (error) {
      this.#logger.error(error instanceof Error ? error.message : String(error));
    }
  }
}
