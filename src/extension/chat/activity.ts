import type { ConversationEvent } from '../../core/chat/conversation.ts';
import { mainArgument, toolKindOf, type ToolKind } from '../../core/context/toolKinds.ts';
import type { Entry } from '../../core/session/entry.ts';
import { toolCallsOf, type ToolCallPart } from '../../core/session/message.ts';

/** What an answer is busy with, in a few words; undefined when nothing new can be said. */
export function activityOf(what: ConversationEvent | Entry): string | undefined {
  if ('kind' in what) return activityOfEntry(what);
  switch (what.type) {
    case 'busy':
      return 'thinking';
    case 'retrying':
      return `trying again in ${Math.max(1, Math.round(what.delayMs / 1_000))} s: ${what.sentence}`;
    case 'delta':
      if (what.delta.type === 'text') return 'answering';
      return what.delta.type === 'reasoning' ? 'thinking' : undefined;
    case 'noticed':
    case 'ended':
    case 'gauge':
      return undefined;
  }
}

function activityOfEntry(entry: Entry): string | undefined {
  if (entry.kind !== 'message') return undefined;
  if (entry.message.role === 'tool') return 'thinking';
  const [call, ...others] = toolCallsOf(entry.message);
  if (call === undefined) return undefined;
  return others.length === 0 ? activityOfCall(call) : `${activityOfCall(call)} and ${others.length} more`;
}

const VERBS: Readonly<Partial<Record<ToolKind, string>>> = {
  read: 'reading',
  search: 'searching',
  list: 'listing',
  write: 'writing',
  test: 'testing',
};

function activityOfCall(call: ToolCallPart): string {
  const verb = VERBS[toolKindOf(call)];
  const argument = mainArgument(call, 40);
  return verb === undefined || argument === '' ? `running ${call.name}` : `${verb} ${argument}`;
}
