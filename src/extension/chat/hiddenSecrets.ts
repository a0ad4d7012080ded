import type { Entry, EntryId, SecretSpan } from '../../core/log/entry.ts';
import type { RevealEntry } from '../../core/log/revealEntry.ts';
import { QUOTED_MARK } from '../../core/log/secretMark.ts';
import type { HiddenSecret } from './rowContext.ts';

/**
 * Reads the entries of a log one by one. For each message, lists the secrets that are still masked, with their indexes
 * among all secrets of the message.
 */
export class HiddenSecrets {
  readonly #found = new Map<EntryId, readonly SecretSpan[]>();
  readonly #revealed = new Set<string>();
  /** The numbers, as in `#2`, of values that the person declared not to be secrets. */
  readonly #noSecrets = new Set<number | undefined>();

  see(entry: Entry): void {
    if (entry.kind === 'message' && entry.secrets !== undefined) this.#found.set(entry.id, entry.secrets);
    if (entry.kind === 'reveal') this.#reveal(entry);
  }

  of(id: EntryId): readonly HiddenSecret[] {
    const spans = (this.#found.get(id) ?? []).map((span, index) => ({ index, span }));
    return spans.filter(
      ({ span }) =>
        isSecret(span) && !this.#noSecrets.has(span.number) && !this.#revealed.has(keyOf(id, span)),
    );
  }

  #reveal({ target, span, everywhere }: RevealEntry): void {
    this.#revealed.add(keyOf(target, span));
    if (everywhere === true) this.#noSecrets.add(span.number ?? -1);
  }
}

/** Returns false for forgotten text, and for literal text that only looks like the mark of a secret. */
function isSecret({ start, end, kind }: SecretSpan): boolean {
  return start < end && kind !== QUOTED_MARK;
}

function keyOf(id: EntryId, { part, start, end }: SecretSpan): string {
  return `${id}:${part}:${start}:${end}`;
}
