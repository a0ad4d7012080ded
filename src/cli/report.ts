import { WHOLE_FILE } from '../adapters/transcripts/recording.ts';
import { passLabel } from '../core/compaction/strategies.ts';
import { CLASS_WORDS } from '../core/compaction/plan/leavingOrder.ts';
import type { MessageClass } from '../core/context/classify.ts';
import type { ReplayResult } from '../core/replay/tally.ts';
import type { Receipt } from '../core/log/entry.ts';
import { receiptLine } from '../core/session/receiptLine.ts';
import { counted } from '../core/text/counted.ts';
import type { HeadlessEvent } from './compactMessages.ts';
import type { HeadlessMessage } from './headlessContext.ts';
import type { Inspection } from './inspect.ts';

export interface CompactionResult {
  readonly source: {
    readonly format: string;
    readonly messages: number;
    readonly toolCalls: number;
    readonly tokens: number;
  };
  readonly event: HeadlessEvent;
  readonly context: readonly HeadlessMessage[];
  readonly receipt: Receipt;
}

/** Returns an inspection as text for a person. */
export function inspectionReport(inspection: Inspection): string {
  const rows: readonly (readonly [string, string])[] = [
    ['format', inspection.format],
    ['messages', number(inspection.messages)],
    ['tool calls', number(inspection.toolCalls)],
    ['tokens', number(inspection.tokens)],
  ];
  return [
    table(rows),
    'tokens by category',
    table(Object.entries(inspection.byCategory).map(([name, tokens]) => [name, number(tokens)])),
    'messages by class',
    table(
      Object.entries(inspection.byClass).map(([name, count]) => [
        CLASS_WORDS[name as MessageClass],
        number(count),
      ]),
    ),
    ...(inspection.skipped.length === 0
      ? []
      : [
          'left out, cut or joined',
          table(
            inspection.skipped.map(({ what, count, where }) => [
              what,
              where === WHOLE_FILE ? number(count) : `${number(count)} (first: ${where})`,
            ]),
          ),
        ]),
    '',
  ].join('\n');
}

/**
 * Returns a compaction as text for a person: the result, the passes that changed messages, and how many names and
 * figures the context still contains.
 */
export function compactionReport({ source, event, context, receipt }: CompactionResult): string {
  const done = event.passes.filter(({ treated }) => treated > 0);
  const passes = done.map(({ name, tokensBefore, tokensAfter, treated }): readonly [string, string] => [
    passLabel(name),
    `${number(tokensBefore)} → ${counted(tokensAfter, 'token')}, ${counted(treated, 'message')}`,
  ]);
  const gained = event.tokensAfter < event.tokensBefore;
  return [
    table([
      [
        'source',
        `${source.format}, ${counted(source.messages, 'message')}, ${counted(source.tokens, 'token')}`,
      ],
      ['strategy', event.strategy],
      [
        'context',
        `${number(event.tokensBefore)} → ${counted(event.tokensAfter, 'token')} in ${counted(context.length, 'message')}`,
      ],
      ['time', `${number(event.durationMs)} ms`],
      ...(gained ? [['facts', receiptLine(receipt)] as const] : []),
    ]),
    ...(gained
      ? ['passes', table(passes)]
      : ['The compaction would save nothing, so the context is unchanged.']),
    '',
  ].join('\n');
}

/** Returns replays as text for a person, one block per replay. */
export function replayReport(results: readonly ReplayResult[]): string {
  const blocks = results.map((result) =>
    [
      `${result.strategy}: ${counted(result.steps, 'request')}, ${counted(result.compactions, 'compaction')}`,
      table([
        ...(result.cost === undefined ? [] : [['cost', `$${result.cost.toFixed(2)}`] as const]),
        ['sent', counted(result.sentTokens, 'token')],
        ['from the cache', counted(result.cachedTokens, 'token')],
        ['sent again uncached', counted(result.rewrittenTokens, 'token')],
        ['peak', counted(result.peakTokens, 'token')],
        [
          'summaries',
          `${number(result.modelCalls)} (${counted(result.summaryInputTokens, 'token')} in, ${number(result.summaryOutputTokens)} out)`,
        ],
        [
          'no name missing',
          `in ${(result.coveredSteps * 100).toFixed(1)} % of the requests (the context had every name that the answer took from earlier messages)`,
        ],
        ...(result.unfittingSteps === 0 ? [] : [['did not fit', number(result.unfittingSteps)] as const]),
      ]),
    ].join('\n'),
  );
  return `${blocks.join('\n\n')}\n`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}

/** Rounds a number and formats it like `12,345`, independent of the locale. */
function number(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
