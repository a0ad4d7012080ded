import type { ForeignCompaction } from '../../core/audit/auditCompactions.ts';
import { countMessage } from '../../core/context/account.ts';
import { estimateTokens } from '../../core/context/estimateTokens.ts';
import type { CompactionEntry, Entry, MessageEntry } from '../../core/log/entry.ts';
import { FORMAT_VERSION } from '../../core/log/formatVersion.ts';
import { personTextOf, type Message } from '../../core/log/message.ts';
import { ownCompactions } from '../transcripts/ownCompactions.ts';
import type { Transcript } from '../transcripts/formats.ts';

/** The formats whose files still contain the messages that a compaction removed from the context. */
const KEEPING: ReadonlySet<string> = new Set([
  'claude-code',
  'codex',
  'copilot-cli',
  'crush',
  'gemini-cli',
  'opencode',
  'pi',
  'qwen-code',
  'vscode-chat',
]);

/**
 * Returns a transcript's entries, with a compaction entry after each summary that the agent itself made. The compaction
 * removes the messages that the agent removed. So the session's context is the same as the agent's context. If the
 * format is not in `KEEPING`, adds no compactions.
 */
export function withCompactions(
  transcript: Pick<Transcript, 'messages'> & { readonly format: string },
  entries: readonly Entry[],
): readonly Entry[] {
  if (!KEEPING.has(transcript.format)) return entries;
  const messages = entries.filter((entry) => entry.kind === 'message');
  const compactions = new Map(ownCompactions(transcript, messages).map((each) => [each.id, each]));
  let standing: MessageEntry[] = [];
  let made = 0;
  return entries.flatMap((entry): readonly Entry[] => {
    if (entry.kind !== 'message') return [entry];
    const compaction = compactions.get(entry.id);
    if (compaction === undefined) {
      standing.push(entry);
      return [entry];
    }
    const kept = keptOf(standing, compaction, new Set(compactions.keys()));
    const folded = standing.filter((each) => !kept.has(each));
    const before = standing;
    standing = [...kept, entry];
    made += 1;
    return [entry, compactionEntry(`e${String(made)}`, { summary: entry, before, folded })];
  });
}

/**
 * Returns the messages that an agent keeps in addition to its new summary: instructions and, depending on the agent,
 * messages that the compaction names, the newest messages, or the person's newest messages. Earlier summaries are never
 * kept.
 */
function keptOf(
  standing: readonly MessageEntry[],
  { keptMessages, keptIds = [], keptPersonCharacters = 0 }: ForeignCompaction,
  summaries: ReadonlySet<string>,
): ReadonlySet<MessageEntry> {
  const candidates = standing.filter(({ id }) => !summaries.has(id));
  const named = new Set(keptIds);
  const newest = new Set(
    keptMessages === 0 ? candidates.filter(({ id }) => named.has(id)) : standing.slice(-keptMessages),
  );
  let room = keptPersonCharacters;
  for (const entry of candidates.toReversed()) {
    const words = personTextOf(entry.message).length;
    if (room <= 0) break;
    if (words > 0) newest.add(entry);
    room -= words;
  }
  return new Set(candidates.filter((entry) => newest.has(entry) || isInstruction(entry.message)));
}

const INSTRUCTIONS: ReadonlySet<string | undefined> = new Set(['instructions', 'memory']);

function isInstruction({ role, parts }: Message): boolean {
  if (role !== 'user') return role === 'system';
  return parts.every(
    (part) => part.type === 'text' && part.origin === 'client' && INSTRUCTIONS.has(part.label),
  );
}

interface CompactionInput {
  readonly summary: MessageEntry;
  readonly before: readonly MessageEntry[];
  readonly folded: readonly MessageEntry[];
}

function compactionEntry(id: string, { summary, before, folded }: CompactionInput): CompactionEntry {
  const tokensOf = (entries: readonly MessageEntry[]): number =>
    entries.reduce((sum, { message }) => sum + countMessage(message, estimateTokens), 0);
  const [tokensBefore, freed, summaryTokens] = [tokensOf(before), tokensOf(folded), tokensOf([summary])];
  const last = folded.at(-1)?.id;
  return {
    ...{ v: FORMAT_VERSION, id, at: summary.at, kind: 'compaction' },
    ...{ replaced: [], blocks: [], provenance: [], madeFrom: [], foldedNotes: [], prosePending: false },
    folded: [{ ids: folded.map((entry) => entry.id), as: 'summary' }],
    event: {
      ...{ reason: 'threshold', strategy: 'its agent', tier: 'background', passes: [], durationMs: 0 },
      ...{ messagesBefore: before.length, messagesAfter: before.length - folded.length + 1 },
      ...{ tokensBefore, tokensAfter: tokensBefore - freed + summaryTokens, summaryTokens },
      ...{ cursorBefore: 0, cursorAfter: folded.length },
      ...(last !== undefined && { coveredThrough: last }),
    },
    receipt: {
      ...{ kept: 0, recallable: 0, constraintsKept: 0 },
      ...{ constraintsRecallable: [], sampleRecallable: [] },
    },
  };
}
