import type { TypedFiles, KeptText } from '../../adapters/store/typedFiles.ts';
import type { Logger } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import type { ViewParts } from '../parts.ts';

/**
 * Stores the text that the person is typing in the session that is shown. Writes the text to disk immediately: the
 * editor saves a view's state only now and then, so a reloaded window would otherwise get an older text. Does not touch
 * the file of a session that another window writes to.
 */
export class TypedText {
  readonly #files: Pick<TypedFiles, 'read' | 'write'>;
  readonly #logger: Pick<Logger, 'warn'>;
  #session = '';
  #isWritable = false;
  #toShow: KeptText | undefined;

  constructor(files: Pick<TypedFiles, 'read' | 'write'>, logger: Pick<Logger, 'warn'>) {
    this.#files = files;
    this.#logger = logger;
  }

  /** Sets the session that is shown (empty for none), and whether this window writes to it. */
  follow(session: string, isWritable: boolean): void {
    if (session === this.#session && isWritable === this.#isWritable) return;
    this.#session = session;
    this.#isWritable = isWritable;
    this.#toShow = isWritable ? this.#files.read(session) : undefined;
  }

  /** Returns the text that was stored when the session was shown, until the view reports its own text. */
  toShow(session: string): KeptText | undefined {
    return session === this.#session ? this.#toShow : undefined;
  }

  /**
   * Stores the text that the view reports for the session that is shown, if this window writes to it. Ignores a report
   * older than the stored text, and does not write an equal text again.
   */
  typed(session: string, now: KeptText): void {
    if (session !== this.#session || !this.#isWritable) return;
    const kept = this.#files.read(session) ?? { text: '', at: 0 };
    if (now.at < kept.at) return;
    this.#toShow = undefined;
    try {
      if (kept.text !== now.text) this.#files.write(session, now);
    } catch (error) {
      this.#logger.warn(`the text in the composer could not be stored: ${messageOf(error)}`, error);
    }
  }
}

type TypedParts = Pick<ViewParts, 'services' | 'sessions' | 'pending'> & {
  readonly typedText: Pick<TypedText, 'typed'>;
};

/** Returns the handler that stores the text that is being typed and counts its tokens. Uses only the newest count. */
export function typedHandler({
  services,
  sessions,
  pending,
  typedText,
}: TypedParts): (typed: KeptText) => Promise<void> {
  let newest = 0;
  return async ({ text, at }) => {
    const session = (sessions.tail ?? sessions.current)?.id;
    const own = ++newest;
    if (session !== undefined) typedText.typed(session, { text, at });
    const [tokens = 0] = text.trim() === '' ? [0] : await services.counter.count([text]);
    if (session !== undefined && own === newest) pending.set(session, 'typed', tokens);
  };
}
