import type { CompactionEntry, MessageId, ReplacedMessage } from '../log/entry.ts';
import { toolCallsOf, type ToolCallPart } from '../log/message.ts';
import type { Session, SessionMessage } from '../log/session.ts';
import { accumulated, memoized } from '../memoized.ts';
import { clipLine, withSpacesFolded } from '../text/lines.ts';
import { isChatPlanTool, readCall, type PlanItem } from '../tools/readCall.ts';

/** The current steps of the work, as the model last listed them. */
export interface StandingPlan {
  /** The id of the message with the call. */
  readonly id: MessageId;
  readonly items: readonly PlanItem[];
}

/** Returns the newest plan of the live branch. Looks only at the first `count` messages of the log. */
function planAmong(session: Session, count: number): StandingPlan | undefined {
  const { messages, allMessages } = session;
  const newest = newestResult(messages);
  if (newest === undefined) return undefined;
  if (allMessages.length === count) return planOf(messages, newest);
  const first = new Set(allMessages.slice(0, count));
  const at = messages.findLastIndex((each) => isPlanResult(each) && first.has(each));
  return at < 0 ? undefined : planOf(messages, at);
}

/** Returns the place of the newest result of a call that set a plan. */
const newestResult = accumulated<SessionMessage, number | undefined>(undefined, (before, message, at) =>
  isPlanResult(message) ? at : before,
);

/** Returns the plan of the call that the result at this place answers. */
function planOf(messages: readonly SessionMessage[], resultAt: number): StandingPlan | undefined {
  const message = messages[resultAt]?.message;
  if (message?.role !== 'tool') return undefined;
  for (let at = resultAt - 1; at >= 0; at -= 1) {
    const head = messages[at];
    const call = head && toolCallsOf(head.message).find((each) => each.callId === message.callId);
    if (head !== undefined && call !== undefined) return { id: head.id, items: itemsOf(call) };
  }
  return undefined;
}

const itemsOf = memoized((call: ToolCallPart): readonly PlanItem[] => readCall(call).plan ?? []);

function isPlanResult({ message }: SessionMessage): boolean {
  return message.role === 'tool' && isChatPlanTool(message.toolName) && message.isError !== true;
}

/** Returns the session's current plan; undefined if there is none. */
export function standingPlan(session: Session): StandingPlan | undefined {
  return planAmong(session, session.allMessages.length);
}

const WORDS = { open: 'open', active: 'in progress', done: 'done' } as const;

/** The maximum number of steps that the notes list. Plans of other clients may have more steps. */
const MOST_STEPS = 30;
const LONGEST_STEP = 300;

function stepLine({ text, state }: PlanItem): string {
  return `- ${WORDS[state]}: ${clipLine(withSpacesFolded(text), LONGEST_STEP)}`;
}

/** Returns a plan as a section of the notes; empty if the plan has no steps. */
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
 * Returns the section of the notes with the plan. Empty while the context contains the whole call that set the plan,
 * and if the person excluded or left out the message with the call.
 */
export function planText(session: Session, compactions: readonly CompactionEntry[]): string {
  const plan = planAtNewestCompaction(session);
  if (plan === undefined || session.pinnedIds.has(plan.id) || session.excludedIds.has(plan.id)) return '';
  const newest = compactions.findLast((each) => isFolded(each, plan.id) || shortenedIn(each, plan.id));
  return newest !== undefined && needsPlanInNotes(newest, plan.id) ? planSection(plan) : '';
}

/**
 * Returns the plan at the time of the newest compaction. A later plan does not change the notes, because it is in the
 * context as a later message.
 */
function planAtNewestCompaction(session: Session): StandingPlan | undefined {
  const newest = session.compactions.findLast(({ state }) => state === 'live');
  return newest && planAmong(session, newest.madeAfter ?? session.allMessages.length);
}

/**
 * Returns whether a compaction folded the call of a plan or shortened its arguments. False if the person left the call
 * out.
 */
function needsPlanInNotes(compaction: CompactionEntry, id: MessageId): boolean {
  if (compaction.leftOut?.includes(id) === true) return false;
  return isFolded(compaction, id) || shortenedIn(compaction, id)?.arguments !== undefined;
}

function isFolded({ folded }: CompactionEntry, id: MessageId): boolean {
  return folded.some(({ ids }) => ids.includes(id));
}

function shortenedIn({ replaced }: CompactionEntry, id: MessageId): ReplacedMessage | undefined {
  return replaced.find((each) => each.id === id);
}
