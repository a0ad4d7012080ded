import type { Place } from '../base/virtualList.ts';
import type { Typed } from '../../shared/composerView.ts';
import { fieldsOf, ViewState, type Fields } from '../base/viewState.ts';
import type { Store } from '../hostConnection.ts';

/** The text of an earlier message that is being edited. */
export interface Edit {
  readonly session: string;
  readonly row: string;
  readonly text: string;
  /** What the message said when the edit was begun. */
  readonly of: string;
}

/** What the chat keeps over a reload of the window. */
export interface Kept {
  readonly typed: TypedTexts;
  readonly edits: readonly Edit[];
  /** Where in which thread one was reading; absent when the newest was in view. */
  readonly reading?: (Place & { readonly session: string }) | undefined;
}

/** Texts that were typed and not sent yet, each with its session; under an empty id where none is shown yet. */
export type TypedTexts = ReadonlyMap<string, Typed>;

/** What the chat keeps, what is typed and the edits, a session each. */
export class KeptChat extends ViewState<Kept> {
  constructor(store: Store) {
    super(store, { load: loadKept, saved: savedKept });
  }

  typedIn(session: string): Typed {
    return this.now.typed.get(session) ?? { text: '', at: 0 };
  }

  /** What is typed with a text before it that was not sent. */
  typedWith(session: string, text: string): string {
    return withReturned(this.typedIn(session).text, text);
  }

  /** A text was typed in a session, or put there. */
  typed(session: string, text: string): Typed {
    const typed = { text, at: Date.now() };
    this.set({ typed: withTyped(this.now.typed, session, typed) });
    return typed;
  }

  /** A session is shown; the host kept this of what was typed in it. */
  follow(session: string, typed: Typed | undefined): void {
    this.set({ typed: withHome(withKept(this.now.typed, session, typed), session) });
  }
}

export function withTyped(texts: TypedTexts, session: string, typed: Typed): TypedTexts {
  const changed = new Map(texts);
  if (typed.text === '') changed.delete(session);
  else changed.set(session, typed);
  return changed;
}

/** A text that was not sent stands before what was typed since, once: nobody may have heard that it is here. */
export function withReturned(typed: string, text: string): string {
  if (typed === '') return text;
  return `${typed}\n\n`.startsWith(`${text}\n\n`) ? typed : `${text}\n\n${typed}`;
}

/** What the host kept of what is typed in a session is taken where it was typed later than what stands here. */
export function withKept(texts: TypedTexts, session: string, kept: Typed | undefined): TypedTexts {
  if (kept === undefined || kept.at <= (texts.get(session)?.at ?? 0)) return texts;
  return withTyped(texts, session, kept);
}

/** What was typed before any session was shown goes with the first one that is. */
export function withHome(texts: TypedTexts, session: string): TypedTexts {
  const homeless = texts.get('');
  if (session === '' || homeless === undefined) return texts;
  const text = withReturned(texts.get(session)?.text ?? '', homeless.text);
  return withTyped(withTyped(texts, '', { text: '', at: 0 }), session, { text, at: homeless.at });
}

export function savedKept({ typed, ...rest }: Kept): unknown {
  return { ...rest, typed: [...typed] };
}

/** Versions up to 0.2 have what was typed under `drafts`. */
function loadKept({ drafts, typed = drafts, edits, reading }: Fields): Kept {
  const { session, id, offset } = fieldsOf(reading);
  const isPlace = typeof session === 'string' && typeof id === 'string' && typeof offset === 'number';
  return {
    typed: new Map(Array.isArray(typed) ? typed.filter(isTyped) : []),
    edits: Array.isArray(edits) ? edits.filter(isEdit) : [],
    ...(isPlace ? { reading: { session, id, offset } } : {}),
  };
}

function isTyped(entry: unknown): entry is readonly [string, Typed] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const { text, at } = fieldsOf(entry[1]);
  return typeof text === 'string' && typeof at === 'number';
}

function isEdit(entry: unknown): entry is Edit {
  const { session, row, text, of } = fieldsOf(entry);
  return [session, row, text, of].every((field) => typeof field === 'string');
}
