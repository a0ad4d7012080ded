import type { Entry, MessageEntry, SecretSpan } from './entry.ts';
import { maskableTexts, mergeSpans, type TextSpan } from './mask.ts';
import { opaqueTexts, toolCallsOf, withoutOpaque, type Message } from './message.ts';
import { KnownValues } from './knownValues.ts';
import { ANY_MARK, NUMBERED_MARK, QUOTED_MARK, speaksInMarks } from './secretMark.ts';

/** The values that a session's marks stand for. */
export interface SecretValues {
  /** Returns the value with this number; undefined when no message contains it, now or ever. */
  valueOf(number: number): string | undefined;
  /**
   * Returns whether the session has a secret of this kind without a number: from 0.1.0, from a text that outlives
   * sessions, or from another session.
   */
  hasUnnumbered(kind: string): boolean;
}

type Spanned = Pick<MessageEntry, 'message' | 'secrets'>;
interface Named {
  readonly value: string;
  readonly kind: string;
}
type Place = Pick<SecretSpan, 'part' | 'start' | 'end'>;

/** Entries whose texts are masked for good, but reach the model. */
const MASKED_FOR_GOOD: ReadonlySet<Entry['kind']> = new Set([
  'stage',
  'memory',
  'note',
  'rule',
  'notesEdited',
]);
/** Client texts that were written for another session. */
const BROUGHT_IN: ReadonlySet<string | undefined> = new Set(['memory', 'foreign-summary']);

/**
 * Numbers a session's secrets, one number for each value. The log stores the numbers with the spans, so that they
 * survive a reload, an undo or a rewind. A number is never reused, even after its text was forgotten, and never one
 * that already occurs in a text.
 */
export class SecretNumbers implements SecretValues {
  readonly #numbers = new Map<string, number>();
  readonly #named = new Map<number, Named>();
  readonly #known = new KnownValues();
  readonly #taken = new Set<number>();
  readonly #unnumbered = new Set<string>();
  /** The numbers of values that the person marked as not secret. */
  readonly #noSecrets = new Set<number>();
  /** The numbers that a call named or contained; their values are searched for even if they are short. */
  readonly #called = new Set<number>();
  /** Calls of our own tools by a model in this session. */
  readonly #asked = new Set<string>();
  #last = 0;

  /** With `anywhere`, all values are searched for even if they are short, not only those that a call named. */
  constructor(
    entries: readonly Entry[] = [],
    readonly scope: 'called' | 'anywhere' = 'called',
  ) {
    for (const entry of entries) this.see(entry);
  }

  valueOf(number: number): string | undefined {
    return this.#named.get(number)?.value;
  }

  hasUnnumbered(kind: string): boolean {
    return this.#unnumbered.has(kind);
  }

  /** Returns whether the person marked this value as not secret in this session. */
  isNoSecret(value: string): boolean {
    return this.#noSecrets.has(this.#numbers.get(value) ?? -1);
  }

  /** Adds the secrets of a log entry. */
  see(entry: Entry): void {
    if (entry.kind === 'reveal' && entry.everywhere === true && entry.span.number !== undefined)
      this.#noSecrets.add(entry.span.number);
    if (MASKED_FOR_GOOD.has(entry.kind)) this.#seeUnnumbered(JSON.stringify(entry));
    if (entry.kind !== 'message') return;
    this.#seeMarks(entry.message);
    for (const span of entry.secrets ?? []) {
      if (span.number === undefined) this.#unnumbered.add(span.kind);
      else this.#keepAt(entry.message, { ...span, number: span.number, value: valueAt(entry.message, span) });
    }
  }

