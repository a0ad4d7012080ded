import type { ContextItem } from '../../contextItem.ts';
import { tokensOf } from '../../contextItem.ts';
import type { Peer, PeerModules } from './peer.ts';
import { inputOf, pathIn, toolKindOf } from './toolWords.ts';

/**
 * pi counts characters and does not limit its lists of files, so the limit for pi is multiplied by this factor until
 * the result fits.
 */
const LESS = 0.8;
const LEAST_RECENT_TOKENS = 100;

export interface PiMessage {
  readonly role: string;
  readonly content: readonly object[];
}

interface PiEntry {
  readonly type: 'message';
  readonly id: string;
  readonly message: PiMessage;
}

interface PiCompaction {
  findCutPoint(
    entries: readonly PiEntry[],
    start: number,
    end: number,
    keepRecentTokens: number,
  ): { readonly firstKeptEntryIndex: number };
  createFileOps(): object;
  extractFileOpsFromMessage(message: PiMessage, fileOps: object): void;
  computeFileLists(fileOps: object): {
    readonly readFiles: readonly string[];
    readonly modifiedFiles: readonly string[];
  };
  formatFileOperations(readFiles: readonly string[], modifiedFiles: readonly string[]): string;
}

/**
 * What pi's compaction keeps if no model writes the summary: the newest messages, and lists of the files that the older
 * messages read or changed.
 */
export const pi: Peer = {
  row: 'pi without summary',
  folder: 'pi',
  packages: { '@earendil-works/pi-coding-agent': '0.87.1' },
  load: async (modules: PeerModules) => {
    const compaction = (await modules(
      '@earendil-works/pi-coding-agent/dist/core/compaction/index.js',
    )) as PiCompaction;
    return (items, { budgetTokens, count }) => {
      const entries = items.map(asEntry);
      const compactedTo = (recentTokens: number): readonly ContextItem[] => {
        const made = compactedBy(compaction, items, entries, recentTokens);
        const isDone = recentTokens < LEAST_RECENT_TOKENS || tokensOf(made, count) <= budgetTokens;
        return isDone ? made : compactedTo(recentTokens * LESS);
      };
      return compactedTo(budgetTokens);
    };
  },
};

function compactedBy(
  compaction: PiCompaction,
  items: readonly ContextItem[],
  entries: readonly PiEntry[],
  recentTokens: number,
): readonly ContextItem[] {
  const { firstKeptEntryIndex: kept } = compaction.findCutPoint(entries, 0, entries.length, recentTokens);
  const fileOps = compaction.createFileOps();
  for (const { message } of entries.slice(0, kept)) compaction.extractFileOpsFromMessage(message, fileOps);
  const { readFiles, modifiedFiles } = compaction.computeFileLists(fileOps);
  const content = compaction.formatFileOperations(readFiles, modifiedFiles);
  return [{ role: 'user', content, treatment: 'summary' }, ...items.slice(kept)];
}

function asEntry(item: ContextItem, index: number): PiEntry {
  return { type: 'message', id: String(index), message: asPiMessage(item) };
}

export function asPiMessage(item: ContextItem): PiMessage {
  const text = { type: 'text', text: item.content };
  if (item.role === 'tool') return { role: 'toolResult', content: [text] };
  const calls = (item.tool_calls ?? []).map(({ id, function: call }) => {
    const input = inputOf(call.arguments);
    return {
      type: 'toolCall',
      id,
      name: toolKindOf(call.name),
      arguments: { ...input, path: pathIn(input) },
    };
  });
  return { role: item.role, content: [text, ...calls] };
}
