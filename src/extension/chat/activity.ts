import type { ConversationEvent } from '../../core/chat/conversation.ts';
import type { ChatDelta } from '../../core/ports.ts';
import type { Entry } from '../../core/log/entry.ts';
import { toolCallsOf, type ToolCallPart } from '../../core/log/message.ts';
import { outputKindOf, type OutputKind } from '../../core/tools/outputKind.ts';
import { subjectOf } from '../../core/tools/subject.ts';

/** The present step of an answer, for the composer's activity line. */
export interface Activity {
  /** The step in a few words. */
  readonly text: string;
  /** The text to show after some seconds, with the reason for the wait; absent if `text` names the reason. */
  readonly late?: string;
  /** The duration of the step; absent if it is unknown. */
  readonly totalMs?: number;
}

export const PREPARING: Activity = { text: 'thinking', late: 'preparing the request' };
const ANSWERING: Activity = { text: 'answering', late: 'waiting for more of the answer' };
const THINKING: Activity = { text: 'thinking', late: 'waiting for more of the answer' };

/** Returns the activity that an event or entry indicates; undefined if the activity stays the same. */
export function activityOf(source: ConversationEvent | Entry): Activity | undefined {
  if ('kind' in source) return activityOfEntry(source);
  switch (source.type) {
    case 'busy':
      return PREPARING;
    case 'asking':
      return { text: 'thinking', late: `waiting for the first word from ${source.model}` };
    case 'retrying':
      return { text: `trying again: ${source.sentence}`, totalMs: source.delayMs };
    case 'delta':
      return activityOfDelta(source.delta);
    case 'noticed':
    case 'ended':
    case 'gauge':
    case 'writing':
      return undefined;
  }
}

function activityOfDelta({ type }: ChatDelta): Activity | undefined {
  switch (type) {
    case 'text':
    case 'toolCall':
      return ANSWERING;
    case 'reasoning':
    case 'thoughtSoFar':
      return THINKING;
    case 'opaque':
    case 'finish':
      return undefined;
  }
}

function activityOfEntry(entry: Entry): Activity | undefined {
  if (entry.kind !== 'message') return undefined;
  if (entry.message.role === 'tool') return PREPARING;
  const [call, ...others] = toolCallsOf(entry.message);
  if (call === undefined) return undefined;
  const text = activityOfCall(call);
  return { text: others.length === 0 ? text : `${text} and ${others.length} more` };
}

const VERBS: Readonly<Partial<Record<OutputKind, string>>> = {
  read: 'reading',
  search: 'searching',
  list: 'listing',
  write: 'writing',
  edit: 'writing',
  delete: 'deleting',
  web: 'looking up',
  test: 'testing',
};

function activityOfCall(call: ToolCallPart): string {
  const verb = VERBS[outputKindOf(call)];
  const argument = subjectOf(call, 40);
  return verb === undefined || argument === '' ? `running ${call.name}` : `${verb} ${argument}`;
}
