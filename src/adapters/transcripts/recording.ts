import type { MessageId } from '../../core/log/entry.ts';
import type { Message, Part, UserPart } from '../../core/log/message.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import { pairCalls } from './callPairs.ts';
import { withTypedWords } from './refusedCalls.ts';
import { unknownKind } from './unknownContent.ts';
import { clientPart, OBSERVATION } from './clientText.ts';

/** A message of a transcript, with the message's time if the transcript contains the time. */
export interface ImportedMessage {
  /** Milliseconds since 1970. */
  readonly at?: number;
  readonly message: Message;
  /**
   * For the summary of the agent's own compaction: how many earlier messages stayed in the context. Absent if the file
   * does not contain this number.
   */
  readonly kept?: number;
  /** For the summary of an agent that keeps only the person's messages: the texts of these messages, if known. */
  readonly keptWords?: readonly string[];
  /** For a summary in Longthread's archived copy of a session: the ids of the messages that stayed in the context. */
  readonly keptIds?: readonly MessageId[];
}

/** A kind of content that was skipped or read incompletely. All content of one kind is counted together. */
export interface Skipped {
  /** The position of the first content of this kind, e.g. `line 172`, or WHOLE_FILE. */
  readonly where: string;
  readonly what: string;
  readonly count: number;
}

/** The position of content that is only found when the whole file has been read. */
export const WHOLE_FILE = 'the whole file';

/** The messages that a reader has collected from a file so far. */
export class Recording {
  title: string | undefined;
  /** The size of the model's context window in tokens, if the file contains it. */
  window: number | undefined;
  /** The reason why this file has no messages, e.g. that the messages are in another file. */
  whyEmpty: string | undefined;
  #messages: ImportedMessage[] = [];
  #answer: AssistantBuilder | undefined;
  readonly #skipped = new Map<string, { where: string; what: string; count: number }>();

  get length(): number {
    return this.#messages.length;
  }

  /** Adds a message. The caller may add parts later. `finish` omits a message without parts unless it is a result. */
  add(message: Message, at?: number, kept?: number): void {
    this.#messages.push({ ...(at !== undefined && { at }), message, ...(kept !== undefined && { kept }) });
  }

  /**
   * Returns the builder of the newest message if an earlier call of `answer` added this message. Otherwise adds an
   * assistant message and returns its builder.
   */
  answer(at?: number, model?: string): AssistantBuilder {
    if (this.#answer === undefined || this.#messages.at(-1)?.message !== this.#answer.message) {
      this.#answer = new AssistantBuilder(model);
      this.add(this.#answer.message, at);
    }
    return this.#answer;
  }

  /** Records which messages a compaction kept. The compaction's summary must be the newest message. */
  keep(kept: Pick<ImportedMessage, 'keptWords' | 'keptIds'>): void {
    const newest = this.#messages.pop();
    if (newest !== undefined) this.#messages.push({ ...newest, ...kept });
  }

  /** Removes all messages except for the `length` oldest ones. */
  truncate(length: number): void {
    this.#messages.length = Math.min(length, this.#messages.length);
  }

  skip(what: string, where: string, count = 1): void {
    const kind = this.#skipped.size < MAX_KINDS ? oneLine(what) : 'other kinds of content';
    const known = this.#skipped.get(kind);
    if (known === undefined) this.#skipped.set(kind, { where, what: kind, count });
    else known.count += count;
  }

  /**
   * Returns all messages and the skipped content. Makes call ids unique, links results to their calls, and separates
   * the person's words from results.
   */
  finish(): { readonly messages: readonly ImportedMessage[]; readonly skipped: readonly Skipped[] } {
    const filled = this.#messages.map((each, place) => ({ ...each, place })).filter(isFilled);
    for (const [index, { message }] of filled.entries())
      for (const kind of (message.parts as readonly Part[]).map(unknownKind))
        if (kind !== undefined) this.skip(`content of the kind ${kind}`, `message ${String(index + 1)}`);
    const { messages, orphans } = pairCalls(filled);
    if (orphans > 0) this.skip('result without a call', WHOLE_FILE, orphans);
    const empty = this.#messages.length - filled.length;
    if (empty > 0) this.skip('empty message', WHOLE_FILE, empty);
    return { messages: withKept(withTypedWords(withTask(messages))), skipped: [...this.#skipped.values()] };
  }
}

/** A message with the index that it had before empty messages were omitted and other messages were moved or added. */
type PlacedMessage = ImportedMessage & { readonly place: number };

/** Removes the places. Adapts each `kept` to the messages that were omitted, moved or added. */
function withKept(messages: readonly PlacedMessage[]): readonly ImportedMessage[] {
  return messages.map(({ place, kept, ...each }, at) => {
    if (kept === undefined) return each;
    return { ...each, kept: at - messages.findIndex((other) => other.place >= place - Math.max(0, kept)) };
  });
}

function isFilled({ message }: ImportedMessage): boolean {
  return message.role === 'tool' || message.parts.length > 0;
}

/** The maximum number of kinds that are counted separately, since a file may contain any number of kinds. */
const MAX_KINDS = 100;
const MAX_KIND_LENGTH = 80;

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').slice(0, MAX_KIND_LENGTH);
}

/** Matches the end of each message that SWE-agent sends to its model: the open file, the folder, and a prompt. */
const SHELL_STATE = /\n(?:\([A-Z][\w ]{1,40}: [^\n]{0,500}\)\s*\n){1,4}bash-\$\s*$/u;

/**
 * Treats user messages before the first answer as the person's task. Agents such as SWE-agent send the task in the form
 * of a command's output, although no command has run yet.
 */
export function withTask<M extends ImportedMessage>(messages: readonly M[]): readonly M[] {
  const first = messages.findIndex(({ message }) => message.role === 'assistant');
  return messages.map((each, index) => {
    const { message } = each;
    if (message.role !== 'user' || (first >= 0 && index > first)) return each;
    return message.parts.some(isObservation)
      ? { ...each, message: { ...message, parts: message.parts.flatMap(asTask) } }
      : each;
  });
}

function isObservation(part: UserPart): boolean {
  return part.type === 'text' && part.label === OBSERVATION;
}

function asTask(part: UserPart): readonly UserPart[] {
  if (part.type !== 'text' || part.label !== OBSERVATION) return [part];
  const state = SHELL_STATE.exec(part.text);
  const words = { type: 'text', text: part.text.slice(0, state?.index) } as const;
  return state === null ? [words] : [words, clientPart(state[0], 'environment')];
}
