import type { Place } from '../base/virtualList.ts';
import type { Typed } from '../../shared/composerView.ts';
import { fieldsOf, ViewState, type Fields } from '../base/viewState.ts';
import type { Store } from '../hostConnection.ts';

/** The text of an earlier message that is being edited. */
export interface Edit {
  readonly session: string;
  readonly row: string;
  readonly text: string;
  /** The text of the message when the edit began. */
  readonly of: string;
}

/** The state that the chat stores, so that it survives a reload of the window. */
export interface Kept {
  readonly typed: TypedTexts;
  readonly edits: readonly Edit[];
  /** Where the person was reading; absent when the newest row was in view. */
  readonly reading?: (Place & { readonly session: string }) | undefined;
}

/** The unsent text of each session, by session id. The id '' has the text that was typed before a session was shown. */
export type TypedTexts = ReadonlyMap<string, Typed>;

/** Stores typed texts, edits and the reading position, so that they survive a reload of the window. */
export class KeptChat extends ViewState<Kept> {
  constructor(store: Store) {
    super(store, { load: loadKept, saved: savedKept });
  }

  typedIn(session: string): Typed {
    return this.now.typed.get(session) ?? { text: '', at: 0 };
  }

  /** Returns the typed text of a session, with the unsent `text` before it. */
  typedWith(session: string, text: string): string {
    return withReturned(this.typedIn(session).text, text);
  }

  /** Stores the text that is now in the composer of a session. */
  setTyped(session: string, text: string): Typed {
    const typed = { text, at: Date.now() };
    this.set({ typed: withTyped(this.now.typed, session, typed) });
    return typed;
  }

  /**
   * Takes over two texts for the session that is shown now: the host's text, if it is newer than the page's text, and a
   * text that was typed before any session was shown.
   */
  follow(session: string, typed: Typed | undefined): void {
    this.set({ typed: withEarlyText(withHostText(this.now.typed, session, typed), session) });
  }
}

export function withTyped(texts: TypedTexts, session: string, typed: Typed): TypedTexts {
  const changed = new Map(texts);
  if (typed.text === '') changed.delete(session);
  else changed.set(session, typed);
  return changed;
}

/**
 * Puts an unsent text before the typed text, unless the typed text already begins with it: the host may return the same
 * text twice.
 */
export function withReturned(typed: string, text: string): string {
  if (typed === '') return text;
  return `${typed}\n\n`.startsWith(`${text}\n\n`) ? typed : `${text}\n\n${typed}`;
}

/**
 * Returns a copy of `texts` in which `typed`, the host's text, replaces the text of `session`. Returns `texts` itself
 * if `typed` is undefined or not newer.
 */
export function withHostText(texts: TypedTexts, session: string, typed: Typed | undefined): TypedTexts {
  if (typed === undefined || typed.at <= (texts.get(session)?.at ?? 0)) return texts;
  return withTyped(texts, session, typed);
}

/** Returns `texts` with the text of the id '' (see `TypedTexts`) moved to the start of the text of `session`. */
export function withEarlyText(texts: TypedTexts, session: string): TypedTexts {
  const early = texts.get('');
  if (session === '' || early === undefined) return texts;
  const text = withReturned(texts.get(session)?.text ?? '', early.text);
  return withTyped(withTyped(texts, '', { text: '', at: 0 }), session, { text, at: early.at });
}

export function savedKept({ typed, ...rest }: Kept): unknown {
  return { ...rest, typed: [...typed] };
}

/** Reads the stored state. Version 0.2 and earlier stored typed texts under `drafts`. */
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
