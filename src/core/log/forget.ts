import { atOnce, type Steps } from '../steps.ts';
import type {
  CompactionEntry,
  CompactionEvent,
  Entry,
  MessageEntry,
  MessageId,
  RecallEntry,
  RecordBlock,
  SecretSpan,
  StageEntry,
} from './entry.ts';
import { textOf, toolCallsOf, withoutOpaque, type Message } from './message.ts';
import type { NotesEditEntry } from './notesEdit.ts';
import { blockOf, isHeading, textOfLine, type NotesLine } from './notesLine.ts';
import { OwnWords } from './ownWords.ts';
import { worksWithMarks } from './secretMark.ts';
import { sourcesOf } from './sources.ts';

const FORGOTTEN = '[forgotten at the person’s request]';

/**
 * The messages to forget: the message that the person chose, and the results of recall that show it. `own` finds texts
 * that were made from these messages without naming them as their source.
 */
export interface Forgotten {
  readonly ids: ReadonlySet<MessageId>;
  readonly own: OwnWords;
  /** The results of calls in these messages. The short form of a result quotes its call. */
  readonly answers: ReadonlySet<MessageId>;
  /** The later messages with a report on a request, which may have contained these messages. */
  readonly reported: ReadonlySet<MessageId>;
}

/** Does the same as `forgottenInSteps`, without pauses. */
export function forgottenIn(entries: readonly Entry[], id: MessageId): Forgotten {
  return atOnce(forgottenInSteps(entries, id));
}

/** Finds the messages that repeat a message, and the words that identify texts made from these messages. */
export function* forgottenInSteps(entries: readonly Entry[], id: MessageId): Steps<Forgotten> {
  const messages = entries.filter((entry) => entry.kind === 'message');
  const ids = new Set([id]);
  for (const entry of messages) if (shownIn(entry.message).some((shown) => ids.has(shown))) ids.add(entry.id);
  const messagesThat = (areForgotten: boolean): readonly Message[] =>
    messages.flatMap((entry) => (ids.has(entry.id) === areForgotten ? [entry.message] : []));
  const own = new OwnWords(messagesThat(true).map(textWithoutHeads).join('\n'));
  yield* own.exclude(messagesThat(false).map(textOf));
  const calls = new Set(
    messagesThat(true)
      .flatMap(toolCallsOf)
      .map(({ callId }) => callId),
  );
  const answers = messages.filter(({ message }) => message.role === 'tool' && calls.has(message.callId));
  const later = messages.slice(messages.findIndex((entry) => ids.has(entry.id)) + 1);
  const reported = later.filter(
    ({ message }) => message.role === 'assistant' && message.usage?.countedTokens !== undefined,
  );
  return { ids, own, answers: idsOf(answers), reported: idsOf(reported) };
}

function idsOf(entries: readonly MessageEntry[]): ReadonlySet<MessageId> {
  return new Set(entries.map(({ id }) => id));
}

/** Matches the line above a message's text or excerpt in a result of recall. */
const RECALLED = /^\[(?:original of )?(m\d+)[,\]].*$/gmu;

/** Returns the messages whose text a result of recall shows; none for other messages. */
function shownIn(message: Message): readonly MessageId[] {
  if (!isOfRecall(message)) return [];
  return Array.from(textOf(message).matchAll(RECALLED), ([, id = '']) => id);
}

/** Returns a message's text. For a result of recall, omits the lines that recall itself wrote. */
function textWithoutHeads(message: Message): string {
  return isOfRecall(message) ? textOf(message).replaceAll(RECALLED, '') : textOf(message);
}

function isOfRecall(message: Message): boolean {
  return message.role === 'tool' && worksWithMarks(message.toolName);
}

/**
 * Returns an entry without the text of the forgotten messages. Also removes texts that name such a message as their
 * source or contain words that only these messages contain: lines of notes and summaries, excerpts, memories, rules,
 * edits of the notes, observations, digests, titles and lookups.
 */
