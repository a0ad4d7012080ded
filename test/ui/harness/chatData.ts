import type { AwayView, ChatRow, ChatSnapshot, SessionView } from '../../../src/shared/chatView.ts';
import { askedRows, asking, modelAsks, planned } from './approvalData.ts';
import { changedFiles } from './changesData.ts';
import { gauge, gaugeAfterExpiry } from './gaugeData.ts';

/** A made-up day of work on a made-up tide-table server. */

const morning = Date.UTC(2026, 4, 12, 9, 30);
const at = (minute: number): number => morning + minute * 60_000;

const answer = `The jump comes from \`interpolate()\`: it walks the station's table by **index**, and the table has no row for the hour that the clock skips.

\`\`\`ts
export function heightAt(table: TideTable, at: Instant): Metres {
  const next = table.rows.findIndex((row) => row.at > at);
  const [before, after] = [table.rows[next - 1], table.rows[next]];
  if (before === undefined || after === undefined) throw new OutOfTable(at);
  return cosine(before, after, at); // 0.5 m of error at most
}
\`\`\`

Two things follow:

1. Rows are found by *time*, so a missing hour no longer shifts the rest.
2. \`OutOfTable\` is thrown where it used to return \`NaN\`.

| station | before | after |
|---|--:|--:|
| Husum | 0.41 m | 0.02 m |
| Brest | 0.38 m | 0.01 m |

See [the test](test/interpolate.test.ts:40) for the night of the change.`;

const shortened: AwayView = {
  fate: 'shortened',
  canBringBack: true,
  isPinnedThen: true,
};
const inNotes: AwayView = {
  fate: 'notes',
  canBringBack: true,
  isPinnedThen: true,
};

const tool = (id: string, minute: number, fields: object): ChatRow => ({
  type: 'tool',
  id,
  at: at(minute),
  name: 'read_file',
  mainArgument: '',
  status: 'done',
  outcome: '',
  isPinned: false,
  ...fields,
});

const user = (id: string, minute: number, text: string, fields: object = {}): ChatRow => ({
  type: 'user',
  id,
  at: at(minute),
  text,
  attachments: [],
  secrets: [],
  isPinned: false,
  isEditable: true,
  ...fields,
});

const assistant = (id: string, minute: number, markdown: string, fields: object = {}): ChatRow => ({
  type: 'assistant',
  id,
  at: at(minute),
  markdown,
  reasoning: '',
  isStreaming: false,
  isPinned: false,
  ...fields,
});

export const dayRows: readonly ChatRow[] = [
  user('m1', 0, 'Never touch `stations.json`, it is generated. The chart jumps at 02:00 in Husum. Why?', {
    isPinned: true,
    attachments: [{ id: 'a1', label: 'src/chart.ts:12-40', kind: 'selection', tokens: 412 }],
  }),
  tool('t1', 1, { mainArgument: 'src/chart.ts', outcome: '412 lines', tokens: 3_900, away: shortened }),
  tool('t2', 1, { name: 'search_text', mainArgument: '"interpolate("', outcome: '9 hits', tokens: 610 }),
  tool('t3', 2, {
    name: 'read_file',
    mainArgument: 'src/tides/harmonics/constituents/interpolate.ts',
    outcome: '128 lines',
    tokens: 1_240,
  }),
  tool('t4', 2, {
    name: 'get_diagnostics',
    mainArgument: 'src/tides',
    outcome: 'no such folder',
    status: 'failed',
  }),
  assistant('m2', 3, answer, {
    away: inNotes,
    reasoning:
      'The jump is at 02:00, which is when the clock changes. So the table has a gap or a double row.',
  }),
  {
    type: 'compaction',
    id: 'e9',
    at: at(40),
    tokensBefore: 84_200,
    tokensAfter: 21_300,
    begun: 'automatically',
    rulesKept: 4,
    rulesGone: 0,
    recallable: 540,
    state: 'done',
    canUndo: true,
    canRedo: false,
    figures: [
      '84k → 21k tokens by hybrid, automatically, in 38\u00A0ms',
      'gpt-5-codex received 41k tokens and wrote 1.2k in 6.2\u00A0s for $0.0630',
      'Saves $0.0189 with each request, counted at the price of cached tokens. The compaction itself cost at most $0.0620',
      'Pays for itself after 4 requests; 2 so far',
      'Of 752 names and figures: 124 word for word · 88 in the notes · 540 can be looked up',
    ],
  },
  { type: 'notice', id: 'n1', at: at(41), kind: 'stage', text: 'Stage done: the chart no longer jumps' },
  user('m3', 42, 'Now send the log to the harbour office. The key is [secret: api key].', {
    secrets: [{ index: 0, kind: 'api key' }],
    sentAlong: {
      label: 'Sent along: 2 observations',
      text: 'What happened in the editor since the last message:\n- test: 1 test failed: the night of the change\n- branch: now on harbour-office',
    },
  }),
  {
    type: 'error',
    id: 'x1',
    at: at(43),
    sentence: 'The endpoint refused the key; set a new one and try again.',
    actions: [
      { action: 'connect', label: 'Set Key…' },
      { action: 'retry', label: 'Try Again' },
    ],
  },
];

const header: ChatSnapshot['header'] = {
  sessionId: 's1',
  title: 'Tide chart jumps at the clock change',
  model: 'gpt-5-codex',
  strategy: 'hybrid',
  isOpening: false,
};

