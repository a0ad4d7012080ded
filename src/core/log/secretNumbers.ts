import type { Entry, MessageEntry, SecretSpan } from './entry.ts';
import { maskableTexts, mergeSpans, type TextSpan } from './mask.ts';
import { opaqueTexts, toolCallsOf, withoutOpaque, type Message } from './message.ts';
import { KnownValues } from './knownValues.ts';
import { ANY_MARK, NUMBERED_MARK, QUOTED_MARK, worksWithMarks } from './secretMark.ts';

/** The secret values that the marks in a session's texts stand for. */
export interface SecretValues {
  /** Returns the value with this number. Returns undefined if no message of the log contains the value. */
  valueOf(number: number): string | undefined;
  /**
   * Returns whether the session has a mark of this kind without a number. Marks without a number come from a log of
   * 0.1.0, from a text that is stored masked, or from another session.
   */
  hasUnnumbered(kind: string): boolean;
}

type Spanned = Pick<MessageEntry, 'message' | 'secrets'>;
interface KnownSecret {
  readonly value: string;
  readonly kind: string;
}
type Place = Pick<SecretSpan, 'part' | 'start' | 'end'>;

/** Kinds of entries whose texts are stored masked, without the values, and are sent to models. */
const STORED_MASKED: ReadonlySet<Entry['kind']> = new Set(['stage', 'memory', 'note', 'rule', 'notesEdited']);
/** Labels of clients' texts that come from other sessions. */
const FROM_OTHER_SESSIONS: ReadonlySet<string | undefined> = new Set(['memory', 'foreign-summary']);

/**
 * Numbers a session's secrets, one number for each value. The log stores the numbers with the spans, so a value keeps
 * its number after a reload, an undo or a rewind. A number is never reused, even after a text was forgotten. A number
 * that already occurs in a mark of an earlier text is never given to a new value.
 */
export class SecretNumbers implements SecretValues {
  readonly #numbers = new Map<string, number>();
  readonly #values = new Map<number, KnownSecret>();
  readonly #index = new KnownValues();
  readonly #taken = new Set<number>();
  readonly #unnumbered = new Set<string>();
  /** The numbers of values that the person marked as not secret. */
  readonly #noSecrets = new Set<number>();
  /** The numbers of values in calls. Results may repeat these values, so even short ones are searched for. */
  readonly #inCalls = new Set<number>();
  /** The ids of calls that a model made in this session to tools that work with marks. */
  readonly #ownToolCalls = new Set<string>();
  #last = 0;

  /**
   * `scope` says which short values are searched for in texts: all short values (`anywhere`), or only the short values
   * that a call contained (`called`).
   */
  constructor(
    entries: readonly Entry[] = [],
    readonly scope: 'called' | 'anywhere' = 'called',
  ) {
    for (const entry of entries) this.add(entry);
  }

  valueOf(number: number): string | undefined {
    return this.#values.get(number)?.value;
  }

  hasUnnumbered(kind: string): boolean {
    return this.#unnumbered.has(kind);
  }

  /** Returns whether the person marked this value as not secret in this session. */
  isNoSecret(value: string): boolean {
    return this.#noSecrets.has(this.#numbers.get(value) ?? -1);
  }