export function withoutText(entry: Entry, forgotten: Forgotten): Entry {
  const { ids, own } = forgotten;
  switch (entry.kind) {
    case 'message': {
      const { v, id, at, kind } = entry;
      const message = forgotten.reported.has(id) ? withReportMarked(entry.message) : entry.message;
      if (!ids.has(id)) return message === entry.message ? entry : { ...entry, message };
      const secrets = numbersTaken(entry);
      return {
        ...{ v, id, at, kind, message: forgottenMessage(message) },
        ...(secrets.length > 0 && { secrets }),
      };
    }
    case 'compaction':
      return forgottenCompaction(entry, forgotten);
    case 'memory':
    case 'rule':
      return ids.has(entry.source ?? '') || own.areIn(entry.text) ? { ...entry, text: FORGOTTEN } : entry;
    case 'keptOut':
      return ids.has(entry.target) || own.areIn(entry.text) ? { ...entry, text: FORGOTTEN } : entry;
    case 'notesEdited':
      return forgottenEdit(entry, forgotten);
    case 'note':
      return own.areIn(entry.text) ? { ...entry, text: FORGOTTEN } : entry;
    case 'session':
      return own.areIn(entry.title ?? '') ? { ...entry, title: FORGOTTEN } : entry;
    case 'stage':
      return forgottenStage(entry, own);
    case 'recall':
      return forgottenRecall(entry, own);
    default:
      return entry;
  }
}

/** Clears an edit of the notes whose words came from the forgotten message. The cleared edit has no effect. */
function forgottenEdit(entry: NotesEditEntry, { ids, own }: Forgotten): NotesEditEntry {
  const { line = '', text = '', rule = '' } = entry;
  if (!ids.has(entry.source ?? '') && ![line, text, rule].some((each) => own.areIn(each))) return entry;
  return { v: entry.v, id: entry.id, at: entry.at, kind: entry.kind, line: FORGOTTEN, on: false };
}

/** Removes a stage's title, and the sentences of its digests, if they contain words of the forgotten message. */
function forgottenStage(entry: StageEntry, own: OwnWords): StageEntry {
  if (![entry.title, entry.detailed, entry.brief].some((each) => own.areIn(each))) return entry;
  const sentences = (text: string): string =>
    text
      .split(/(?<=[.!?…])\s+/u)
      .map((sentence) => (own.areIn(sentence) ? FORGOTTEN : sentence))
      .join(' ');
  return {
    ...entry,
    title: own.areIn(entry.title) ? FORGOTTEN : entry.title,
    detailed: sentences(entry.detailed),
    brief: sentences(entry.brief),
  };
}

function forgottenRecall(entry: RecallEntry, own: OwnWords): RecallEntry {
  const { query = '', ...rest } = entry;
  const facts = entry.facts.filter((fact) => !own.areIn(fact));
  const isInQuery = own.areIn(query);
  if (!isInQuery && facts.length === entry.facts.length) return entry;
  return isInQuery ? { ...rest, facts } : { ...entry, facts };
}

/** Returns whether the person removed a message's text from the log. */
export function isForgotten(message: Message): boolean {
  const [first] = message.parts;
  return first?.type === 'text' && first.text === FORGOTTEN;
}

/** Returns the secrets without positions. Keeps their numbers, so that no other value gets one of these numbers. */
function numbersTaken({ secrets = [] }: MessageEntry): readonly SecretSpan[] {
  return secrets.flatMap(({ kind, number }) =>
    number === undefined ? [] : [{ part: 0, start: 0, end: 0, kind, number }],
  );
}

/** Marks a report on a request that may have contained a text that is now forgotten. */
function withReportMarked(message: Message): Message {
  if (message.role !== 'assistant' || message.usage === undefined) return message;
  return { ...message, usage: { ...message.usage, precedesForgetting: true } };
}

/** Removes the text but keeps the ids of the calls, so that no result loses its call. */
function forgottenMessage(message: Message): Message {
  const text = { type: 'text' as const, text: FORGOTTEN };
  if (message.role !== 'assistant') return { ...message, parts: [text] };
  const calls = message.parts
    .filter((part) => part.type === 'toolCall')
    .map((call) => ({ ...call, arguments: '{}' }));
  return { ...withoutOpaque(message), parts: [text, ...calls] };
}

