import { auditCompactions, type CompactionAudit } from '../../core/audit/auditCompactions.ts';
import type { Session } from '../../core/log/session.ts';
import { ownCompactions } from './ownCompactions.ts';
import type { Transcript } from './transcript.ts';

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
