import type { CompactionEntry, MessageId } from '../log/entry.ts';
import { toolCallsOf, type ToolCallPart } from '../log/message.ts';
import type { Session, SessionMessage } from '../log/session.ts';
import { accumulated, memoized } from '../memoized.ts';
import { clipLine, withSpacesFolded } from '../text/lines.ts';
import { isStandingPlan, readCall, type PlanItem } from '../tools/readCall.ts';

/** The current steps of the work, as the model last listed them. */
export interface StandingPlan {
  /** The message with the call. */
  readonly id: MessageId;
  readonly items: readonly PlanItem[];
}

/** Returns the newest plan on the live branch among the first `count` messages of the log. */
function planAmong(session: Session, count: number): StandingPlan | undefined {
  const { messages, allMessages } = session;
  const newest = newestResult(messages);
  if (newest === undefined) return undefined;
  if (allMessages.length === count) return planBefore(messages, newest);
  const heard = new Set(allMessages.slice(0, count));
  const at = messages.findLastIndex((each) => isPlanResult(each) && heard.has(each));
  return at < 0 ? undefined : planBefore(messages, at);
}

/** The place of the newest result of a call that set a plan. */
const newestResult = accumulated<SessionMessage, number | undefined>(undefined, (before, message, at) =>
  isPlanResult(message) ? at : before,
);

/** Returns the plan that was set by the call of this result. */
function planBefore(messages: readonly SessionMessage[], result: number): StandingPlan | undefined {
  const message = messages[result]?.message;
  if (message?.role !== 'tool') return undefined;
  for (let at = result - 1; at >= 0; at -= 1) {
    const head = messages[at];
    const call = head && toolCallsOf(head.message).find((each) => each.callId === message.callId);
    if (head !== undefined && call !== undefined) return { id: head.id, items: itemsOf(call) };
  }
  return undefined;
}

const itemsOf = memoized((call: ToolCallPart): readonly PlanItem[] => readCall(call).plan ?? []);

function isPlanResult({ message }: SessionMessage): boolean {
  return message.role === 'tool' && isDone(message);
}

function isDone({ toolName, isError }: { readonly toolName: string; readonly isError?: boolean }): boolean {
  return isStandingPlan(toolName) && isError !== true;
}

/** Returns the session's current plan; undefined if there is none. */
export function standingPlan(session: Session): StandingPlan | undefined {
  return planAmong(session, session.allMessages.length);
}

const WORDS = { open: 'open', active: 'in progress', done: 'done' } as const;

/** The most steps that the notes list. Plans of other clients may have more. */
const MOST_STEPS = 30;
const LONGEST_STEP = 300;

function stepLine({ text, state }: PlanItem): string {
  return `- ${WORDS[state]}: ${clipLine(withSpacesFolded(text), LONGEST_STEP)}`;
}

/** Returns a plan as a section of the notes; empty if it has no steps. */
export function planSection({ items }: Pick<StandingPlan, 'items'>): string {
  if (items.length === 0) return '';
  const lines = items.every(({ state }) => state === 'done')
    ? [items.length === 1 ? 'The only step is done.' : `All ${String(items.length)} steps are done.`]
    : [
        ...items.slice(0, MOST_STEPS).map(stepLine),
        ...(items.length > MOST_STEPS ? [`- and ${String(items.length - MOST_STEPS)} more`] : []),
      ];
  return ['## Plan at the last compaction', ...lines].join('\n');
}

/**
 * Returns the plan for the notes, if the context no longer has its original call and the person did not remove it. Uses
 * the plan at the newest compaction, so that the notes stay the same until the next one; a later plan is in the messages after the notes.
 */
export function planText(session: Session, compactions: readonly CompactionEntry[]): string {
  const made = session.compactions.findLast(({ state }) => state === 'live');
  const plan = made && planAmong(session, made.madeAfter ?? session.allMessages.length);
  if (plan === undefined || session.pinnedIds.has(plan.id) || session.excludedIds.has(plan.id)) return '';
  const { id } = plan;
  const isNamed = (compaction: CompactionEntry): boolean =>
    compaction.replaced.some((each) => each.id === id) || isFolded(compaction, id);
  const last = compactions.findLast(isNamed);
  if (last === undefined || last.leftOut?.includes(id) === true) return '';
  const shorter = last.replaced.find((each) => each.id === id);
  return isFolded(last, id) || shorter?.arguments !== undefined ? planSection(plan) : '';
}

function isFolded({ folded }: CompactionEntry, id: MessageId): boolean {
  return folded.some(({ ids }) => ids.includes(id));
}
