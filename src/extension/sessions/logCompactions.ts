import type { Logger } from '../../core/ports.ts';
import type { CompactionEntry, Entry } from '../../core/log/entry.ts';
import { receiptLine } from '../../core/session/receiptLine.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';

/**
 * Writes one line to Longthread's output channel for each compaction, undo, redo and change of the model. The line
 * contains figures and reasons, but no text of the conversation.
 */
export function logCompactions(live: LiveSession, logger: Logger): void {
  live.onAppend((entry) => {
    const line = lineOf(entry);
    if (line !== undefined) logger.info(`${live.id}: ${line}`);
  });
}

function lineOf(entry: Entry): string | undefined {
  switch (entry.kind) {
    case 'compaction':
      return compactionLine(entry);
    case 'undo':
      return `compactions undone: ${entry.compactions.join(', ')}`;
    case 'redo':
      return `compactions redone: ${entry.compactions.join(', ')}`;
    case 'model':
      return `model ${entry.model}${entry.window === undefined ? '' : `, window ${entry.window}`}`;
    default:
      return undefined;
  }
}

/** Returns one line about a compaction: its reason, its strategy, its figures, the model's usage, and the receipt. */
export function compactionLine({ id, completes, event, receipt }: CompactionEntry): string {
  const { passes, summary } = event;
  const effects = passes
    .filter(({ treated }) => treated > 0)
    .map(
      ({ name, treated, tokensBefore, tokensAfter }) => `${name} ${treated} (${tokensBefore}→${tokensAfter})`,
    );
  return [
    `compaction ${id}${completes === undefined ? '' : `, the summary of ${completes}`}: ${event.reason}, ${event.tier}, ${event.strategy}`,
    `${event.messagesBefore}→${event.messagesAfter} messages`,
    `${event.tokensBefore}→${event.tokensAfter} tokens`,
    `passes: ${effects.join(', ') || 'none'}`,
    `planned in ${Math.round(event.durationMs)} ms`,
    ...(summary === undefined
      ? []
      : [
          `summary by ${summary.model}: ${summary.calls} calls, ${summary.inputTokens}+${summary.outputTokens} tokens, ${Math.round(summary.durationMs)} ms${summary.cost === undefined ? '' : `, $${summary.cost.toFixed(4)}`}`,
        ]),
    ...(event.proseFailed === undefined ? [] : [`no summary: ${event.proseFailed}`]),
    `facts: ${receiptLine(receipt)}`,
  ].join('; ');
}