const withoutGauge: ChatSnapshot = {
  header,
  rows: dayRows,
  hasEarlier: false,
  rowCount: dayRows.length,
  composer: {
    isBusy: false,
    attachments: [
      { id: 'a2', label: 'interpolate.ts:40-58', kind: 'selection', tokens: 412 },
      { id: 'a3', label: '@problems', kind: 'problems', tokens: 96 },
    ],
  },
};

const day: ChatSnapshot = { ...withoutGauge, gauge };

/** Returns the rows of a long session. Each turn consists of a question, some tool calls and an answer. */
export function longRows(count: number): readonly ChatRow[] {
  return Array.from({ length: count }, (_, index): ChatRow => {
    const id = `r${index}`;
    switch (index % 8) {
      case 0:
        return user(
          id,
          index,
          `Question ${index}: what does station ${index % 97} do when its gauge is silent?`,
        );
      case 7:
        return assistant(
          id,
          index,
          `Answer ${index}.\n\nIt falls back to the prediction:\n\n\`\`\`ts\nconst height = predicted ?? last;\n\`\`\`\n\n` +
            'The gap is marked in the chart. '.repeat(1 + (index % 5)),
        );
      default:
        return tool(id, index, {
          mainArgument: `src/stations/s${index % 97}.ts`,
          outcome: `${index % 900} lines`,
        });
    }
  });
}

const streaming = assistant('live', 44, '', { isStreaming: true });

const hostile = assistant(
  'h1',
  1,
  [
    '<img src=x onerror="window.hacked = 1"> <script>window.hacked = 2</script>',
    '[a](javascript:window.hacked=3) [b](command:workbench.action.quit) [c](data:text/html,x) [d](//evil.example)',
    '[e](vbscript:x) [f](JaVaScRiPt:x) [g](java&#115;cript:x) ![h](javascript:x) ![i](https://evil.example/p.png)',
    '<a href="command:x">j</a> <svg onload=window.hacked=4> <style>*{display:none}</style>',
    '[k](https://example.org/docs) [l](src/a.ts:40-58) <https://example.org>',
    '```ts"onmouseover="window.hacked=5\nlet x = "<img src=x onerror=window.hacked=6>";\n```',
  ].join('\n\n'),
);

const only = (rows: readonly ChatRow[]): Partial<ChatSnapshot> => ({ rows, rowCount: rows.length });

export const scenarios: Readonly<Record<string, ChatSnapshot>> = {
  day,
  empty: {
    ...withoutGauge,
    ...only([]),
    header: { ...header, title: '', found: 'Found 12 Claude Code and 3 pi sessions of this folder.' },
    composer: { attachments: [], isBusy: false },
  },
  unconnected: {
    header: { sessionId: 's1', title: '', strategy: 'hybrid', isOpening: false },
    rows: [],
    hasEarlier: false,
    rowCount: 0,
    composer: { attachments: [], isBusy: false, blocked: 'Connect a model to ask' },
  },
  planned: { ...day, composer: planned },
  expiredCache: { ...day, gauge: gaugeAfterExpiry },
  modelAsks: { ...day, composer: modelAsks },
  compactsSoon: { ...day, gauge: { ...gauge, question: { leftMs: 24_000 } } },
  readOnly: {
    ...day,
    header: {
      ...header,
      readOnly: {
        reason: 'The other window is gone; take this session over to go on here.',
        takeOver: 'Take over',
      },
    },
    composer: { attachments: [], isBusy: false, blocked: 'This window only reads this session' },
  },
  streaming: {
    ...day,
    gauge: {
      ...gauge,
      usedTokens: 159_000,
      tier: 'aggressive',
      isEstimated: true,
      isCompacting: true,
      progress: 'Compacting…',
    },
    ...only([...dayRows.slice(0, 7), user('m4', 43, 'And the other stations?'), streaming]),
    composer: { attachments: [], isBusy: true, activity: 'answering' },
  },
  ...Object.fromEntries(
    Object.entries(askedRows).map(([name, row]) => [
      name,
      { ...day, ...only([...dayRows.slice(0, 5), row]), composer: asking },
    ]),
  ),
  changedFiles: { ...day, ...only([user('m1', 0, 'Find the row by time.'), ...changedFiles]) },
  overflowing: {
    ...day,
    gauge: {
      ...gauge,
      usedTokens: 246_000,
      usableTokens: 6_560,
      windowTokens: 8_200,
      tier: 'emergency',
      nextCompactionAt: 4_920,
      turnsLeft: 0,
      compactsTo: 4_100,
      overflow:
        'The context takes 246k tokens, but a request has room for 6.6k. When you send, Longthread compacts the context to about 4.1k.',
    },
  },
  hostile: { ...day, ...only([hostile]) },
  long: { ...day, rows: [], rowCount: 5_000 },
};

export const sessions: readonly SessionView[] = [
  ['s1', 'Tide chart jumps at the clock change', 213, 0],
  ['s2', 'Harbour office: nightly export', 1_284, 190],
  ['s3', 'Faster harmonic analysis of the long series (branch)', 96, 2_900],
  ['s4', 'Imported: station import rewrite', 4_870, 9_000],
  ['s5', 'Berths for the winter', 310, 12_000],
].map(([id, title, messageCount, age]) => ({
  id: String(id),
  title: String(title),
  messageCount: Number(messageCount),
  updatedAt: Date.now() - Number(age) * 60_000,
  isCurrent: id === 's1',
  isLocked: false,
  isInAgent: false,
  isSubagent: false,
  isBranch: id === 's3',
  isTrashed: false,
  ...(id === 's5' && { keptBy: 'Claude Code · live · 128k tokens', isLive: true }),
}));
