import assert from 'node:assert/strict';
import { compactionReport, inspectionReport, replayReport } from '../../../src/cli/report.ts';
import { inspectTranscript } from '../../../src/cli/inspect.ts';
import { compactMessages } from '../../../src/cli/compactMessages.ts';
import type { Transcript } from '../../../src/adapters/transcripts/formats.ts';
import type { Message } from '../../../src/core/log/message.ts';

/** Counts each word as a token. */
const count = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

const messages: readonly { readonly message: Message }[] = [
  { message: { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] } },
  { message: { role: 'user', parts: [{ type: 'text', text: 'Never touch a.ts. Read it.' }] } },
  {
    message: {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Reading then.' },
        { type: 'toolCall', callId: 'c', name: 'read_file', arguments: '{"path":"a.ts"}' },
      ],
    },
  },
  {
    message: { role: 'tool', callId: 'c', toolName: 'read_file', parts: [{ type: 'text', text: 'let a' }] },
  },
  { message: { role: 'assistant', parts: [{ type: 'text', text: 'There is one variable.' }] } },
  { message: { role: 'user', parts: [{ type: 'text', text: 'ok thanks' }] } },
];

describe('An inspection', () => {
  const transcript: Transcript = {
    format: 'openai',
    messages,
    skipped: [
      { what: 'an odd line', count: 1_200, where: 'line 7' },
      { what: 'empty message', count: 2, where: 'the whole file' },
    ],
  };
  const inspection = inspectTranscript(transcript, count);

  it('counts the messages, the calls, and the tokens of each category', () => {
    assert.deepEqual(
      [
        inspection.messages,
        inspection.toolCalls,
        inspection.byCategory['system and tools'],
        inspection.byCategory.user,
      ],
      [6, 1, 2 + 4, 7 + 2 * 4],
    );
    assert.equal(
      Object.values(inspection.byCategory).reduce((sum, tokens) => sum + tokens, 0),
      inspection.tokens,
    );
    assert.equal(inspection.byCategory['tool results'], 2 + 4);
  });

  it('counts each message in exactly one class', () => {
    const counts = Object.values(inspection.byClass);
    assert.equal(
      counts.reduce((sum, one) => sum + one, 0),
      6,
    );
    assert.equal(inspection.byClass.system, 1);
  });

  it('counts the calls in all messages', () => {
    const [call] = messages.flatMap(({ message }) => (message.role === 'assistant' ? [message] : []));
    const again = { message: call ?? assert.fail() };
    assert.equal(
      inspectTranscript({ ...transcript, messages: [...messages, again, again] }, count).toolCalls,
      3,
    );
  });

  it('shows a transcript’s title if it has one', () => {
    assert.equal('title' in inspection, false);
    assert.equal(inspectTranscript({ ...transcript, title: 'Tides' }, count).title, 'Tides');
  });

  it('does not count system texts as newest messages', () => {
    const texts = Array.from({ length: 60 }, () => messages[0] ?? assert.fail());
    const talk = messages.slice(1);
    const { byClass } = inspectTranscript({ ...transcript, messages: [...talk, ...texts] }, count);
    assert.deepEqual(byClass, {
      ...inspectTranscript({ ...transcript, messages: talk }, count).byClass,
      system: 60,
    });
    assert.ok((byClass.recent ?? 0) > 0);
  });

  it('is reported with one count on each line, and with the line where skipped content first occurs', () => {
    const byCategory = { user: 1_500, assistant: 7 } as typeof inspection.byCategory;
    const lines = inspectionReport({ ...inspection, byCategory, byClass: { recent: 1_001, anchor: 4 } });
    assert.deepEqual(lines.split('\n'), [
      ...['  format      openai', '  messages    6', '  tool calls  1', '  tokens      43'],
      ...['tokens by category', '  user       1,500', '  assistant  7'],
      ...['messages by class', '  recent  1,001', '  anchor  4'],
      ...['left out, cut or joined', '  an odd line    1,200 (first: line 7)', '  empty message  2', ''],
    ]);
  });

  it('does not mention skipped content if nothing was skipped', () => {
    assert.doesNotMatch(inspectionReport({ ...inspection, skipped: [] }), /left out/);
  });
});

const result = {
  ...{ strategy: 'hybrid', steps: 1_200, compactions: 3, sentTokens: 5_000, cachedTokens: 4_000 },
  ...{ rewrittenTokens: 900, modelCalls: 2, summaryInputTokens: 70, summaryOutputTokens: 30 },
  ...{ peakTokens: 80_000, coveredSteps: 0.9512, unfittingSteps: 0 },
} as const;

