import type { ForeignCompaction } from '../../core/audit/auditCompactions.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { personTextOf, type Message } from '../../core/log/message.ts';
import type { SessionMessage } from '../../core/log/session.ts';
import type { Transcript } from './formats.ts';

/** A compaction that the transcript's agent made itself. */
export interface OwnCompaction extends ForeignCompaction {
  /** Whether the transcript says what was kept. */
  readonly isKeptTold: boolean;
  /** Whether anyone other than the agent's provider can read the summary. */
  readonly isReadable: boolean;
}

/** The number of characters that Codex keeps of the person's newest messages: 20,000 tokens of four characters each. */
const KEPT_BY_CODEX = 80_000;

/** Returns the compactions in a transcript, oldest first. `session` has the transcript's messages with their ids. */
export function ownCompactions(
  { format, messages }: Pick<Transcript, 'messages'> & { readonly format: string },
  session: readonly Pick<SessionMessage, 'id' | 'message'>[],
): readonly OwnCompaction[] {
  const idsOf = (words: ReadonlySet<string>, before: number): readonly MessageId[] =>
    messages
      .slice(0, before)
      .flatMap((each, at) => (words.has(personTextOf(each.message)) ? (session[at]?.id ?? []) : []));
  return session.flatMap(({ id, message }, index): readonly OwnCompaction[] => {
    const label = summaryLabel(message);
    if (label === undefined) return [];
    const {
      kept,
      keptWords,
      keptIds = keptWords && idsOf(new Set(keptWords), index),
    } = messages[index] ?? {};
    // In pi's sessions, a summary without `kept` is the summary of an abandoned branch, not of a compaction.
    if (kept === undefined && format === 'pi') return [];
    return [
      {
        ...{ id, keptMessages: kept ?? 0, isKeptTold: kept !== undefined || keptIds !== undefined },
        isReadable: label === 'foreign-summary',
        ...(keptIds !== undefined
          ? { keptIds }
          : kept === undefined && format === 'codex' && { keptPersonCharacters: KEPT_BY_CODEX }),
      },
    ];
  });
}

const LABELS: ReadonlySet<string | undefined> = new Set(['foreign-summary', 'encrypted-summary']);

function summaryLabel({ role, parts }: Message): string | undefined {
  if (role !== 'user') return undefined;
  return parts.flatMap((part) =>
    part.type === 'text' && part.origin === 'client' && LABELS.has(part.label) ? [part.label] : [],
  )[0];
}
