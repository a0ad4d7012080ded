import assert from 'node:assert/strict';
import { compactionReport, inspectionReport, replayReport } from '../../../src/cli/report.ts';
import { inspectTranscript } from '../../../src/cli/inspect.ts';
import { compactMessages } from '../../../src/cli/compactMessages.ts';
import type { Transcript } from '../../../src/adapters/transcripts/transcript.ts';
import type { Message } from '../../../src/core/session/message.ts';

/** A token a word. */
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
    skipped: [{ what: 'an odd line', count: 1_200, where: 'line 7' }],
  };
  const inspection = inspectTranscript(transcript, count);

  it('counts messages, calls and tokens by category', () => {
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

  it('counts each message in one class', () => {
    const counts = Object.values(inspection.byClass);
    assert.equal(
      counts.reduce((sum, one) => sum + one, 0),
      6,
    );
    assert.equal(inspection.byClass.system, 1);
  });

  it('is told in aligned lines, what was skipped with its first place', () => {
    const lines = inspectionReport(inspection).split('\n');
    assert.deepEqual(lines.slice(0, 3), ['  format      openai', '  messages    6', '  tool calls  1']);
    assert.ok(lines.includes('tokens by category'));
    assert.ok(lines.includes('messages by class'));
    assert.deepEqual(lines.slice(-3), ['skipped', '  an odd line  1,200 (first: line 7)', '']);
  });

  it('says nothing of what was skipped where nothing was', () => {
    assert.doesNotMatch(inspectionReport({ ...inspection, skipped: [] }), /skipped/);
  });
});

describe('The report of a compaction', () => {
  const long = Array.from({ length: 60 }, (_, index): { readonly message: Message } => ({
    message: {
      role: index % 2 === 0 ? 'user' : 'assistant',
      parts: [{ type: 'text', text: `Part ${index}: ${'word '.repeat(40)}` }],
    },
  }));
  const source = { format: 'openai', messages: 60, toolCalls: 0, tokens: 2_600 };

  it('tells source, strategy, context, time, facts and passes', () => {
    const { context, event, receipt } = compactMessages(long, {
      ...{ windowTokens: 10_000, budgetTokens: 600, strategy: 'truncate', count },
    });
    const report = compactionReport({ source, context, event: { ...event, durationMs: 1_234.4 }, receipt });
    assert.match(report, /^ {2}source {4}openai, 60 messages, 2,600 tokens$/m);
    assert.match(report, /^ {2}strategy {2}truncate$/m);
    assert.match(report, /^ {2}context {3}[\d,]+ → [\d,]+ tokens in \d+ messages$/m);
    assert.match(report, /^ {2}time {6}1,234 ms$/m);
    assert.match(report, /^passes\n {2}\w+ +[\d,]+ → [\d,]+ tokens, \d+ messages treated$/m);
  });

  it('says so when there is nothing to gain', () => {
    const { context, event, receipt } = compactMessages(messages, {
      ...{ windowTokens: 10_000, strategy: 'truncate', count },
    });
    const report = compactionReport({ source, context, event, receipt });
    assert.match(report, /^Nothing to gain: the context stays as it is\.$/m);
    assert.doesNotMatch(report, /^passes$/m);
  });
});

describe('The report of a replay', () => {
  const result = {
    ...{ strategy: 'hybrid', steps: 1_200, compactions: 3, sentTokens: 5_000, cachedTokens: 4_000 },
    ...{ rewrittenTokens: 900, modelCalls: 2, summaryInputTokens: 70, summaryOutputTokens: 30 },
    ...{ peakTokens: 80_000, coveredSteps: 0.9512, unfittingSteps: 0 },
  } as const;

  it('has a block for each strategy, with the cost where a price is known and what did not fit where there is any', () => {
    const report = replayReport([result, { ...result, strategy: 'rolling', cost: 1.5, unfittingSteps: 2 }]);
    const [first = '', second = ''] = report.split('\n\n');
    assert.match(first, /^hybrid: 1,200 requests, 3 compactions\n {2}sent +5,000 tokens$/m);
    assert.match(first, /^ {2}summaries +2 \(70 in, 30 out\)$/m);
    assert.match(first, /^ {2}covered requests {2}95\.1 %$/m);
    assert.doesNotMatch(first, /cost|did not fit/);
    assert.match(second, /^ {2}cost +\$1\.50$/m);
    assert.match(second, /^ {2}did not fit +2$/m);
    assert.ok(report.endsWith('\n'));
  });
});
