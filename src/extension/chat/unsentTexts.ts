import type { ConversationEvent } from '../../core/chat/conversation.ts';
import type { Logger } from '../../core/ports.ts';
import type { UnsentFiles } from '../../adapters/store/unsentFiles.ts';
import type { ReturnedText } from '../../shared/composerView.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/**
 * Receives the outcome of sending a text. If sending fails while another session is shown, the text returns to the
 * composer when its own session is shown again.
 */
export interface Sending {
  readonly arrived: () => void;
  readonly failed: () => void;
}

/**
 * Keeps the texts that a person sent and that no log has yet: texts that are being sent, that wait for an answer to
 * end, or that return to the composer. Each text belongs to one session. It is written to disk immediately, so that it
 * is not lost if the window is closed.
 */
export class UnsentTexts {
  readonly #files: Pick<UnsentFiles, 'read' | 'write'>;
  readonly #logger: Pick<Logger, 'error'>;
  /** The texts that could not be written to disk while their session was shown, by the session's id. */
  readonly #unwritten = new Map<string, readonly string[]>();
  #session = '';
  #isWritable = false;
  /** The texts that are being sent, of all sessions. */
  readonly #sending = new Set<{ readonly session: string; readonly text: string }>();
  #waiting: readonly string[] = [];
  #returned: readonly ReturnedText[] = [];
  #isOnDisk = true;
  #lastId = 0;

  constructor(files: Pick<UnsentFiles, 'read' | 'write'>, logger: Pick<Logger, 'error'>) {
    this.#files = files;
    this.#logger = logger;
  }

  /** Returns the text to insert at the start of a session's composer, until the view has inserted the text. */
  toRestore(session: string): ReturnedText | undefined {
    return session === this.#session ? this.#returned[0] : undefined;
  }

  /**
   * Switches to the texts of another session; an empty id means no session. Reads the session's texts from disk, so
   * that they return to the composer, except texts that are still being sent. Keeps texts of the previous session in
   * memory if they are not on disk. Does not touch the file of a session that another window writes to.
   */
  follow(session: string, isWritable: boolean): void {
    const isSame = session === this.#session;
    if (isSame && isWritable === this.#isWritable) return;
    const unsaved = this.#isOnDisk ? [] : this.#texts;
    this.#isWritable = isWritable;
    if (isSame && !isWritable) return;
    if (!isSame && unsaved.length > 0) this.#unwritten.set(this.#session, unsaved);
    const own = isSame ? unsaved : (this.#unwritten.get(session) ?? []);
    this.#unwritten.delete(session);
    this.#session = session;
    this.#waiting = [];
    this.#returned = [];
    this.#isOnDisk = true;
    const unsent = [...(isWritable ? this.#files.read(session) : []), ...own];
    this.#return(this.#sendingTexts.reduce(withoutOne, unsent));
    if (own.length > 0) this.#keep();
  }

  /** Stores a text that is being sent to the session that is shown. */
  sending(text: string): Sending {
    const session = this.#session;
    const sent = { session, text };
    this.#sending.add(sent);
    this.#keep();
    return {
      arrived: () => {
        this.#sending.delete(sent);
        if (session === this.#session) this.#keep();
        else this.#arrivedElsewhere(session, text);
      },
      failed: () => {
        this.#sending.delete(sent);
        if (session !== this.#session) return;
        this.#return([text]);
        this.#keep();
      },
    };
  }

  /** Replaces the texts that wait for an answer to end. */
  setWaiting(texts: readonly string[]): void {
    if (texts.join('\0') === this.#waiting.join('\0')) return;
    this.#waiting = texts;
    this.#keep();
  }

  /** Puts unsent texts back into the composer, and removes them from the waiting texts. */
  giveBack(texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.#return(texts);
    this.#waiting = texts.reduce(withoutOne, this.#waiting);
    this.#keep();
  }

  /** Removes the returned text with this id. Must be called when the view has inserted the text. */
  restored(id: number): void {
    const rest = this.#returned.filter((each) => each.id !== id);
    if (rest.length === this.#returned.length) return;
    this.#returned = rest;
    this.#keep();
  }

  get #texts(): readonly string[] {
    return [...this.#returned.map(({ text }) => text), ...this.#sendingTexts, ...this.#waiting];
  }

  /** The texts of the shown session that are being sent. */
  get #sendingTexts(): readonly string[] {
    return [...this.#sending].flatMap(({ session, text }) => (session === this.#session ? [text] : []));
  }

  #arrivedElsewhere(session: string, text: string): void {
    const unwritten = this.#unwritten.get(session);
    if (unwritten === undefined) this.#write(session, withoutOne(this.#files.read(session), text));
    else this.#unwritten.set(session, withoutOne(unwritten, text));
  }

  #return(texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.#returned = [...this.#returned, { id: ++this.#lastId, text: texts.join('\n\n') }];
  }

  #keep(): void {
    this.#isOnDisk = this.#isWritable && this.#write(this.#session, this.#texts);
  }

  #write(session: string, texts: readonly string[]): boolean {
    try {
      this.#files.write(session, texts);
      return true;
    } catch (error) {
      this.#logger.error(messageOf(error), error);
      return false;
    }
  }
}

function withoutOne(texts: readonly string[], text: string): readonly string[] {
  const at = texts.indexOf(text);
  return at < 0 ? texts : texts.toSpliced(at, 1);
}

/**
 * Returns whether an event means that the waiting messages must return to the composer: if the turn fails, is stopped
 * or reaches a limit. If the model answers, the conversation sends the first of them. They keep waiting if the model
 * asks a question. Also returns true if the turn is stopped because the session is being closed. Even then, the
 * messages keep waiting: callers act only on the current session, and a session that is being closed is no longer
 * current.
 */
export function endsUnanswered(event: ConversationEvent): boolean {
  return event.type === 'ended' && !['answered', 'asked'].includes(event.end.kind);
}
