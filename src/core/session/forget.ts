import type { BlockKind, CompactionEntry, Entry, MessageId, RecordBlock } from './entry.ts';
import type { Message } from './message.ts';

const FORGOTTEN = '[forgotten at the person’s request]';

/**
 * The entry without the text of one message: the message's own, and what compactions and memories took from it. Lines of
 * ledgers and summaries go by what they stand on; all else, and the entry's place, stays.
 */
export function withoutText(entry: Entry, id: MessageId): Entry {
  switch (entry.kind) {
    case 'message': {
      if (entry.id !== id) return entry;
      const { v, at, kind } = entry;
      return { v, id, at, kind, message: forgottenMessage(entry.message) };
    }
    case 'compaction':
      return isAbout(entry, id) ? forgottenCompaction(entry, id) : entry;
    case 'memory':
      return entry.source === id ? { ...entry, text: FORGOTTEN } : entry;
    default:
      return entry;
  }
}

/** A message keeps its calls' ids, so that no result loses its call. */
function forgottenMessage(message: Message): Message {
  const text = { type: 'text' as const, text: FORGOTTEN };
  if (message.role !== 'assistant') return { ...message, parts: [text] };
  const calls = message.parts
    .filter((part) => part.type === 'toolCall')
    .map((call) => ({ ...call, arguments: '{}' }));
  return { ...message, parts: [text, ...calls] };
}

function isAbout({ replaced, folded, provenance }: CompactionEntry, id: MessageId): boolean {
  return (
    replaced.some((message) => message.id === id) ||
    [...folded, ...provenance].some(({ ids }) => ids.includes(id))
  );
}

/** The receipt's samples don't say where they come from, so all of them go. */
function forgottenCompaction(entry: CompactionEntry, id: MessageId): CompactionEntry {
  const replaced = entry.replaced.map((message) =>
    message.id === id ? { id, as: message.as, text: FORGOTTEN } : message,
  );
  const lines = (kind: BlockKind): ReadonlySet<number> =>
    new Set(
      entry.provenance.flatMap(({ block, line, ids }) => (block === kind && ids.includes(id) ? [line] : [])),
    );
  const blocks = entry.blocks.map((block) => withoutLines(block, lines(block.kind)));
  const receipt = { ...entry.receipt, constraintsRecallable: [], sampleRecallable: [], sampleLost: [] };
  return { ...entry, replaced, blocks, receipt };
}

function withoutLines(block: RecordBlock, lines: ReadonlySet<number>): RecordBlock {
  if (lines.size === 0) return block;
  const text = block.text.split('\n').map((line, index) => (lines.has(index) ? FORGOTTEN : line));
  return { ...block, text: text.join('\n') };
}
