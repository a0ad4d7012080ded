import { withSpacesFolded } from '../text/lines.ts';
import { withoutReasoning } from '../context/project.ts';
import type { EntryId } from '../log/entry.ts';
import { liveCompactions, type Session, type SessionMessage } from '../log/session.ts';
import type { Plan } from './plan.ts';
import type { CompactionSettings } from './settings.ts';
import { pendingProse } from './standing.ts';

export interface FoldedNotes {
  readonly text: string;
  readonly ids: readonly EntryId[];
}

/** The notes before the newest, as many as the characters hold, the newer first; `ids` are those not folded before. */
export function foldObservations(
  session: Session,
  { liveNotes, notesCharacters }: Pick<CompactionSettings, 'liveNotes' | 'notesCharacters'>,
): FoldedNotes {
  const covered = new Set(liveCompactions(session).flatMap((compaction) => compaction.foldedNotes));
  const heading = '## What happened in the editor';
  const lines: string[] = [];
  const ids: EntryId[] = [];
  let room = notesCharacters - heading.length;
  for (const { id, source, text } of session.observations.slice(0, -liveNotes).toReversed()) {
    const line = `- ${source}: ${withSpacesFolded(text)}`;
    if (line.length + 1 > room) break;
    lines.unshift(line);
    if (!covered.has(id)) ids.unshift(id);
    room -= line.length + 1;
  }
  return { text: lines.length === 0 ? '' : [heading, ...lines].join('\n'), ids };
}

/**
 * One line about everything that left the context so far, or, where a summary is wanted and there is none, about what
 * none tells of: how many messages and tokens, from when to when, and how to have them back. Empty when the setting
 * turns it off.
 */
export function evictionNote(
  { request, working }: Plan,
  folded: readonly SessionMessage[],
  isWithoutSummary: boolean,
): string {
  const { session, settings, strategy, account } = request;
  const isUntold = strategy.hasSummary && isWithoutSummary;
  const pending = pendingProse(session);
  const conversation = folded.filter(
    ({ id, message }) =>
      message.role !== 'system' && (!isUntold || pending.has(id) || working.folded.has(id)),
  );
  const [first, last] = [conversation[0], conversation.at(-1)];
  if (!settings.evictionNote || first === undefined || last === undefined) return '';
  const tokens = conversation.reduce(
    (sum, { id, message }) => sum + account.ofMessage(withoutReasoning(message), id),
    0,
  );
  const count = `${String(conversation.length)} older message${conversation.length === 1 ? '' : 's'}`;
  const what = isUntold ? 'were compacted without a summary' : 'left the context';
  const range = `${first.id}–${last.id}${timeRange(first.at, last.at)}`;
  return `[${count} ${what}]\n${String(tokens)} tokens, ${range}. Recall finds them by words or by address.`;
}

function timeRange(from: number, to: number): string {
  return from <= 0 || to <= 0 ? '' : `, ${timeText(from)} to ${timeText(to)}`;
}

/** `2026-11-21 14:02` in UTC: the same on every machine. */
function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
