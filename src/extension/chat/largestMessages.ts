import type { ContextItem } from '../../core/context/context.ts';
import { asCounted, type ShownTokens } from '../../core/context/gauge.ts';
import { personTextOf } from '../../core/log/message.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { LargeMessage } from '../../shared/chatView.ts';
import { contextViews } from './contextItems.ts';

const MOST_SHOWN = 8;
const SPEAKERS = {
  ...{ user: 'you', assistant: 'assistant', tool: 'tool', system: 'system', notes: 'notes' },
} as const;

/**
 * Returns the messages that take the most tokens of the context, largest first, followed by messages that the person
 * left out.
 */
export function largestMessages(
  { context, account, session }: Pick<LiveSession, 'context' | 'account' | 'session'>,
  shown = asCounted,
): readonly LargeMessage[] {
  const newest = session.messages.findLast(({ message }) => personTextOf(message).trim() !== '')?.id;
  const standing = viewsOf(context, account, shown)
    .filter(({ isLeftOut }) => !isLeftOut)
    .map((view) => ({
      ...view,
      canLeaveOut: !view.isPinned && view.id !== newest,
      canShorten: view.canShorten && view.id !== newest,
    }))
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, MOST_SHOWN);
  return [...standing, ...leftOut(session, account, shown)];
}

function viewsOf(
  context: LiveSession['context'],
  account: LiveSession['account'],
  shown: ShownTokens,
): readonly LargeMessage[] {
  const tokensOf = (item: ContextItem): number => shown(account.ofItem(item));
  return contextViews({ context, tokensOf, classes: new Map() }).flatMap(
    ({ role, fate, label, tokens, origins: [id], originCount }) =>
      id === undefined || originCount !== 1 || role === 'system' || fate === 'record'
        ? []
        : [
            {
              id,
              label,
              tokens,
              speaker: SPEAKERS[role],
              isPinned: fate === 'pinned',
              isLeftOut: fate === 'excluded',
              canLeaveOut: true,
              canShorten: fate === 'stays',
            },
          ],
  );
}

/** Returns the messages that the person left out, with the number of tokens that they would take if brought back. */
function leftOut(
  { messages, excludedIds }: LiveSession['session'],
  account: LiveSession['account'],
  shown: ShownTokens,
): readonly LargeMessage[] {
  if (excludedIds.size === 0) return [];
  const whole = messages.map(({ id, message }) => ({
    message,
    treatment: 'verbatim' as const,
    entries: [id],
  }));
  return viewsOf(whole, account, shown)
    .filter(({ id }) => excludedIds.has(id))
    .map((view) => ({ ...view, isLeftOut: true, canShorten: false }));
}
