import type { TokenAccount } from '../context/account.ts';
import { messagesOf, type Group } from '../context/groups.ts';
import { withoutReasoning } from '../context/project.ts';

/** A large message counts as what a result's excerpt would take: a fourth of the room, so that one can't empty the rest. */
const LARGEST_PART = 4;

/**
 * The newest groups: all of which one of the newest so many messages is a part, up to so many tokens; the newest one in any case: the model
 * has just called its tools, and without their results it would call them again.
 */
export function recentUnits(
  groups: readonly Group[],
  account: TokenAccount,
  most: { readonly messages: number; readonly tokens: number },
): ReadonlySet<Group> {
  const recent = new Set<Group>();
  let messages = 0;
  let tokens = 0;
  for (const group of groups.toReversed()) {
    const own = messagesOf(group);
    const before = messages;
    messages += own.length;
    tokens += own.reduce(
      (sum, { id, message }) =>
        sum + Math.min(account.ofMessage(withoutReasoning(message), id), most.tokens / LARGEST_PART),
      0,
    );
    const isOver = before >= most.messages || tokens > most.tokens;
    if (isOver && (recent.size > 0 || most.messages === 0)) break;
    recent.add(group);
    if (isOver) break;
  }
  return recent;
}
