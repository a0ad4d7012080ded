import type { Place } from '../base/virtualList.ts';
import type { Draft } from '../../shared/chatView.ts';
import { withDraft, withHome, withKept, withReturned, type Drafts } from './drafts.ts';
import { fieldsOf } from '../base/fieldsOf.ts';
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
  readonly drafts: Drafts;
  readonly edits: readonly Edit[];
  /** Where in which thread one was reading; absent when the newest was in view. */
  readonly reading?: (Place & { readonly session: string }) | undefined;
}

/** What is kept, as it is by now. */
export class KeptChat {
  now: Kept;
  readonly #store: Store;

  constructor(store: Store) {
    this.now = loadKept(store.loadState());
    this.#store = store;
  }

  draft(session: string): Draft {
    return this.now.drafts.get(session) ?? { text: '', at: 0 };
  }

  /** The draft with a text before it that was not sent. */
  draftWith(session: string, text: string): string {
    return withReturned(this.draft(session).text, text);
  }

  /** A text was typed in a session, or put there. */
  typed(session: string, text: string): Draft {
    const draft = { text, at: Date.now() };
    this.set({ drafts: withDraft(this.now.drafts, session, draft) });
    return draft;
  }

  /** A session is shown, of whose draft the host kept this. */
  follow(session: string, draft: Draft | undefined): void {
    this.set({ drafts: withHome(withKept(this.now.drafts, session, draft), session) });
  }

  set(part: Partial<Kept>): void {
    this.now = { ...this.now, ...part };
    this.#store.saveState(savedKept(this.now));
  }
}

/** What the editor is given to keep: it knows JSON only. */
export function savedKept({ drafts, ...rest }: Kept): unknown {
  return { ...rest, drafts: [...drafts] };
}

/** Reads what was kept; whatever else the editor hands over counts as nothing. */
export function loadKept(state: unknown): Kept {
  const { drafts, edits, reading } = fieldsOf(state);
  const { session, id, offset } = fieldsOf(reading);
  const isPlace = typeof session === 'string' && typeof id === 'string' && typeof offset === 'number';
  return {
    drafts: new Map(Array.isArray(drafts) ? drafts.filter(isDraft) : []),
    edits: Array.isArray(edits) ? edits.filter(isEdit) : [],
    ...(isPlace ? { reading: { session, id, offset } } : {}),
  };
}

function isDraft(entry: unknown): entry is readonly [string, Draft] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const { text, at } = fieldsOf(entry[1]);
  return typeof text === 'string' && typeof at === 'number';
}

function isEdit(entry: unknown): entry is Edit {
  const { session, row, text, of } = fieldsOf(entry);
  return [session, row, text, of].every((field) => typeof field === 'string');
}
