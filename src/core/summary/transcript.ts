import { clipMiddle } from '../text/lines.ts';
import { quotedLinesOf, withoutQuotedLines } from '../text/sentences.ts';
import { toolCallsOf } from '../log/message.ts';
import type { AssistantMessage, Message, ToolCallPart, UserMessage } from '../log/message.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import type { DataSection } from './dataFence.ts';
import { shownCall } from './shownCall.ts';
import { shownResult } from './shownResult.ts';

/** The most characters of each speaker's text; of longer ones, beginning and end are shown. */
const MOST_CHARS = { person: 6_000, assistant: 4_000, client: 600 };

/**
 * The most characters of one file change, from whole changes down to their gist. Smaller ones are used where the
 * transcript gets too long.
 */
const CHANGE_CHARS = [4_000, 2_000, 1_000] as const;
const ROOMY_TRANSCRIPT = 140_000;

/**
 * Returns messages as a transcript for the summarizer: each with its address and speaker, calls with their changes,
 * results with their outcomes. Leaves out reasoning and system text.
 */
export function transcriptOf(
  messages: readonly SessionMessage[],
  folded: ReadonlySet<MessageId> = new Set(messages.map(({ id }) => id)),
): readonly DataSection[] {
  let sections: readonly DataSection[] = [];
  for (const changeChars of CHANGE_CHARS) {
    sections = toldIn(messages, folded, changeChars);
    if (sections.reduce((sum, { text }) => sum + text.length, 0) <= ROOMY_TRANSCRIPT) break;
  }
  return sections;
}

function toldIn(
  messages: readonly SessionMessage[],
  folded: ReadonlySet<MessageId>,
  changeChars: number,
): readonly DataSection[] {
  const calls = new Map<string, ToolCallPart>();
  return messages.flatMap(({ id, message }) => {
    for (const call of toolCallsOf(message)) calls.set(call.callId, call);
    const sections =
      message.role === 'assistant'
        ? section(`${id} · assistant`, assistantText(message, changeChars))
        : sectionsOf(id, message, calls);
    return folded.has(id)
      ? sections
      : sections.map(({ label, text }) => ({ label: `${label}${STAYS}`, text }));
  });
}

/** Follows the label of messages that stay in the context. */
const STAYS = ' · stays in the context, not to be summarized';

function sectionsOf(
  id: MessageId,
  message: Exclude<Message, AssistantMessage>,
  calls: ReadonlyMap<string, ToolCallPart>,
): readonly DataSection[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return userSections(id, message);
    case 'tool':
      return section(`${id} · tool result`, shownResult(message, calls.get(message.callId)));
  }
}

function section(label: string, text: string): readonly DataSection[] {
  return text.trim() === '' ? [] : [{ label, text }];
}

/** Returns what the person typed, separate from what they quoted and from the client's text. */
function userSections(id: string, { parts }: UserMessage): readonly DataSection[] {
  return parts.flatMap((part) => {
    if (part.type === 'text' && part.origin !== 'client')
      return [
        ...section(`${id} · person`, clipMiddle(withoutQuotedLines(part.text), MOST_CHARS.person)),
        ...section(`${id} · quotation`, clipMiddle(quotedLinesOf(part.text), MOST_CHARS.client)),
      ];
    const text = part.type === 'image' ? '[image]' : part.type === 'file' ? fileText(part) : part.text;
    return section(`${id} · client program`, clipMiddle(text, MOST_CHARS.client));
  });
}

function fileText({ path, text }: { readonly path: string; readonly text: string }): string {
  return `attached ${path}\n${text}`;
}

function assistantText({ parts }: AssistantMessage, changeChars: number): string {
  const said = parts.flatMap((part) => {
    if (part.type === 'text') return [clipMiddle(part.text, MOST_CHARS.assistant)];
    return part.type === 'toolCall' ? [shownCall(part, changeChars)] : [];
  });
  return said.join('\n');
}
