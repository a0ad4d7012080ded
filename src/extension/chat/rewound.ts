import type { Draft, EntryId } from '../../core/log/entry.ts';
import { textOf, type Message } from '../../core/log/message.ts';
import { foldSession } from '../../core/log/session.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import { draftsOfBranch } from '../sessions/branches.ts';

type Log = Pick<LiveSession, 'entries'>;

/** Returns the text of the messages that a rewind removed from the thread; undefined if the entry is not a rewind. */
export function rewoundText(log: Log, rewind: EntryId): OriginalText | undefined {
  const [before, after] = aroundRewind(log, rewind) ?? [];
  if (before === undefined || after === undefined) return undefined;
  const stays = new Set(after.messages.map(({ id }) => id));
  const left = before.messages.filter(({ id }) => !stays.has(id));
  const text = left
    .map(({ id, message }) => `${speakerOf(message)} · ${id}\n${textOf(message)}`)
    .join('\n\n');
  return { title: 'Messages removed from the thread', text };
}

/** Returns the whole thread before a rewind, as drafts for a new session; undefined if the entry is no rewind. */
export function draftsBefore(log: Log, rewind: EntryId): readonly Draft[] | undefined {
  const before = aroundRewind(log, rewind)?.[0];
  return before && draftsOfBranch(before);
}

/** Returns the session before and after a rewind. */
function aroundRewind(
  { entries }: Log,
  rewind: EntryId,
): readonly [ReturnType<typeof foldSession>, ReturnType<typeof foldSession>] | undefined {
  const at = entries.findIndex(({ id, kind }) => id === rewind && kind === 'rewind');
  return at < 0 ? undefined : [foldSession(entries.slice(0, at)), foldSession(entries.slice(0, at + 1))];
}

function speakerOf(message: Message): string {
  switch (message.role) {
    case 'user':
      return 'You';
    case 'assistant':
      return 'The assistant';
    case 'tool':
      return message.toolName || 'A tool';
    case 'system':
      return 'System text';
  }
}

const TITLE_CHARACTERS = 150;

/** Returns the title of a session made from the drafts before a rewind. */
export function titleBefore(title: string | undefined): string {
  return `${(title ?? 'New session').slice(0, TITLE_CHARACTERS)} (before going back)`;
}
