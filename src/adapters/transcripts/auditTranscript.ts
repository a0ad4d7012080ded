import { auditCompactions, type CompactionAudit } from '../../core/audit/auditCompactions.ts';
import type { Session } from '../../core/log/session.ts';
import { BOUNDARY_LINE } from './claudeThread.ts';
import { ownCompactions } from './ownCompactions.ts';
import type { Transcript } from './formats.ts';

/** The audit of the compactions that another agent made, from its transcript. */
export interface TranscriptAudit {
  readonly format: string;
  readonly messages: number;
  /** The number of compactions that the transcript only mentions, without a summary. */
  readonly withoutSummary: number;
  readonly compactions: readonly (CompactionAudit & {
    /** Whether the transcript says which messages were kept. Otherwise `keptMessages` is an assumption. */
    readonly isKeptTold: boolean;
    /** The number of characters of the person's newest messages that count as kept; 0 if `keptMessages` counts them. */
    readonly keptPersonCharacters: number;
    /** Whether the summary is readable. If only the provider can read it, no losses are listed. */
    readonly isReadable: boolean;
  })[];
}

/** The number of newest messages that count as kept if Claude Code only says that it kept some messages. */
const MOST_KEPT = 20;

/** Audits the compactions in a transcript. `session` contains the transcript's messages, with secrets masked. */
export function auditTranscript(
  transcript: Pick<Transcript, 'messages' | 'skipped'> & { readonly format: string },
  session: Session,
): TranscriptAudit {
  const { format, messages, skipped } = transcript;
  const mentioned = skipped.find(({ what }) => what === BOUNDARY_LINE)?.count ?? 0;
  const own = ownCompactions(transcript, session.messages);
  const compactions = own.map((each) =>
    each.isKeptTold || format !== 'claude-code' ? each : { ...each, keptMessages: MOST_KEPT },
  );
  return {
    format,
    messages: messages.length,
    withoutSummary: Math.max(0, mentioned - own.length),
    compactions: auditCompactions(session.messages, compactions).map((audit, index) => {
      const { isKeptTold = false, isReadable = true, keptPersonCharacters = 0 } = own[index] ?? {};
      return { ...audit, isKeptTold, keptPersonCharacters, isReadable };
    }),
  };
}
