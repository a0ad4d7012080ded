import type { Entry } from '../../core/log/entry.ts';
import { importedEntries } from '../../core/log/ids.ts';
import { maskableTexts } from '../../core/log/mask.ts';
import type { Message } from '../../core/log/message.ts';
import type { Redactor } from '../../core/ports.ts';
import { SecretNumbers } from '../../core/log/secretNumbers.ts';
import { foldSession, type Session } from '../../core/log/session.ts';

type Imported = readonly { readonly at?: number; readonly message: Message }[];

/** The approximate number of characters after which progress is reported. */
const STEP_CHARS = 1 << 20;

/**
 * Returns a transcript's messages as a session, with secrets masked as in the editor. Rejects if the search for secrets
 * fails.
 */
export async function maskedSession(...args: Parameters<typeof entriesWithSecrets>): Promise<Session> {
  return foldSession(await entriesWithSecrets(...args));
}

/**
 * Returns the entries for a transcript's messages. Each entry contains the positions of its secrets. `foldSession`
 * masks these secrets later. Calls `onSearched` with the number of characters searched so far and the total number.
 */
export async function entriesWithSecrets(
  messages: Imported,
  redactor: Redactor,
  onSearched: (characters: number, all: number) => void = () => undefined,
): Promise<readonly Entry[]> {
  const places = messages.map(({ message }) => maskableTexts(message));
  const found = await findInSteps(
    places.flatMap((texts) => texts.map(({ text }) => text)),
    redactor,
    onSearched,
  );
  let next = 0;
  const secrets = places.map((texts) =>
    texts.flatMap(({ part }) => (found[next++] ?? []).map((span) => ({ part, ...span }))),
  );
  const numbers = new SecretNumbers();
  return importedEntries(messages, 0).map((entry, index) =>
    entry.kind === 'message' ? numbers.number({ ...entry, secrets: secrets[index] ?? [] }) : entry,
  );
}

async function findInSteps(
  texts: readonly string[],
  redactor: Redactor,
  onSearched: (characters: number, all: number) => void,
): ReturnType<Redactor['find']> {
  const all = texts.reduce((sum, { length }) => sum + length, 0);
  const found: Awaited<ReturnType<Redactor['find']>>[number][] = [];
  let searched = 0;
  for (let start = 0; start < texts.length;) {
    let end = start;
    for (let room = STEP_CHARS; end < texts.length && room > 0; end++) room -= texts[end]?.length ?? 0;
    for (const spans of await redactor.find(texts.slice(start, end))) found.push(spans);
    for (; start < end; start++) searched += texts[start]?.length ?? 0;
    onSearched(searched, all);
  }
  return found;
}
