import { callAnsweredBy } from '../../core/context/groups.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { textOf, toolCallsOf, type ToolCallPart, type ToolMessage } from '../../core/log/message.ts';
import type { Session } from '../../core/log/session.ts';
import { readCall } from '../../core/tools/readCall.ts';
import { subjectOf } from '../../core/tools/subject.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import { argumentViews, languageOf } from './argumentViews.ts';

/**
 * Returns a message's original text with secrets masked; for a tool result, with the call it answers. Returns undefined
 * for an unknown id.
 */
export function originalOf(session: Session, id: MessageId): OriginalText | undefined {
  const found = session.allMessages.find((message) => message.id === id);
  if (found === undefined) return undefined;
  const { message } = found;
  if (message.role !== 'tool') return { title: `${TITLES[message.role]} · ${id}`, text: textOf(message) };
  return resultText(message, callAnsweredBy(found, session.allMessages), id);
}

/** Returns the arguments of a call that has no result yet, or never got one. */
export function callText(session: Session, id: MessageId, index: number): OriginalText | undefined {
  const message = session.allMessages.find((each) => each.id === id)?.message;
  const call = message === undefined ? undefined : toolCallsOf(message)[index];
  if (call === undefined) return undefined;
  return { title: titleOf(call), text: 'There is no result.', arguments: argumentViews(call) };
}

const TITLES = { user: 'Message', assistant: 'Answer', system: 'System text' } as const;

function resultText(message: ToolMessage, call: ToolCallPart | undefined, id: MessageId): OriginalText {
  const text = textOf(message);
  if (call === undefined) return { title: `${message.toolName || 'Tool result'} · ${id}`, text };
  // The result of a write is one sentence, whatever kind of file it wrote.
  const { kind, path } = readCall(call);
  const language = kind === 'read' ? languageOf(path) : undefined;
  return {
    title: titleOf(call),
    text,
    arguments: argumentViews(call),
    ...(language === undefined ? {} : { language }),
  };
}

function titleOf(call: ToolCallPart): string {
  return [call.name, subjectOf(call)].filter(Boolean).join(' ');
}