  /** Numbers a message's secrets. Also finds known values that a call may have brought back. */
  number<M extends Spanned>(spanned: M): M {
    const { message, secrets = [] } = spanned;
    this.#seeMarks(message);
    if (opaqueTexts(message).some((text) => this.#comeBack(text, true).length > 0))
      return this.number({
        ...spanned,
        message: message.role === 'assistant' ? withoutOpaque(message) : message,
      });
    // A value found in one place is a secret everywhere in the message.
    for (const { part } of maskableTexts(message))
      for (const span of mergeSpans(secrets.filter((one) => one.part === part)))
        this.#numberOf(message, { part, ...span });
    const numbered = maskableTexts(message).flatMap(({ part, text }) => {
      const found = secrets.filter((span) => span.part === part);
      const isCall = message.parts[part]?.type === 'toolCall';
      const all = [...found, ...this.#comeBack(text, isCall), ...foreignMarks(message, { part, text })];
      const own = mergeSpans(all).map((span) => this.#spanOf(message, { part, ...span }));
      return [...own, ...this.#othersMarks(message, { part, text })];
    });
    return numbered.length === 0 ? spanned : { ...spanned, secrets: numbered };
  }

  #spanOf(message: Message, found: SecretSpan): SecretSpan {
    const number = this.#numberOf(message, found);
    return { ...found, kind: this.#named.get(number)?.kind ?? found.kind, number };
  }

  #numberOf(message: Message, found: SecretSpan): number {
    const value = valueAt(message, found);
    const number = this.#numbers.get(value) ?? this.#nextNumber();
    this.#keepAt(message, { part: found.part, number, value, kind: found.kind });
    return number;
  }

  #nextNumber(): number {
    do this.#last++;
    while (this.#taken.has(this.#last));
    return this.#last;
  }

  #keepAt(message: Message, named: Named & { readonly part: number; readonly number: number }): void {
    if (message.parts[named.part]?.type === 'toolCall') this.#called.add(named.number);
    this.#keep(named.number, named);
  }

  /** Remembers a value with its first kind, so that it has one name. */
  #keep(number: number, { value, kind }: Named): void {
    this.#taken.add(number);
    if (value === '' || this.#named.has(number)) return;
    this.#named.set(number, { value, kind });
    this.#numbers.set(value, number);
    this.#known.add(number, value);
  }

  /**
   * Finds marks whose numbers come from another session, e.g. in a chat that continues here; they must not name values
   * of this session.
   */
  #othersMarks(message: Message, { part, text }: { part: number; text: string }): readonly SecretSpan[] {
    const isOwn =
      message.role === 'tool'
        ? !speaksInMarks(message.toolName) || this.#asked.has(message.callId)
        : !isBroughtIn(message, part);
    if (isOwn) return [];
    return [...text.matchAll(NUMBERED_MARK)].map(({ index, 0: { length }, 1: kind = '' }) => {
      this.#unnumbered.add(kind);
      return { part, start: index, end: index + length, kind };
    });
  }

  #seeUnnumbered(text: string): void {
    for (const [, kind = '', number] of text.matchAll(ANY_MARK))
      if (number === undefined) this.#unnumbered.add(kind);
  }

  #seeMarks(message: Message): void {
    if (message.role === 'assistant' && message.model !== undefined)
      for (const { callId, name } of toolCallsOf(message)) if (speaksInMarks(name)) this.#asked.add(callId);
    for (const { part, text } of maskableTexts(message)) {
      const isCall = message.parts[part]?.type === 'toolCall';
      if (message.role === 'tool' ? speaksInMarks(message.toolName) : isBroughtIn(message, part))
        this.#seeUnnumbered(text);
      for (const [, , written] of text.matchAll(NUMBERED_MARK)) {
        this.#taken.add(Number(written));
        if (isCall) this.#called.add(Number(written));
      }
    }
  }

  /** Returns the positions of known values in a text that is masked for good. */
  knownIn(text: string): readonly TextSpan[] {
    return this.#comeBack(text, false);
  }

  /**
   * Finds known values in a text: raw, or as JSON, an address or a shell writes them. Searches for values of any length
   * in calls, and for values that calls were given.
   */
  #comeBack(text: string, isCall: boolean): readonly TextSpan[] {
    const isAny = isCall || this.scope === 'anywhere';
    const places = this.#known.placesIn(text, (number) => {
      if (this.#noSecrets.has(number)) return 'not';
      return isAny || this.#called.has(number) ? 'called' : 'word';
    });
    return places.map(({ number, start, end }) => ({
      ...{ start, end },
      kind: this.#named.get(number)?.kind ?? '',
    }));
  }
}

function isBroughtIn({ parts }: Message, index: number): boolean {
  const part = parts[index];
  return part?.type === 'text' && part.origin === 'client' && BROUGHT_IN.has(part.label);
}

/** Returns the marks in a file or a tool's result. They are literal text, not this session's secrets. */
function foreignMarks(message: Message, { part, text }: { part: number; text: string }): readonly TextSpan[] {
  // An error message may repeat the call.
  const isGiven = message.role === 'tool' && message.isError !== true && !speaksInMarks(message.toolName);
  if (!isGiven && message.parts[part]?.type !== 'file') return [];
  return [...text.matchAll(NUMBERED_MARK)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
    kind: QUOTED_MARK,
  }));
}

/** Returns the characters of a span; in a call's arguments, the unescaped JSON string. */
function valueAt(message: Message, { part: index, start, end }: Place): string {
  const part = message.parts[index];
  if (part === undefined || part.type === 'image') return '';
  return part.type === 'toolCall' ? said(part.arguments.slice(start, end)) : part.text.slice(start, end);
}

function said(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}
