import type { Entry, MessageEntry } from '../../src/core/log/entry.ts';

type Sample<K extends Entry['kind']> = Omit<Extract<Entry, { kind: K }>, 'v' | 'id' | 'at' | 'kind'>;

const usage = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 2 };
const figures = { name: 'toolStubs', tokensBefore: 900, tokensAfter: 300, treated: 4 };

/** One entry of every kind, with most of the optional fields. The compiler reports a kind without an entry. */
const samples: { readonly [K in Entry['kind']]: Sample<K> } = {
  message: {
    message: {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'line\nbreak \u2028 \ud800 lone', origin: 'client', label: 'note' },
        { type: 'toolCall', callId: 'c1', name: 'read_file', arguments: '{"path":' },
      ],
      model: 'm',
      usage,
      finish: 'toolCalls',
    },
    secrets: [{ part: 1, start: 0, end: 4, kind: 'password' }],
  },
  compaction: {
    replaced: [
      { id: 'm1', as: 'stub', text: '[stub]', arguments: { c1: '{}' } },
      { id: 'm5', as: 'excerpt', text: 'The file', ofClient: true },
    ],
    folded: [{ ids: ['m2', 'm3'], as: 'summary' }],
    blocks: [
      {
        ...{ kind: 'notes', text: 'm2 You: Mend it. …', mode: 'replace', tokens: 12 },
        lines: [
          { section: '', speaker: 'person', ids: ['m2'], mark: 'm2 You: ', words: 'Mend it.', tail: ' …' },
        ],
      },
    ],
    provenance: [],
    madeFrom: ['m4'],
    prosePending: true,
    foldedNotes: ['e9'],
    briefStages: ['e3'],
    event: {
      reason: 'threshold',
      strategy: 'hybrid',
      tier: 'background',
      messagesBefore: 30,
      messagesAfter: 12,
      tokensBefore: 900,
      tokensAfter: 300,
      summaryTokens: 40,
      cursorBefore: 0,
      cursorAfter: 18,
      coveredThrough: 'm18',
      durationMs: 12.5,
      passes: [figures],
      summary: {
        model: 'm',
        calls: 1,
        inputTokens: 5,
        outputTokens: 6,
        durationMs: 7,
        cost: 0.01,
        struck: ['a'],
        added: ['b'],
      },
      proseFailed: 'timeout',
      instructions: 'keep the numbers',
    },
    receipt: {
      kept: 1,
      recallable: 2,
      lost: 0,
      constraintsKept: 1,
      constraintsRecallable: ['c'],
      sampleRecallable: ['d'],
      sampleLost: [],
    },
  },
  redo: { compactions: ['e1', 'e2'] },
  undo: { compactions: ['e1'] },
  rewind: { before: 'm4' },
  pin: { target: 'm1', on: true },
  exclude: { target: 'm1', on: false },
  reveal: { target: 'm1', span: { part: 0, start: 1, end: 2, kind: 'jwt' } },
  keptOut: { target: 'm2', text: 'head\n[… 900 lines left out · recall m2 …]\ntail' },
  rule: { text: 'Never touch session.ts.', on: false, source: 'm1' },
  notesEdited: { line: 'It is slow.', text: 'It is fast.', on: true, rule: 'It is slow.', source: 'm1' },
  stage: {
    title: 'Fix',
    by: 'commit',
    first: 'm1',
    last: 'm9',
    messageCount: 9,
    detailed: 'long',
    brief: 'short',
  },
  note: { source: 'diagnostics', text: 'two errors' },
  memory: { op: 'save', memoryId: 'y', type: 'decision', text: 'tabs', source: 'm1' },
  model: { model: 'm', window: 128_000 },
  session: {
    title: 'A title',
    strategy: 'hybrid',
    workspace: 'file:///w',
    importedFrom: 'x.jsonl',
    agent: { conversationId: 'c1', parent: 's1', continues: 's2' },
    foreignTools: ['mcp_tides_look'],
    tools: { hash: 'h1', schemas: '[]' },
  },
  run: {
    state: 'failed',
    reason: 'not_worth_it',
    tier: 'manual',
    strategy: 'hybrid',
    usedTokens: 3,
    cursor: 0,
    batchMessages: 2,
    firstRecent: 'm1',
    pendingNotes: 1,
    compaction: 'e1',
    error: { model: 'm', class: 'timeout', retryable: true },
  },
  recall: { by: 'model', target: 'm1', query: 'what', facts: ['src/a.ts'] },
  forgotten: { was: 'message' },
};

/** One entry of every kind. */
export const sampleEntries: readonly Entry[] = (Object.keys(samples) as Entry['kind'][]).map(
  (kind, index) => ({ v: 1, id: `e${String(index)}`, at: 1000 + index, kind, ...samples[kind] }) as Entry,
);

/** Returns an entry with a user message. */
export function userEntry(id: string, text = `text of ${id}`): MessageEntry {
  return { v: 1, id, at: 5, kind: 'message', message: { role: 'user', parts: [{ type: 'text', text }] } };
}

export function userEntries(count: number, from = 1): readonly MessageEntry[] {
  return Array.from({ length: count }, (_, i) => userEntry(`m${String(from + i)}`));
}
