import { importedEntries } from '../core/session/importSession.ts';
import { maskableTexts } from '../core/session/mask.ts';
import type { Message } from '../core/session/message.ts';
import type { Redactor } from '../core/ports.ts';
import { foldSession, type Session } from '../core/session/session.ts';

type Imported = readonly { readonly at?: number; readonly message: Message }[];

/** The session that a transcript's messages make, secrets masked as they are in the editor. Rejects when the search fails. */
export async function maskedSession(messages: Imported, redactor: Redactor): Promise<Session> {
  const places = messages.map(({ message }) => maskableTexts(message));
  const found = await redactor.find(places.flatMap((texts) => texts.map(({ text }) => text)));
  let next = 0;
  const secrets = places.map((texts) =>
    texts.flatMap(({ part }) => (found[next++] ?? []).map((span) => ({ part, ...span }))),
  );
  const entries = importedEntries(messages, 0).map((entry, index) =>
    entry.kind === 'message' ? { ...entry, secrets: secrets[index] ?? [] } : entry,
  );
  return foldSession(entries);
}
