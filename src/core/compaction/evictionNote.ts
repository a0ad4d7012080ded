import { withoutReasoning } from '../context/project.ts';
import type { SessionMessage } from '../log/session.ts';
import { pendingProse } from './pendingProse.ts';
import type { Plan } from './plan.ts';

/**
 * One line about everything that left the context so far, or, where a summary is wanted and there is none, about what
 * none tells of: how many messages and tokens, from when to when, and how to have them back. Empty when the setting
 * turns it off.
 */
export function evictionNote(
  plan: Plan,
  folded: readonly SessionMessage[],
  isWithoutSummary: boolean,
): string {
  const { session, settings, strategy, account } = plan.request;
  const isUntold = strategy.hasSummary && isWithoutSummary;
  const pending = pendingProse(session);
  const conversation = folded.filter(
    ({ id, message }) =>
      message.role !== 'system' && (!isUntold || pending.has(id) || plan.working.folded.has(id)),
  );
  const first = conversation[0];
  const last = conversation.at(-1);
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
  if (from <= 0 || to <= 0) return '';
  return `, ${timeText(from)} to ${timeText(to)}`;
}

/** `2026-11-21 14:02` in UTC: the same on every machine. */
function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
