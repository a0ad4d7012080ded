import type {
  ChangeView,
  ComparisonRow,
  CompactionView,
  ContextItemView,
  EventDetail,
  PanelSnapshot,
} from '../../../src/shared/panelView.ts';
import { gauge } from './gaugeData.ts';

/** The contents of the panel after a made-up day of work on a made-up tide-table server. */

const morning = Date.UTC(2026, 4, 12, 9, 30);
const at = (minute: number): number => morning + minute * 60_000;

const mechanical: CompactionView = {
  type: 'compaction',
  id: 'e9',
  at: at(272),
  state: 'done',
  canUndo: true,
  canRedo: false,
  onlyShortens: false,
  begun: 'automatically',
  strategy: 'hybrid',
  tokensBefore: 84_200,
  tokensAfter: 21_300,
  messagesBefore: 312,
  messagesAfter: 41,
  durationMs: 4_380,
  passes: [
    { name: 'small talk', tokensBefore: 84_200, tokensAfter: 83_700, treated: 11 },
    { name: 'older reads of the same file', tokensBefore: 83_700, tokensAfter: 66_900, treated: 9 },
    { name: 'long tool outputs', tokensBefore: 66_900, tokensAfter: 38_400, treated: 57 },
    { name: 'summarize the oldest', tokensBefore: 38_400, tokensAfter: 21_300, treated: 194 },
  ],
};

export const newest: CompactionView = {
  ...mechanical,
  modelUse: {
    model: 'gpt-5-mini',
    calls: 2,
    inputTokens: 41_200,
    outputTokens: 1_310,
    durationMs: 4_310,
    cost: 0.0129,
  },
};

const older: CompactionView = {
  ...mechanical,
  id: 'e4',
  at: at(190),
  begun: 'by you',
  tokensBefore: 150_100,
  tokensAfter: 44_000,
  messagesBefore: 604,
  messagesAfter: 133,
  durationMs: 61,
  passes: mechanical.passes.slice(0, 3),
  proseFailed:
    'The model did not answer within 60 s. The context has only the notes that were written without a model.',
  state: 'prosePending',
};
export const item = (
  id: string,
  role: ContextItemView['role'],
  fate: ContextItemView['fate'],
  rest: readonly [label: string, tokens: number, originCount?: number],
): ContextItemView => ({
  id,
  role,
  fate,
  label: rest[0],
  tokens: rest[1],
  origins: [id],
  originCount: rest[2] ?? 1,
});

const context: readonly ContextItemView[] = [
  item('m0', 'system', 'stays', ['You pair with a programmer in this workspace…', 3_120, 0]),
  item('record-notes', 'notes', 'record', ['Goal, constraints, files, commands, errors', 2_480, 271]),
  item('record-summary', 'notes', 'record', [
    'The chart jumped because rows were found by index…',
    1_310,
    194,
  ]),
  item('record-digests', 'notes', 'record', ['2 finished stages', 310, 88]),
  item('m1', 'user', 'pinned', ['Never touch stations.json, it is generated.', 12]),
  item('m40', 'tool', 'shortened', ['read_file src/chart.ts · 412 lines', 18]),
  item('m44', 'tool', 'shortened', ['run npm test · exit 1 · 3 failures', 240]),
  item('m46', 'assistant', 'stays', ['The gap is at the hour that the clock skips.', 640]),
  item('m47', 'user', 'stays', ['And the other stations?', 9]),
  ...Array.from({ length: 60 }, (_, index) =>
    item(`m${index + 50}`, index % 3 === 0 ? 'assistant' : 'tool', index % 3 === 1 ? 'shortened' : 'stays', [
      index % 3 === 0 ? `Checked station ${index}.` : `read_file src/stations/s${index}.ts`,
      20 + ((index * 137) % 900),
    ]),
  ),
];

const change = (
  id: string,
  fate: ChangeView['fate'],
  [role, label, tokensBefore, tokensAfter]: readonly [ChangeView['role'], string, number, number],
): ChangeView => ({ id, role, label, fate, tokensBefore, tokensAfter });

const changes: readonly ChangeView[] = [
  change('m0', 'stays', ['system', 'You pair with a programmer in this workspace…', 3_120, 3_120]),
  change('m1', 'stays', ['user', 'Never touch stations.json, it is generated.', 12, 12]),
  change('m2', 'notes', ['user', 'The chart jumps at 02:00 on the day the clocks change.', 31, 0]),
  change('m3', 'shortened', ['tool', 'read_file src/chart.ts', 6_240, 18]),
  change('m4', 'leftOut', ['user', 'ok, thanks', 6, 0]),
  change('m9', 'notes', ['user', 'Heights are metres, never feet.', 9, 0]),
  ...Array.from({ length: 90 }, (_, index) =>
    index % 3 === 0
      ? change(`m${index + 10}`, 'notes', ['assistant', `Checked station ${index}.`, 140 + index, 0])
      : change(`m${index + 10}`, 'shortened', ['tool', `run npm test ${index}`, 900 + index * 7, 24]),
  ),
  change('m120', 'stays', ['assistant', 'The gap is at the hour that the clock skips.', 640, 640]),
  change('m121', 'stays', ['user', 'And the other stations?', 9, 9]),
  change('record', 'record', ['user', 'Notes: Constraints, Files, Commands', 0, 3_790]),
];