  /** Adds the secrets of a log entry. */
  add(entry: Entry): void {
    if (entry.kind === 'reveal' && entry.everywhere === true && entry.span.number !== undefined)
      this.#noSecrets.add(entry.span.number);
    if (STORED_MASKED.has(entry.kind)) this.#addUnnumbered(JSON.stringify(entry));
    if (entry.kind !== 'message') return;
    this.#addMarks(entry.message);
    for (const span of entry.secrets ?? []) {
      if (span.number === undefined) this.#unnumbered.add(span.kind);
      else
        this.#addValueAt(entry.message, {
          ...span,
          number: span.number,
          value: valueAt(entry.message, span),
        });
    }
  }

  /**
   * Numbers a message's secrets. Also finds known values that were not recognised as secrets in this message. Drops the
   * provider's fields if they contain a known value, since these fields can't be masked.
   */
  number<M extends Spanned>(spanned: M): M {
    const { message, secrets = [] } = spanned;
    this.#addMarks(message);
    if (opaqueTexts(message).some((text) => this.#knownSpansIn(text, true).length > 0))
      return this.number({
        ...spanned,
        message: message.role === 'assistant' ? withoutOpaque(message) : message,
      });
    // First numbers all secrets of the message, so that the search below finds each value everywhere in the message.
    for (const { part } of maskableTexts(message))
      for (const span of mergeSpans(secrets.filter((one) => one.part === part)))
        this.#numberOf(message, { part, ...span });
    const numbered = maskableTexts(message).flatMap(({ part, text }) => {
      const found = secrets.filter((span) => span.part === part);
      const isCall = message.parts[part]?.type === 'toolCall';
      const all = [...found, ...this.#knownSpansIn(text, isCall), ...foreignMarks(message, { part, text })];
      const own = mergeSpans(all).map((span) => this.#spanOf(message, { part, ...span }));
      return [...own, ...this.#othersMarks(message, { part, text })];
    });
    return numbered.length === 0 ? spanned : { ...spanned, secrets: numbered };
  }

  #spanOf(message: Message, found: SecretSpan): SecretSpan {
    const number = this.#numberOf(message, found);
    return { ...found, kind: this.#values.get(number)?.kind ?? found.kind, number };
  }

  #numberOf(message: Message, found: SecretSpan): number {
    const value = valueAt(message, found);
    const number = this.#numbers.get(value) ?? this.#nextNumber();
    this.#addValueAt(message, { part: found.part, number, value, kind: found.kind });
    return number;
  }

  #nextNumber(): number {
    do this.#last++;
    while (this.#taken.has(this.#last));
    return this.#last;
  }

  #addValueAt(
    message: Message,
    named: KnownSecret & { readonly part: number; readonly number: number },
  ): void {
    if (message.parts[named.part]?.type === 'toolCall') this.#inCalls.add(named.number);
    this.#addValue(named.number, named);
  }

  /** Adds a value. A value keeps the kind with which it was first found, so that its mark is always the same. */
  #addValue(number: number, { value, kind }: KnownSecret): void {
    this.#taken.add(number);
    if (value === '' || this.#values.has(number)) return;
    this.#values.set(number, { value, kind });
    this.#numbers.set(value, number);
    this.#index.add(number, value);
  }

  /**
   * Finds marks that came from another session, e.g. in a summary of that session. Removes the numbers of these marks,
   * because the numbers stand for different values in this session.
   */
  #othersMarks(message: Message, { part, text }: { part: number; text: string }): readonly SecretSpan[] {
    const isOwn =
      message.role === 'tool'
        ? !worksWithMarks(message.toolName) || this.#ownToolCalls.has(message.callId)
        : !isFromOtherSession(message, part);
    if (isOwn) return [];
    return [...text.matchAll(NUMBERED_MARK)].map(({ index, 0: { length }, 1: kind = '' }) => {
      this.#unnumbered.add(kind);
      return { part, start: index, end: index + length, kind };
    });
  }

  #addUnnumbered(text: string): void {
    for (const [, kind = '', number] of text.matchAll(ANY_MARK))
      if (number === undefined) this.#unnumbered.add(kind);
  }

  #addMarks(message: Message): void {
    if (message.role === 'assistant' && message.model !== undefined)
      for (const { callId, name } of toolCallsOf(message))
        if (worksWithMarks(name)) this.#ownToolCalls.add(callId);
    for (const { part, text } of maskableTexts(message)) {
      const isCall = message.parts[part]?.type === 'toolCall';
      if (message.role === 'tool' ? worksWithMarks(message.toolName) : isFromOtherSession(message, part))
        this.#addUnnumbered(text);
      for (const [, , written] of text.matchAll(NUMBERED_MARK)) {
        this.#taken.add(Number(written));
        if (isCall) this.#inCalls.add(Number(written));
      }
    }
  }

  /** Returns the positions of known values in a text that will be stored masked. */
  knownIn(text: string): readonly TextSpan[] {
    return this.#knownSpansIn(text, false);
  }

  /**
   * Finds known values in a text, in all their `writtenForms`. Finds all short values in a call. In other texts, finds
   * only those short values that a call contained, unless the scope is `anywhere`.
   */
  #knownSpansIn(text: string, isCall: boolean): readonly TextSpan[] {
    const isAny = isCall || this.scope === 'anywhere';
    const places = this.#index.placesIn(text, (number) => {
      if (this.#noSecrets.has(number)) return 'not';
      return isAny || this.#inCalls.has(number) ? 'called' : 'word';
    });
    return places.map(({ number, start, end }) => ({
      ...{ start, end },
      kind: this.#values.get(number)?.kind ?? '',
    }));
  }
}

function isFromOtherSession({ parts }: Message, index: number): boolean {
  const part = parts[index];
  return part?.type === 'text' && part.origin === 'client' && FROM_OTHER_SESSIONS.has(part.label);
}

/** Returns the marks in a file or a tool's result. They are literal text and stand for no value of this session. */
function foreignMarks(message: Message, { part, text }: { part: number; text: string }): readonly TextSpan[] {
  // Skips error messages: they may repeat the marks of the call, which stand for values of this session.
  const isGiven = message.role === 'tool' && message.isError !== true && !worksWithMarks(message.toolName);
  if (!isGiven && message.parts[part]?.type !== 'file') return [];
  return [...text.matchAll(NUMBERED_MARK)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
    kind: QUOTED_MARK,
  }));
}

/** Returns the characters of a span. In a call's arguments, unescapes the JSON string. */
function valueAt(message: Message, { part: index, start, end }: Place): string {
  const part = message.parts[index];
  if (part === undefined || part.type === 'image') return '';
  return part.type === 'toolCall' ? unescaped(part.arguments.slice(start, end)) : part.text.slice(start, end);
}

function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}
