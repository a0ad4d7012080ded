import type { UserPart } from '../../core/log/message.ts';
import type { AttachmentView } from '../../shared/composerView.ts';

/**
 * The attachments in each session's composer. Attachments that were added while no session was open have an empty
 * session id.
 */
export class AttachedLists<Item extends { readonly id: string; readonly view: { readonly label: string } }> {
  readonly #lists = new Map<string, readonly Item[]>();
  /** The attachments that are being read. */
  readonly #reading = new Set<{ readonly session: string; readonly label: string }>();
  #shown = '';

  /** The attachments in the composer of the session that is shown. */
  get shown(): readonly Item[] {
    return this.#lists.get(this.#shown) ?? [];
  }

  /** The labels of the attachments in the session that is shown, including attachments that are still being read. */
  get labels(): ReadonlySet<string> {
    const reading = [...this.#reading].filter(({ session }) => session === '' || session === this.#shown);
    return new Set([...this.shown.map(({ view }) => view.label), ...reading.map(({ label }) => label)]);
  }

  /** Switches to the list of another session. Attachments without a session move to the first session that is shown. */
  follow(session: string): void {
    if (session === this.#shown) return;
    this.#shown = session;
    if (session === '') return;
    const withoutSession = this.#lists.get('') ?? [];
    this.#lists.delete('');
    if (withoutSession.length > 0) this.#lists.set(session, [...withoutSession, ...this.shown]);
  }

  /**
   * Adds an item to the list of the session that is shown at the time of the call. If no session is shown at that time,
   * adds the item to the list that is shown when the item is ready. Adds nothing if the list has the label already.
   */
  async add(label: string, read: () => Promise<Item>): Promise<void> {
    if (this.shown.some(({ view }) => view.label === label)) return;
    const reading = { session: this.#shown, label };
    this.#reading.add(reading);
    try {
      const item = await read();
      const target = reading.session === '' ? this.#shown : reading.session;
      const items = this.#lists.get(target) ?? [];
      // Another item with the same label may have become ready first.
      if (items.every(({ view }) => view.label !== label)) this.#lists.set(target, [...items, item]);
    } finally {
      this.#reading.delete(reading);
    }
  }

  /** Removes items from all lists. */
  remove(ids: ReadonlySet<string>): void {
    for (const [session, items] of this.#lists) {
      const rest = items.filter(({ id }) => !ids.has(id));
      if (rest.length === 0) this.#lists.delete(session);
      else this.#lists.set(session, rest);
    }
  }
}

/** The kinds of attached texts. The keys are the labels that the texts have in the message. */
export const ATTACHED_TEXTS: Readonly<Record<string, AttachmentView['kind']>> = {
  problems: 'problems',
  diff: 'diff',
  terminal: 'terminal',
};

/** Returns the kind of an attached path: `src/` is a folder, `a.ts:3-9` is a selection, any other path is a file. */
export function kindOfPath(path: string): AttachmentView['kind'] {
  if (path.endsWith('/')) return 'folder';
  return /:\d+(?:-\d+)?$/.test(path) ? 'selection' : 'file';
}

/**
 * Returns the name. If it is taken, adds a number (`shot-2.png`). This is needed since all images from the clipboard
 * have the same name.
 */
export function unusedName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const [stem = name] = name.split(/(?=\.\w+$)/);
  for (let count = 2; ; count++) {
    const other = `${stem}-${String(count)}${name.slice(stem.length)}`;
    if (!taken.has(other)) return other;
  }
}

/**
 * Returns the label and kind of an attachment that goes back into the composer; an image gets a label that is not in
 * `taken`. Returns undefined for the person's own words and for text that Longthread added.
 */
export function givenBackAs(
  part: UserPart,
  taken: ReadonlySet<string>,
): Pick<AttachmentView, 'label' | 'kind'> | undefined {
  switch (part.type) {
    case 'file':
      return { label: part.path, kind: kindOfPath(part.path) };
    case 'image':
      return { label: unusedName(part.name ?? 'image', taken), kind: 'image' };
    case 'text': {
      const kind = ATTACHED_TEXTS[part.label ?? ''];
      return kind && { label: `@${kind}`, kind };
    }
  }
}