describe('The report of a compaction', () => {
  const long = Array.from({ length: 60 }, (_, index): { readonly message: Message } => ({
    message: {
      role: index % 2 === 0 ? 'user' : 'assistant',
      parts: [{ type: 'text', text: `Part ${index}: ${'word '.repeat(40)}` }],
    },
  }));
  const source = { format: 'openai', messages: 60, toolCalls: 0, tokens: 2_600 };

  it('contains source, strategy, context, time, facts and passes', () => {
    const { context, event, receipt } = compactMessages(long, {
      ...{ windowTokens: 10_000, budgetTokens: 600, strategy: 'truncate', count },
    });
    const report = compactionReport({ source, context, event: { ...event, durationMs: 1_234.4 }, receipt });
    assert.match(report, /^ {2}source {4}openai, 60 messages, 2,600 tokens$/m);
    assert.match(report, /^ {2}strategy {2}truncate$/m);
    assert.match(report, /^ {2}context {3}[\d,]+ → [\d,]+ tokens in \d+ messages$/m);
    assert.match(report, /^ {2}time {6}1,234 ms$/m);
    assert.match(report, /^ {2}facts {5}Of [\d,]+ names and figures: /m);
    assert.match(report, /^passes\n {2}[\w, ]+ +[\d,]+ → [\d,]+ tokens, \d+ messages$/m);
  });

  it('has one line for each part and each pass, with the exact numbers', () => {
    const { context, event, receipt } = compactMessages(long, {
      ...{ windowTokens: 10_000, budgetTokens: 600, strategy: 'truncate', count },
    });
    const passes = [{ name: 'evict', tokensBefore: 2_600, tokensAfter: 1_599, treated: 1_040 }];
    const report = compactionReport({
      source,
      context: context.slice(0, 2),
      event: { ...event, passes, tokensBefore: 2_600, tokensAfter: 1_599, durationMs: 3 },
      receipt: { ...receipt, kept: 12, keptVerbatim: 7, recallable: 1_340 },
    });
    assert.deepEqual(report.split('\n'), [
      '  source    openai, 60 messages, 2,600 tokens',
      '  strategy  truncate',
      '  context   2,600 → 1,599 tokens in 2 messages',
      '  time      3 ms',
      '  facts     Of 1,352 names and figures: 7 word for word · 5 in the notes · 1,340 can be looked up',
      'passes',
      '  evict  2,600 → 1,599 tokens, 1,040 messages',
      '',
    ]);
  });

  it('uses the singular for one message and one token', () => {
    const { context, event, receipt } = compactMessages(messages, {
      ...{ windowTokens: 10_000, strategy: 'truncate', count },
    });
    const passes = [{ name: 'evict', tokensBefore: 2, tokensAfter: 1, treated: 1 }];
    const report = compactionReport({
      source: { ...source, messages: 1, tokens: 1 },
      context: context.slice(0, 1),
      event: { ...event, passes, tokensBefore: 2, tokensAfter: 1 },
      receipt,
    });
    assert.match(report, /^ {2}source .* 1 message, 1 token$/m);
    assert.match(report, /^ {2}context .* 1 token in 1 message$/m);
    assert.match(report, /^ {2}evict .* 1 token, 1 message$/m);
    const replayed = { ...result, steps: 1, compactions: 1, peakTokens: 1 };
    assert.match(
      replayReport([replayed]),
      /^hybrid: 1 request, 1 compaction\n(?:.*\n)* {2}peak .* 1 token$/m,
    );
  });

  it('says that the compaction would save nothing if the context is unchanged, and omits facts and passes', () => {
    const { context, event, receipt } = compactMessages(messages, {
      ...{ windowTokens: 10_000, strategy: 'truncate', count },
    });
    const report = compactionReport({ source, context, event, receipt });
    assert.match(report, /^The compaction would save nothing, so the context is unchanged\.$/m);
    assert.doesNotMatch(report, /^passes$|^ {2}facts /m);
  });
});

describe('The report of a replay', () => {
  it('has a block for each strategy, with the cost if a price is known', () => {
    const report = replayReport([result, { ...result, strategy: 'rolling', cost: 1.5, unfittingSteps: 2 }]);
    const [first = '', second = ''] = report.split('\n\n');
    assert.deepEqual(first.split('\n'), [
      'hybrid: 1,200 requests, 3 compactions',
      '  sent                 5,000 tokens',
      '  from the cache       4,000 tokens',
      '  sent again uncached  900 tokens',
      '  peak                 80,000 tokens',
      '  summaries            2 (70 tokens in, 30 out)',
      '  no name missing      in 95.1 % of the requests (the context had every name that the answer took from earlier messages)',
    ]);
    assert.match(second.split('\n')[1] ?? '', /^ {2}cost +\$1\.50$/);
    assert.match(second, /^ {2}did not fit +2$/m);
    assert.ok(report.endsWith('\n'));
  });
});
