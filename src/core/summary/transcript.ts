import { clipMiddle } from '../text/lines.ts';
import { quotedLinesOf, withoutQuotedLines } from '../text/sentences.ts';
import {
  lengthOf,
  toolCallsOf,
  type AssistantMessage,
  type Message,
  type ToolCallPart,
  type UserMessage,
} from '../log/message.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import type { DataSection } from './dataFence.ts';
import { shownResult } from './shownResult.ts';
import type { FileChange } from '../tools/fileChange.ts';
import { readCall, type PlanItem } from '../tools/readCall.ts';
import { subjectOf } from '../tools/subject.ts';

/** The maximum number of characters of one text, by speaker. Only the head and the tail of a longer text are shown. */
const MOST_CHARS = { person: 6_000, assistant: 4_000, client: 600 };

/** The maximum number of characters of a file change. The smaller limits are used if the transcript is too long. */
const CHANGE_CHARS = [4_000, 2_000, 1_000] as const;
/** A transcript with more characters is made again with the next smaller limit for file changes. */
const LONG_TRANSCRIPT = 140_000;

/**
 * Returns messages as a transcript for the summarizer. Each message has a label with its address and speaker. Calls are
 * shown with their changes, and results with their outcomes. Messages that are not `folded` are labelled as staying in
 * the context. Omits reasoning and system text.
 */
export function* transcriptOf(
  messages: readonly SessionMessage[],
  folded: ReadonlySet<MessageId> = new Set(messages.map(({ id }) => id)),
): Steps<readonly DataSection[]> {
  let sections: readonly DataSection[] = [];
  for (const changeChars of CHANGE_CHARS) {
    sections = yield* sectionsWith(messages, folded, changeChars);
    if (sections.reduce((sum, { text }) => sum + text.length, 0) <= LONG_TRANSCRIPT) break;
  }
  return sections;
}

function* sectionsWith(
  messages: readonly SessionMessage[],
  folded: ReadonlySet<MessageId>,
  changeChars: number,
): Steps<readonly DataSection[]> {
  const calls = new Map<string, ToolCallPart>();
  const sectionsFor = ({ id, message }: SessionMessage): readonly DataSection[] => {
    for (const call of toolCallsOf(message)) calls.set(call.callId, call);
    const sections =
      message.role === 'assistant'
        ? section(`${id} · assistant`, assistantText(message, changeChars))
        : sectionsOf(id, message, calls);
    return folded.has(id)
      ? sections
      : sections.map(({ label, text }) => ({ label: `${label}${STAYS}`, text }));
  };
  return (yield* mapInSteps(messages, sectionsFor, ({ message }) => lengthOf(message))).flat();
}

/** Added to the label of messages that stay in the context. */
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

/** Returns separate sections for the text that the person typed, the person's quotations, and the client's text. */
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

/** The maximum number of characters of a call's text. Enough for most commands and commit messages. */
const MOST_OF_CALL = { subject: 240, command: 1_000, words: 3_000 };

/** Matches the beginning of a patch in a call's arguments. A patch is shown as its files and their changed lines. */
const PATCH = /\*\*\* Begin Patch(?:\s|\\[rn])*\*\*\* \w+ File: /u;

/**
 * Returns the text of a call in a transcript: its words to the person, its plan, or its subject and the changed lines
 * of each file. Cuts the changed lines of each file change to `changeChars` characters in total.
 */
function shownCall(call: ToolCallPart, changeChars: number): string {
  const { kind, changes, plan, words } = readCall(call);
  const files = [...new Set(changes.map(({ path }) => path))].join(', ');
  const subject = PATCH.test(call.arguments)
    ? files
    : subjectOf(call, kind === 'shell' ? MOST_OF_CALL.command : MOST_OF_CALL.subject);
  const head = `calls ${call.name}`;
  if (words !== undefined) return `${head}\n${clipMiddle(words, MOST_OF_CALL.words)}`;
  if (plan !== undefined) return [head, ...plan.map(planLine)].join('\n');
  const isOneFile = changes.every(({ path }) => path === changes[0]?.path);
  return [
    `${head} ${subject}`.trimEnd(),
    ...changes.map((change) => shownChange(change, isOneFile, changeChars)),
  ]
    .filter(Boolean)
    .join('\n');
}

function planLine({ text, state }: PlanItem): string {
  return `[${state === 'active' ? 'in progress' : state}] ${text}`;
}

/**
 * Returns the removed lines with `- ` and the added lines with `+ `, without unchanged lines. Names the file if it was
 * moved or if the call changes several files.
 */
function shownChange(
  { path, from, operation, before, after }: FileChange,
  isOneFile: boolean,
  changeChars: number,
): string {
  const name = from === undefined ? (isOneFile ? [] : [`${operation} ${path}`]) : [`move ${from} to ${path}`];
  const [oldLines, newLines] = [new Set(linesOf(before)), new Set(linesOf(after))];
  const changed = [
    ...linesOf(before)
      .filter((line) => !newLines.has(line))
      .map((line) => `- ${line}`),
    ...linesOf(after)
      .filter((line) => !oldLines.has(line))
      .map((line) => `+ ${line}`),
  ].join('\n');
  const shown = clipMiddle(changed, changeChars);
  return [...name, ...(shown === '' ? [] : [shown])].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
}
