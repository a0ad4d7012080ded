import { auditCompactions, type CompactionAudit } from '../../core/audit/auditCompactions.ts';
import type { Session } from '../../core/log/session.ts';
import { ownCompactions } from './ownCompactions.ts';
import type { Transcript } from './transcript.ts';

/** Losses of another agent's own compactions, by its transcript. */
export interface TranscriptAudit {
  readonly format: string;
  readonly messages: number;
  readonly compactions: readonly (CompactionAudit & {
    /** The transcript says what was kept; otherwise nothing counts as kept but where it says that something was. */
    readonly isKeptTold: boolean;
    /** Of one whose summary nobody but the provider can read, no loss is named. */
    readonly isReadable: boolean;
  })[];
}

/** Claude Code may say that it kept messages, and not which: then so many of the newest count as kept. */
const MOST_KEPT = 20;

/** Audits the compactions in a transcript; `session` holds its messages, secrets masked. */
export function auditTranscript(
  transcript: Pick<Transcript, 'messages'> & { readonly format: string },
  session: Session,
): TranscriptAudit {
  const { format, messages } = transcript;
  const own = ownCompactions(transcript, session.messages);
  const compactions = own.map((each) =>
    each.isKeptTold || format !== 'claude-code' ? each : { ...each, keptMessages: MOST_KEPT },
  );
  return {
    format,
    messages: messages.length,
    compactions: auditCompactions(session.messages, compactions).map((audit, index) => {
      const { isKeptTold = false, isReadable = true } = own[index] ?? {};
      return { ...audit, isKeptTold, isReadable };
    }),
  };
}