function isAbout(entry: CompactionEntry, ids: Forgotten['ids']): boolean {
  const { replaced, blocks } = entry;
  return (
    sourcesOf(entry).some((id) => ids.has(id)) ||
    replaced.some(({ id }) => ids.has(id)) ||
    blocks.some(({ lines }) => lines.some((line) => line.ids.some((id) => ids.has(id))))
  );
}

/**
 * Removes texts that came from the messages, and short forms of results that quote a forgotten call. Removes all
 * samples of the receipt if another text is removed or the compaction names one of the messages, since the samples name
 * no sources. Also removes them if one contains words of the messages: it may come from a message that only an earlier
 * compaction names.
 */
function forgottenCompaction(entry: CompactionEntry, forgotten: Forgotten): CompactionEntry {
  const { ids, own, answers } = forgotten;
  const blocks = entry.blocks.map((block) => forgottenBlock(block, forgotten));
  const event = forgottenEvent(entry.event, own);
  const samples = [...entry.receipt.constraintsRecallable, ...entry.receipt.sampleRecallable];
  const replaced = entry.replaced.map((message) => {
    const { id, as, text } = message;
    if (ids.has(id)) return { id, as, text: FORGOTTEN };
    return answers.has(id) && own.areIn(text) ? { ...message, text: FORGOTTEN } : message;
  });
  const isChanged =
    replaced.some((message, index) => message !== entry.replaced[index]) ||
    blocks.some((block, index) => block !== entry.blocks[index]) ||
    samples.some((sample) => own.areIn(sample));
  if (!isChanged && event === entry.event && !isAbout(entry, ids)) return entry;
  const receipt = { ...entry.receipt, constraintsRecallable: [], sampleRecallable: [] };
  return { ...entry, replaced, blocks, receipt, event };
}

/**
 * Removes texts that contain words of the forgotten message: the instructions, the reason why the summary failed, and
 * the sentences that verification struck or added.
 */
function forgottenEvent(event: CompactionEvent, own: OwnWords): CompactionEvent {
  const { summary, instructions = '', proseFailed = '' } = event;
  const all = [instructions, proseFailed, ...(summary?.struck ?? []), ...(summary?.added ?? [])];
  if (!all.some((each) => own.areIn(each))) return event;
  const others = (texts: readonly string[]): readonly string[] => texts.filter((text) => !own.areIn(text));
  return {
    ...event,
    ...(own.areIn(instructions) && { instructions: FORGOTTEN }),
    ...(own.areIn(proseFailed) && { proseFailed: FORGOTTEN }),
    ...(summary && {
      summary: { ...summary, struck: others(summary.struck), added: others(summary.added) },
    }),
  };
}

/**
 * Removes lines that came from the forgotten message. Code copies the lines of notes word for word, so the sources of
 * these lines are exact. A model may use more messages than it names as sources, even in headings. So the words of a
 * line are compared, too, if its sources are missing or not exact.
 */
function forgottenBlock(block: RecordBlock, { ids, own }: Forgotten): RecordBlock {
  const { kind, lines, tokens, mode } = block;
  const isFrom = (line: NotesLine): boolean => {
    const hasExactSources = kind === 'notes' && (isHeading(line) || line.ids.length > 0);
    return line.ids.some((id) => ids.has(id)) || (!hasExactSources && own.areIn(textOfLine(line)));
  };
  if (!lines.some(isFrom)) return block;
  const titles = new Set(
    lines.filter((line) => isHeading(line) && isFrom(line)).map(({ section }) => section),
  );
  const remaining = lines.map((line): NotesLine => {
    const section = titles.has(line.section) ? FORGOTTEN : line.section;
    return isFrom(line) ? { section, ids: line.ids, mark: '', words: FORGOTTEN } : { ...line, section };
  });
  return blockOf(kind, remaining, tokens, mode);
}
