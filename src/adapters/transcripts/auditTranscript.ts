import { auditCompactions, type CompactionAudit } from '../../core/audit/auditCompactions.ts';
import type { Session } from '../../core/log/session.ts';
import { ownCompactions } from './ownCompactions.ts';
import type { Transcript } from './transcript.ts';

/** Losses of another agent's own compactions, by its transcript. */
export interface TranscriptAudit {
  readonly format: string;
  readonly messages: number;
  readonly compactions: readonly (CompactionAudit & {
    /** Whether the transcript says what was kept; if not, the most that such agents keep counts as kept. */
    readonly isKeptTold: boolean;
  })[];
}

/** The number of newest messages that count as kept where the transcript does not say. */
const MOST_KEPT = 20;

/** Audits the compactions in a transcript; `session` holds its messages, secrets masked. */
export function auditTranscript(
  transcript: Pick<Transcript, 'messages'> & { readonly format: string },
  session: Session,
): TranscriptAudit {
  const { format, messages } = transcript;
  const own = ownCompactions(transcript, session.messages).filter(({ isReadable }) => isReadable);
  const told = new Set(own.flatMap(({ id, isKeptTold }) => (isKeptTold ? [id] : [])));
  const compactions = own.map((each) =>
    each.isKeptTold || format === 'codex' ? each : { ...each, keptMessages: MOST_KEPT },
  );
  return {
    format,
    messages: messages.length,
    compactions: auditCompactions(session.messages, compactions).map((audit) => ({
      ...audit,
      isKeptTold: told.has(audit.id),
    })),
  };
}
