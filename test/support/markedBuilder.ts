import type { EntryId, MessageId, SecretSpan } from '../../src/core/log/entry.ts';
import { textOf, type Message, type Part } from '../../src/core/log/message.ts';
import { SessionBuilder } from './sessionBuilder.ts';

/**
 * The minimum length of a text to which a mark is added. The mark is part of an instruction, so a short “thanks” with a
 * mark would no longer count as small talk.
 */
const LEAST_MARKED = 60;

/**
 * Builds a log in which each message with a long text has a mark, except system messages. The mark is a file's name
 * that no other message contains, so a test recognises everything that was made from the message. A stage's digest
 * contains the marks of all messages of the stage.
 */
export class MarkedBuilder extends SessionBuilder {
  readonly #marks = new Map<MessageId, string>();

  override message(message: Message, secrets?: readonly SecretSpan[]): MessageId {
    const mark = `q${String(this.entries.length)}q`;
    const at = message.parts.findIndex((part) => part.type === 'text' && part.text.length >= LEAST_MARKED);
    if (at < 0 || message.role === 'system') return super.message(message, secrets);
    const parts = message.parts.map((part: Part, index): Part =>
      index === at && part.type === 'text'
        ? { ...part, text: `${part.text}\nAlways use src/${mark}.ts.` }
        : part,
    );
    const id = super.message({ ...message, parts } as Message, secrets);
    this.#marks.set(id, mark);
    return id;
  }

  override stage(title: string, first: MessageId, last: MessageId): EntryId {
    const ids = this.session.messages.map(({ id }) => id);
    const marks = ids
      .slice(ids.indexOf(first), ids.indexOf(last) + 1)
      .flatMap((id) => this.#marks.get(id) ?? []);
    return super.stage([title, ...marks].join(' '), first, last);
  }

  /** Returns the marks in a text. */
  static in(text: string): ReadonlySet<string> {
    return new Set(text.match(/q\d+q/gu));
  }

  /** Returns the marks that are in the context although their messages are not on the live branch. */
  get ghosts(): readonly string[] {
    const shown = MarkedBuilder.in(this.context.map(({ message }) => textOf(message)).join('\n'));
    const live = new Set(this.session.messages.map(({ id }) => id));
    return [...this.#marks].flatMap(([id, mark]) =>
      !live.has(id) && shown.has(mark) ? [`${id}: ${mark}`] : [],
    );
  }
}
