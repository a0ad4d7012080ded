import { callAnsweredBy } from '../../core/context/groups.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { textOf, toolCallsOf, type ToolCallPart, type ToolMessage } from '../../core/log/message.ts';
import type { Session } from '../../core/log/session.ts';
import { readCall } from '../../core/tools/readCall.ts';
import { subjectOf } from '../../core/tools/subject.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import { argumentViews, languageOf } from './argumentViews.ts';
import { namesIn } from '../../core/text/names.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { ViewError } from '../webviews/describeError.ts';
import { messageIdOf } from './chatRows.ts';
import { rewoundText } from './rewound.ts';

/**
 * Returns a message's original text with secrets masked; for a tool result, also the arguments of its call. Returns
 * undefined for an unknown id.
 */
export function originalOf(session: Session, id: MessageId): OriginalText | undefined {
  const found = session.allMessages.find((message) => message.id === id);
  if (found === undefined) return undefined;
  const { message } = found;
  if (message.role !== 'tool') return { title: `${TITLES[message.role]} · ${id}`, text: textOf(message) };
  return resultText(message, callAnsweredBy(found, session.allMessages), id);
}

/** Returns the arguments of a call that has no result, because the call still runs or never got a result. */
export function callText(session: Session, id: MessageId, index: number): OriginalText | undefined {
  const message = session.allMessages.find((each) => each.id === id)?.message;
  const call = message === undefined ? undefined : toolCallsOf(message)[index];
  if (call === undefined) return undefined;
  return {
    title: titleOf(call),
    text: 'There is no result: the call is still running, it was stopped, or the transcript lacks the result.',
    arguments: argumentViews(call),
  };
}

const TITLES = { user: 'Message', assistant: 'Answer', system: 'System text' } as const;

function resultText(message: ToolMessage, call: ToolCallPart | undefined, id: MessageId): OriginalText {
  const text = textOf(message);
  if (call === undefined) return { title: `${message.toolName || 'Tool result'} · ${id}`, text };
  // Only the result of a read is in the file's language; the result of a write is a sentence.
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

const MOST_NAMES = 12;

/**
 * Returns the original text of a row. `row` is the id of a message or of a rewind, or `message:index` for a call
 * without a result. If the message is compacted, logs the lookup, since files that are often looked up get priority in
 * later notes.
 */
export async function readOriginal(
  live: LiveSession,
  { row, isCompacted }: { readonly row: string; readonly isCompacted: boolean },
): Promise<OriginalText> {
  const rewound = rewoundText(live, row);
  if (rewound !== undefined) return rewound;
  const id = messageIdOf(row);
  const original =
    row === id ? originalOf(live.session, id) : callText(live.session, id, Number(row.slice(id.length + 1)));
  if (original === undefined) throw new ViewError('This text is no longer in the session.');
  if (isCompacted && !live.log.isReadOnly)
    await live.append({ kind: 'recall', by: 'person', target: id, facts: namesInCall(live, id) });
  return original;
}

/** If the message is a tool result, returns the names in the main argument of its call; otherwise an empty list. */
function namesInCall(live: LiveSession, id: string): readonly string[] {
  const found = live.message(id);
  const call = found === undefined ? undefined : callAnsweredBy(found, live.session.allMessages);
  return call === undefined ? [] : namesIn(subjectOf(call), MOST_NAMES);
}
