import type { Transcript } from './transcript.ts';
import {
  auditCompactions,
  type CompactionAudit,
  type ForeignCompaction,
} from '../../core/audit/auditCompactions.ts';
import type { Session, SessionMessage } from '../../core/log/session.ts';

/** Losses of another agent's own compactions, by its transcript. */
export interface TranscriptAudit {
  readonly format: string;
  readonly messages: number;
  readonly compactions: readonly (CompactionAudit & {
    /** The transcript says what was kept; otherwise as much as such agents keep at most counts as kept. */
    readonly isKeptTold: boolean;
  })[];
}

/** Where a transcript does not say what its agent kept, so many newest messages count as kept. */
const MOST_KEPT = 20;
/** Codex keeps the person's newest messages, up to 20,000 tokens of them. */
const KEPT_BY_CODEX = 80_000;

/** Audits the compactions in a transcript; `session` holds its messages, secrets masked. */
export function auditTranscript(
  { format, messages }: Pick<Transcript, 'messages'> & { readonly format: string },
  session: Session,
): TranscriptAudit {
  const told = new Set<string>();
  const compactions = session.messages.flatMap((each, index): readonly ForeignCompaction[] => {
    if (!isSummary(each)) return [];
    const kept = messages[index]?.kept;
    if (kept !== undefined) told.add(each.id);
    // pi's other summaries tell of a branch that was left.
    else if (format === 'pi') return [];
    return [{ id: each.id, ...(kept === undefined ? keptAtMost(format) : { keptMessages: kept }) }];
  });
  return {
    format,
    messages: messages.length,
    compactions: auditCompactions(session.messages, compactions).map((audit) => ({
      ...audit,
      isKeptTold: told.has(audit.id),
    })),
  };
}

function keptAtMost(format: string): Omit<ForeignCompaction, 'id'> {
  return format === 'codex'
    ? { keptMessages: 0, keptPersonCharacters: KEPT_BY_CODEX }
    : { keptMessages: MOST_KEPT };
}

function isSummary({ message }: SessionMessage): boolean {
  return (
    message.role === 'user' &&
    message.parts.some(
      (part) => part.type === 'text' && part.origin === 'client' && part.label === 'foreign-summary',
    )
  );
}