export const detail: EventDetail = {
  id: 'e9',
  changes,
  blocks: [
    {
      kind: 'summary',
      tokens: 1_310,
      sections: [
        {
          title: '',
          lines: [
            {
              text: 'The chart jumped at 02:00 because rows were found by index and the skipped hour has none.',
              sources: ['m2', 'm14'],
            },
            { text: 'Rows are now found by time; `OutOfTable` replaces the old NaN.', sources: ['m21'] },
            { text: 'Husum and Brest agree with the reference within 0.02 m.', sources: ['m33', 'm35'] },
            { text: 'Next: send the corrected log to the harbour office.', sources: ['m40'] },
          ],
        },
      ],
    },
    {
      kind: 'notes',
      tokens: 2_480,
      sections: [
        {
          title: 'Constraints',
          lines: [
            { text: 'Never touch `stations.json`, it is generated.', sources: ['m1'] },
            { text: 'Heights are metres, never feet.', sources: ['m9'] },
          ],
        },
        {
          title: 'Files',
          lines: [
            { text: 'src/tides/interpolate.ts · written · heightAt, cosine', sources: ['m12', 'm21'] },
            { text: 'src/chart.ts · read', sources: ['m3'] },
            { text: 'test/interpolate.test.ts · created', sources: ['m23'] },
          ],
        },
        {
          title: 'Commands',
          lines: [
            { text: 'npm test · exit 1 · 3 of 84 failed', sources: ['m25'] },
            { text: 'npm test · exit 0 · 84 passed', sources: ['m31'] },
          ],
        },
        {
          title: 'Open work',
          lines: [{ text: 'Send the log to the harbour office.', sources: ['m40'] }],
        },
      ],
    },
  ],
  receipt: {
    kept: 212,
    recallable: 540,
    keptVerbatim: 124,
    forgotten: 1,
    constraintsKept: 4,
    constraintsInNotes: 3,
    constraintsRecallable: [],
    sampleRecallable: ['src/stations/s12.ts', 'npm run chart -- --station husum'],
  },
  struck: ['The user asked for feet.'],
  added: ['test/interpolate.test.ts'],
};

export const comparison: readonly ComparisonRow[] = [
  ['truncate', 9, 4_120_000, 3_310_000, 402_000, 0, 151_000, 8.12, 0.71],
  ['hybrid', 4, 3_870_000, 3_420_000, 188_000, 4, 150_000, 6.4, 0.94],
  ['rolling', 6, 4_460_000, 3_700_000, 371_000, 0, 181_000, 8.9, 0.83],
  ['window', 11, 2_950_000, 2_010_000, 512_000, 11, 92_000, 7.7, 0.88],
].map(([strategy, compactions, sent, cached, rewritten, calls, peak, cost, covered]) => ({
  strategy: String(strategy),
  compactions: Number(compactions),
  sentTokens: Number(sent),
  cachedTokens: Number(cached),
  rewrittenTokens: Number(rewritten),
  modelCalls: Number(calls),
  peakTokens: Number(peak),
  cost: Number(cost),
  coveredSteps: Number(covered),
}));

const withoutGauge: PanelSnapshot = {
  sessionId: 's1',
  title: 'Tide chart jumps at the clock change',
  timeline: [
    { type: 'remark', id: 'k1', at: at(95), kind: 'model', text: 'Model gpt-5-codex, window 200k' },
    {
      type: 'remark',
      id: 'k2',
      at: at(160),
      kind: 'skipped',
      text: 'Not compacted: it would free less than 4k tokens',
    },
    older,
    { type: 'remark', id: 'k3', at: at(240), kind: 'skipped', text: 'Not compacted: below the threshold' },
    newest,
  ],
  context,
  memories: [
    { id: 'y1', type: 'preference', text: 'Heights are metres, never feet.', at: at(20), source: 'm9' },
    { id: 'y2', type: 'decision', text: 'Rows are found by time, not by index.', at: at(60), source: 'm21' },
  ],
  memoryOffers: [{ type: 'preference', text: 'Never round heights before the end.', source: 'm14' }],
  stages: [
    {
      id: 'g1',
      title: 'The chart no longer jumps',
      at: at(120),
      by: 'person',
      messageCount: 61,
      digest: 'Rows by time instead of index, since the skipped hour has no row.',
      state: 'live',
    },
    {
      id: 'g2',
      title: 'Faster import',
      at: at(150),
      by: 'commit',
      messageCount: 27,
      digest: 'Stream the file; parsing it whole took 2 GB.',
      state: 'superseded',
    },
  ],
  recalls: [
    { kind: 'tool results', count: 3, examples: ['src/chart.ts', 'npm test'] },
    { kind: 'symbols', count: 1, examples: ['heightAt'] },
  ],
  strategies: [
    { id: 'hybrid', description: 'Tool outputs first, then a summary of the oldest' },
    { id: 'truncate', description: 'Drop the oldest; fast, no model' },
    { id: 'summarize', description: 'Summarize old messages' },
    { id: 'rolling', description: 'Leaves out the oldest messages; the model can look them up' },
    { id: 'staged', description: 'Fold finished stages into digests' },
    {
      id: 'window',
      description: 'Keeps the newest turns word for word; a running summary covers the older ones',
    },
  ],
  strategy: 'hybrid',
};

const day: PanelSnapshot = { ...withoutGauge, gauge };

export const panelScenarios: Readonly<Record<string, PanelSnapshot>> = {
  day,
  empty: {
    ...withoutGauge,
    title: 'New session',
    timeline: [],
    context: [],
    memories: [],
    memoryOffers: [],
    stages: [],
    recalls: [],
  },
  readOnly: { ...day, readOnlyReason: 'Another window writes this session.' },
  led: { ...day, ledNote: 'Claude Code runs this session.' },
};
