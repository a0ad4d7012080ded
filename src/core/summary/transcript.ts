import { clipLine, linesThatMatter, outcomeOf } from '../tools/stub.ts';
import { quotedLinesOf, withoutQuotedLines } from '../text/sentences.ts';
import { textOf, toolCallsOf } from '../log/message.ts';
import type { AssistantMessage, ToolCallPart, ToolMessage, UserMessage } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { outputKindOf } from '../tools/outputKind.ts';
import { subjectOf } from '../tools/subject.ts';
import type { DataSection } from './dataFence.ts';

/** Characters that each speaker's text may take in a transcript; of more, beginning and end are told. */
const MOST_CHARS = { person: 6_000, assistant: 3_000, client: 600 };
const TAIL_SHARE = 0.25;
const FIRST_LINES = 3;

/**
 * Messages as a transcript for the summarizer: each with its address and speaker, tool calls reduced to what was asked
 * and how it came out. Reasoning and system text are left out.
 */
export function transcriptOf(messages: readonly SessionMessage[]): readonly DataSection[] {
  const calls = new Map<string, ToolCallPart>();
  return messages.flatMap(({ id, message }) => {
    for (const call of toolCallsOf(message)) calls.set(call.callId, call);
    switch (message.role) {
      case 'system':
        return [];
      case 'user':
        return userSections(id, message);
      case 'assistant':
        return section(`${id} · assistant`, assistantText(message));
      case 'tool':
        return section(`${id} · tool result`, resultText(message, calls.get(message.callId)));
    }
  });
}

function section(label: string, text: string): readonly DataSection[] {
  return text.trim() === '' ? [] : [{ label, text }];
}

/** What the person typed, apart from what they quoted and from what the client program put beside it. */
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

function assistantText({ parts }: AssistantMessage): string {
  const said = parts.flatMap((part) => {
    if (part.type === 'text') return [clipMiddle(part.text, MOST_CHARS.assistant)];
    return part.type === 'toolCall' ? [`calls ${part.name} ${subjectOf(part, 240)}`.trimEnd()] : [];
  });
  return said.join('\n');
}

/** The call, its outcome, its first lines and those that matter. */
function resultText(result: ToolMessage, call: ToolCallPart | undefined): string {
  const lines = textOf(result)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const called = call === undefined ? result.toolName : `${call.name} ${subjectOf(call)}`;
  const head = [called.trim(), ...outcomeOf(result), `${String(lines.length)} lines`].filter(Boolean);
  const first = lines.slice(0, FIRST_LINES).map((line) => clipLine(line));
  const matter = linesThatMatter(lines, outputKindOf(call));
  return [head.join(' · '), ...new Set([...first, ...matter])].join('\n');
}

/** Beginning and end of a text that is too long, and how much was left out between them. */
export function clipMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const tail = Math.floor(most * TAIL_SHARE);
  const left = text.length - most;
  return `${text.slice(0, most - tail)}\n[… ${String(left)} characters left out …]\n${text.slice(-tail)}`;
}
