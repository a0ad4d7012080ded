import { answeredCalls } from '../../core/context/groups.ts';
import { textOf, toolCallsOf, type Message, type ToolCallPart } from '../../core/log/message.ts';
import type { SessionMessage } from '../../core/log/session.ts';
import { argumentsOf } from '../../core/tools/callArguments.ts';
import type { FoundRow } from '../../shared/chatRequest.ts';
import type { ChatRow } from '../../shared/chatView.ts';
import { findPattern } from '../../shared/findPattern.ts';
import { messageIdOf } from './chatRows.ts';

/**
 * Returns the rows that contain a query, oldest first. Also searches the arguments and the result of each call. The row
 * of a call does not contain these texts, so they are taken from `messages`.
 */
export function findInThread(
  query: string,
  rows: readonly ChatRow[],
  messages: readonly SessionMessage[],
): readonly FoundRow[] {
  const pattern = findPattern(query);
  if (pattern === undefined) return [];
  const has = (text: string): boolean => text.search(pattern) >= 0;
  const opened = new OpenedTexts(messages);
  return rows.flatMap((row): readonly FoundRow[] => {
    const { shown, folded } = textsOf(row, opened);
    if (shown.some((text) => has(text) || has(withoutMarks(text)))) return [{ row: row.id, isFolded: false }];
    return folded.some(has) ? [{ row: row.id, isFolded: true }] : [];
  });
}

interface RowTexts {
  readonly shown: readonly string[];
  /** The texts that the row shows only when it is opened. */
  readonly folded: readonly string[];
}

function textsOf(row: ChatRow, opened: OpenedTexts): RowTexts {
  switch (row.type) {
    case 'user':
      return row.clientLabel === undefined
        ? {
            shown: [row.text, ...row.attachments.map(({ label }) => label)],
            folded: row.sentAlong === undefined ? [] : [row.sentAlong.text],
          }
        : { shown: [row.clientLabel], folded: [row.text] };
    case 'assistant':
      return { shown: [row.markdown], folded: [row.reasoning] };
    case 'tool':
      return { shown: [`${row.name} ${row.mainArgument}`], folded: opened.of(row.id) };
    case 'notice':
      return { shown: [row.text], folded: [] };
    case 'error':
      return { shown: [row.sentence], folded: [] };
    case 'approval':
      return { shown: [row.question, row.command ?? ''], folded: [] };
    case 'changes':
      // If only one file was changed, this row has no list to open. The file's name is then found in the call's row.
      return { shown: [], folded: row.files.length > 1 ? row.files.map(({ name }) => name) : [] };
    case 'rewind':
    case 'compaction':
      return { shown: [], folded: [] };
  }
}

/** Removes the marks of emphasis and code, which the thread does not show. */
function withoutMarks(markdown: string): string {
  return markdown.replace(/[*_`~]+/g, '');
}

/** The texts that the row of a call shows only when the row is opened: the call's arguments and its result. */
class OpenedTexts {
  readonly #messages: ReadonlyMap<string, Message>;
  readonly #calls: ReadonlyMap<Message, ToolCallPart>;

  constructor(messages: readonly SessionMessage[]) {
    this.#messages = new Map(messages.map(({ id, message }) => [id, message]));
    this.#calls = answeredCalls(messages);
  }

  /** Returns a row's texts. The row id of an unanswered call consists of the message's id and the call's index. */
  of(rowId: string): readonly string[] {
    const id = messageIdOf(rowId);
    const message = this.#messages.get(id);
    if (message === undefined) return [];
    if (message.role === 'tool') return [...argumentTexts(this.#calls.get(message)), textOf(message)];
    return toolCallsOf(message)
      .slice(Number(rowId.slice(id.length + 1)))
      .slice(0, 1)
      .flatMap(argumentTexts);
  }
}

/**
 * Returns the names and values of a call's arguments, without the punctuation of JSON. If the arguments are not JSON,
 * returns their whole text.
 */
function argumentTexts(call: ToolCallPart | undefined): readonly string[] {
  if (call === undefined) return [];
  const given = argumentsOf(call);
  return Object.keys(given).length === 0 ? [call.arguments] : namesAndValues(given);
}

function namesAndValues(value: unknown): readonly string[] {
  const texts: string[] = [];
  const open: unknown[] = [value];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (typeof each === 'object' && each !== null) {
      const inner: readonly unknown[] = Array.isArray(each) ? each : Object.entries(each).flat();
      for (const one of inner) open.push(one);
    } else texts.push(typeof each === 'string' ? each : JSON.stringify(each));
  }
  return texts;
}
