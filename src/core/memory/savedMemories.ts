import { clipAtWord, quotedLine, withSpacesFolded } from '../text/lines.ts';
import { argumentsOf } from '../tools/callArguments.ts';
import type { ToolSchema } from '../ports.ts';
import type { MemoryType, MessageId } from '../log/entry.ts';
import type { ToolCallPart } from '../log/message.ts';
import { factsOf } from '../context/facts.ts';
import { includedMessages } from '../context/included.ts';
import { liveCompactions, type Session, type SessionMessage } from '../log/session.ts';

const MOST_MEMORIES = 20;
export const LONGEST_MEMORY = 300;
const TYPES: readonly MemoryType[] = ['fact', 'preference', 'decision', 'observation'];

/** A memory that a model saves or that is offered to the person. */
export interface SummaryMemory {
  readonly type: MemoryType;
  readonly text: string;
  readonly source?: MessageId;
}

export const MEMORY_TOOL: ToolSchema = {
  name: 'memory_save',
  description:
    'Offers the person one thing that later sessions in this workspace need to know: one sentence of a message, word for word.',
  parameters: {
    type: 'object',
    properties: {
      type: { type: 'string', enum: TYPES },
      text: { type: 'string', description: `One sentence, at most ${String(LONGEST_MEMORY)} characters.` },
      source: {
        type: 'string',
        description: 'Address of the message that contains the sentence, e.g. m12.',
      },
    },
    required: ['type', 'text', 'source'],
  },
};

/** Parses the memory in a call of `memory_save`. Returns undefined for other tools and for invalid arguments. */
export function memoryOfCall(call: ToolCallPart): SummaryMemory | undefined {
  if (call.name !== MEMORY_TOOL.name) return undefined;
  const { type, text, source } = argumentsOf(call);
  const known = TYPES.find((each) => each === type);
  const said = typeof text === 'string' ? clipAtWord(quotedLine(text), LONGEST_MEMORY) : '';
  if (known === undefined || said === '') return undefined;
  return { type: known, text: said, ...(typeof source === 'string' ? { source } : {}) };
}

/** Removes duplicates and keeps the first twenty. */
export function keepMemories(offered: readonly SummaryMemory[]): readonly SummaryMemory[] {
  const kept = new Map<string, SummaryMemory>();
  for (const memory of offered) {
    const key = memoryKey(memory.text);
    if (!kept.has(key)) kept.set(key, memory);
  }
  return [...kept.values()].slice(0, MOST_MEMORIES);
}

/** Returns a key for finding duplicates. Ignores case, the amount of white space, and `.` and `!` at the end. */
export function memoryKey(text: string): string {
  return withSpacesFolded(text.normalize('NFKC').toLowerCase()).replace(/[.!]+$/, '');
}

interface OfferOptions {
  /** Returns whether a text is already remembered, or was declined by the person. */
  readonly isKnown?: (text: string) => boolean;
}

/**
 * Returns memories to offer to the person. Takes the memories from all messages up to the newest message that was
 * folded by a compaction without a model, except messages that the person excluded. If a model writes a summary, the
 * model chooses the memories.
 */
export function offersOf(session: Session, options: OfferOptions = {}): readonly SummaryMemory[] {
  const folded = new Set(
    liveCompactions(session)
      .filter(({ event }) => event.summary === undefined)
      .flatMap((entry) => entry.folded.flatMap(({ ids }) => ids)),
  );
  const messages = includedMessages(session);
  const end = messages.findLastIndex(({ id }) => folded.has(id)) + 1;
  return offerMemories(messages.slice(0, end), options);
}

/**
 * Returns memories to offer if no model chose any: the person's constraints as preferences, and the person's
 * corrections and decisions as decisions. Returns at most twenty memories, newest first. Omits duplicates and known
 * memories.
 */
export function offerMemories(
  messages: readonly SessionMessage[],
  { isKnown = () => false }: OfferOptions = {},
): readonly SummaryMemory[] {
  const offered = messages.flatMap(memoriesOf).reverse();
  return keepMemories(offered.filter(({ text }) => memoryKey(text) !== '' && !isKnown(text)));
}

function memoriesOf({ id: source, message }: SessionMessage): readonly SummaryMemory[] {
  return factsOf(message).rules.map(({ text, kind }) => ({
    type: kind === 'constraint' ? 'preference' : 'decision',
    text: clipAtWord(quotedLine(text), LONGEST_MEMORY),
    source,
  }));
}
