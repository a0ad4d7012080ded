import type { ConversationEvent } from '../../core/chat/conversation.ts';
import type { ChatDelta } from '../../core/ports.ts';
import type { Entry } from '../../core/log/entry.ts';
import { toolCallsOf, type ToolCallPart } from '../../core/log/message.ts';
import { outputKindOf, type OutputKind } from '../../core/tools/outputKind.ts';
import { subjectOf } from '../../core/tools/subject.ts';

/** The activity of an answer. */
export interface Activity {
  /** The activity in a few words. */
  readonly text: string;
  /** The reason for a long wait; missing where `text` names it already. */
  readonly late?: string;
  /** The expected duration, where it is known. */
  readonly totalMs?: number;
}

export const PREPARING: Activity = { text: 'thinking', late: 'preparing the request' };
const ANSWERING: Activity = { text: 'answering', late: 'waiting for more of the answer' };
const THINKING: Activity = { text: 'thinking', late: 'waiting for more of the answer' };

/** Returns the activity that an event or entry starts; undefined if it starts none. */
export function activityOf(what: ConversationEvent | Entry): Activity | undefined {
  if ('kind' in what) return activityOfEntry(what);
  switch (what.type) {
    case 'busy':
      return PREPARING;
    case 'asking':
      return { text: 'thinking', late: `waiting for the first word from ${what.model}` };
    case 'retrying':
      return { text: `trying again: ${what.sentence}`, totalMs: what.delayMs };
    case 'delta':
      return activityOfDelta(what.delta);
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
