import { counted } from '../../text/counted.ts';
import { withSpacesFolded } from '../../text/lines.ts';
import { withoutReasoning } from '../../context/project.ts';
import type { EntryId, FoldedMessages } from '../../log/entry.ts';
import type { Session, SessionMessage } from '../../log/session.ts';
import type { Plan } from './plan.ts';
import type { CompactionSettings } from '../settings.ts';
import { pendingObservations, pendingProse } from './standing.ts';
import type { Strategy } from '../strategies.ts';

export interface FoldedObservations {
  readonly text: string;
  readonly ids: readonly EntryId[];
}

/**
 * A single observation may take at most this share of the room for observations. A longer observation is cut, so that
 * it can't displace others.
 */
const LONGEST_SHARE = 0.25;
/** An observation is never cut to fewer than this number of characters. */
const LEAST_LENGTH = 60;
/** The number of characters for the line that counts the omitted observations. */
const COUNT_LENGTH = 30;

/**
 * Returns a text that lists the older observations, oldest first, and counts the observations for which there is no
 * room. `ids` are the observations that no earlier compaction has listed or counted.
 */
export function foldObservations(
  session: Session,
  {
    liveObservations,
    observationCharacters,
  }: Pick<CompactionSettings, 'liveObservations' | 'observationCharacters'>,
): FoldedObservations {
  const heading = '## What happened in the editor';
  const older = session.observations.slice(0, -liveObservations);
  const all = older.map((one) =>
    clipped(observationLine(one), Math.max(LEAST_LENGTH, observationCharacters * LONGEST_SHARE)),
  );
  const whole = all.reduce((sum, line) => sum + line.length + 1, heading.length);
  const lines: string[] = [];
  let room = observationCharacters - heading.length - (whole > observationCharacters ? COUNT_LENGTH : 0);
  for (const line of all.toReversed()) {
    if (line.length + 1 > room) break;
    lines.unshift(line);
    room -= line.length + 1;
  }
  if (lines.length === 0) return { text: '', ids: [] };
  const omitted = all.length - lines.length;
  const count = omitted === 0 ? [] : [`- and ${String(omitted)} more before these`];
  const ids = pendingObservations(session, liveObservations).map(({ id }) => id);
  return { text: [heading, ...count, ...lines].join('\n'), ids };
}

export function observationLine({ source, text }: Session['observations'][number]): string {
  return `- ${source}: ${withSpacesFolded(text)}`;
}

function clipped(line: string, most: number): string {
  const length = Math.floor(most);
  return line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`;
}

/** Returns whether a model is to summarize a message that is folded with the treatment `as`. */
export function wantsSummary(as: FoldedMessages['as'] | undefined, { digestsSuffice }: Strategy): boolean {
  return as !== undefined && (as !== 'digest' || digestsSuffice !== true);
}

/**
 * Returns two lines about the messages that left the context: their number, tokens and time, and how to look them up.
 * If a wanted summary is missing, the lines are only about the messages that no summary covers. Empty if there are no
 * such messages or if the setting turns the lines off.
 */
export function evictionNote(
  { request, working }: Plan,
  folded: readonly SessionMessage[],
  isWithoutSummary: boolean,
): string {
  const { session, settings, strategy, account } = request;
  const isMissing = strategy.hasSummary && isWithoutSummary;
  const pending = pendingProse(session);
  const conversation = folded.filter(
    ({ id, message }) =>
      message.role !== 'system' &&
      (!isMissing || pending.has(id) || wantsSummary(working.folded.get(id), strategy)),
  );
  const [first, last] = [conversation[0], conversation.at(-1)];
  if (!settings.evictionNote || first === undefined || last === undefined) return '';
  const tokens = conversation.reduce(
    (sum, { id, message }) => sum + account.ofMessage(withoutReasoning(message), id),
    0,
  );
  const count = counted(conversation.length, 'older message');
  const [were, them] = conversation.length === 1 ? ['was', 'it'] : ['were', 'them'];
  const what = isMissing ? `${were} compacted without a summary` : 'left the context';
  const range = `${first.id}–${last.id}${timeRange(first.at, last.at)}`;
  return `[${count} ${what}]\n${String(tokens)} tokens, ${range}. Recall finds ${them} by words or by address.`;
}

function timeRange(from: number, to: number): string {
  return from <= 0 || to <= 0 ? '' : `, ${timeText(from)} to ${timeText(to)}`;
}

/** Formats a time as `2026-11-21 14:02` in UTC, so that the text is the same on every machine. */
function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
