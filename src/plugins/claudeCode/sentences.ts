import type { CompactionEntry, CompactionEvent } from '../../core/log/entry.ts';
import { receiptLine } from '../../core/session/receiptLine.ts';
import { counted } from '../../core/text/counted.ts';
import type { Figures } from '../../adapters/claudeCode/homeFiles.ts';

/**
 * The texts for the person. Token counts are estimates and marked by “about” or “≈”, except for the window's size and
 * the counts that Claude Code itself reported.
 */

function thousands(tokens: number): string {
  return tokens < 1_000 ? String(Math.round(tokens)) : `${String(Math.round(tokens / 1_000))}k`;
}

function change({ messagesBefore, messagesAfter, tokensBefore, tokensAfter }: CompactionEvent): string {
  const messages = `${counted(messagesBefore, 'message')} (about ${thousands(tokensBefore)} tokens)`;
  return `${messages} → ${String(messagesAfter)} (about ${thousands(tokensAfter)})`;
}

export function compactedText({ event }: Pick<CompactionEntry, 'event'>): string {
  return `Longthread compacted ${change(event)} without a model. The transcript is unchanged; “/compact undo” undoes the compaction.`;
}

export function compactionQuestion({ event }: Pick<CompactionEntry, 'event'>): string {
  return `Longthread would compact ${change(event)}. Compact?`;
}

export const COMPACT = 'Compact';
export const LEAVE = 'Leave it as it is';

export const LEFT = 'Longthread did not compact.';
export const OVERTAKEN =
  'Longthread did not compact, because the compactions of this session changed while it asked you.';
export const WISHED =
  'Longthread will compact when you send your next message. The transcript is not changed.';
export const UNDONE =
  'Longthread undid the last compaction: the next request again contains the messages as they were before it. “/compact redo” redoes the compaction.';
export const REDONE = 'Longthread applies the compaction again. “/compact undo” undoes it.';
export const NOTHING_TO_UNDO = 'Longthread: there is no compaction to undo.';
export const NOTHING_TO_REDO = 'Longthread: there is no undone compaction to redo.';
export const WISHED_UNDO = 'Longthread will undo its last compaction when you send your next message.';
export const WISHED_REDO = 'Longthread will redo its last compaction when you send your next message.';
export const PROJECTS = 'Longthread shortens the requests, so Claude Code does not compact.';
export const FAILED = 'Longthread failed. Claude Code continues without Longthread.';
export const UNREADABLE =
  'Longthread can’t read the file with its earlier compactions and your choices for this session. So they have no effect, new ones are not saved, and commands from VS Code are not carried out.';
export const UNMASKED = 'Secrets are not masked in Claude Code.';

export function statusText({ usedTokens, usableTokens }: Figures, isReported: boolean): string {
  return `Longthread ${isReported ? '' : '≈ '}${thousands(usedTokens)} of ${thousands(usableTokens)}`;
}

export function reportText(figures: Figures | undefined, compactions: readonly CompactionEntry[]): string {
  const sizes =
    figures === undefined
      ? 'Longthread has seen no request yet.'
      : `A request takes about ${thousands(figures.usedTokens)} of ${thousands(figures.usableTokens)} tokens. Without Longthread, it would take about ${thousands(figures.wholeTokens)}.`;
  const held = compactions.map(
    ({ event, receipt }) => `Compacted: ${change(event)}. ${receiptLine(receipt)}.`,
  );
  return [sizes, ...(held.length > 0 ? held : ['Nothing is compacted.']), UNMASKED].join('\n');
}

export function ruleQuestion(rule: string): string {
  return `You said: “${rule}”`;
}
