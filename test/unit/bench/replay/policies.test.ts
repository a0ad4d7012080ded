import assert from 'node:assert/strict';
import type { ContextItem } from '../../../bench/retention/contextItem.ts';
import { clineBasic } from '../../../bench/replay/peers/clinePolicy.ts';
import type { ContextPolicy, PeerPolicy } from '../../../bench/replay/peers/contextPolicy.ts';
import { geminiCliPolicy } from '../../../bench/replay/peers/geminiCliPolicy.ts';
import { langchainPolicy } from '../../../bench/replay/peers/langchainPolicy.ts';
import { loadPolicies } from '../../../bench/replay/peers/peerPolicies.ts';
import { piPolicy } from '../../../bench/replay/peers/piPolicy.ts';
import { StandInSummarizer } from '../../../bench/replay/peers/standInSummarizer.ts';

/**
 * The fake modules below, such as `langchainModules`, replace npm packages of the peers. They contain only the
 * functions that the policies call, with minimal behaviour.
 */

interface Said {
  readonly content: unknown;
}

class FakeMessage implements Said {
  readonly content: unknown;
  constructor({ content }: Said) {
    this.content = content;
  }
}

const langchainModules = {
  'langchain/dist/index.js': {
    ClearToolUsesEdit: class {
      apply({ messages, countTokens }: { messages: Said[]; countTokens: () => number }): Promise<void> {
        if (countTokens() >= 5 && messages[2]?.content !== '[cleared]')
          messages[2] = new FakeMessage({ content: '[cleared]' });
        return Promise.resolve();
      }
    },
  },
  '@langchain/core/dist/messages/index.js': {
    HumanMessage: FakeMessage,
    AIMessage: FakeMessage,
    ToolMessage: FakeMessage,
  },
  'langchain/dist/agents/middleware/utils.js': {
    countTokensApproximately: (messages: readonly Said[]) => messages.length,
  },
};

interface ClineTurnInput {
  readonly messages: readonly { role: string; content: readonly object[] }[];
  readonly previousRequestInputTokens: number;
}

const clineModules = {
  '@cline/core/dist/index.js': {
    createContextCompactionPrepareTurn:
      () =>
      ({ messages, previousRequestInputTokens }: ClineTurnInput) =>
        Promise.resolve(
          previousRequestInputTokens < 100
            ? undefined
            : {
                messages: [
                  { role: 'user', content: [{ type: 'text', text: 'Files: a.ts' }] },
                  // A copy, because the package copies some of the messages that it keeps.
                  ...messages.slice(-2).map((message) => ({ ...message, content: [...message.content] })),
                ],
              },
        ),
  },
};

interface PiEntryInput {
  readonly id: string;
  readonly type: string;
  readonly message?: { readonly usage?: { readonly totalTokens: number } };
  readonly firstKeptEntryId?: string;
}

const PI = '@earendil-works/pi-coding-agent/dist/core';
const piModules = {
  [`${PI}/compaction/compaction.js`]: {
    DEFAULT_COMPACTION_SETTINGS: {},
    estimateProjectedContextTokens: (_: object, entries: readonly PiEntryInput[]) => ({
      tokens:
        entries.findLast(({ message }) => message?.usage !== undefined)?.message?.usage?.totalTokens ?? 0,
    }),
    shouldCompact: (tokens: number, window: number) => tokens > window,
    prepareCompaction: (entries: readonly PiEntryInput[]) => ({ firstKeptEntryId: entries.at(-2)?.id }),
    compact: async (preparation: object, ...rest: readonly unknown[]) => {
      const ask = rest[6] as (
        model: object,
        request: object,
      ) => Promise<{ result(): Promise<{ content: object }> }>;
      const { content } = await (await ask({}, { messages: ['Sum up.'] })).result();
      return { ...preparation, content };
    },
  },
  [`${PI}/session-manager.js`]: {
    buildSessionProjection: (entries: readonly PiEntryInput[]) => {
      const compaction = entries.findLast(({ type }) => type === 'compaction');
      const start = entries.findIndex(({ id }) => id === compaction?.firstKeptEntryId);
      const kept = entries.slice(Math.max(0, start)).filter(({ type }) => type === 'message');
      return {
        entries: [...(compaction === undefined ? [] : [compaction]), ...kept].map((sourceEntry) => ({
          sourceEntry,
          messages: [sourceEntry],
        })),
      };
    },
  },
  [`${PI}/messages.js`]: { convertToLlm: (messages: unknown) => messages },
};

interface GeminiContentInput {
  readonly role: string;
  readonly parts: readonly object[];
}

interface GeminiConfigInput {
  getBaseLlmClient(): { generateContent(request: object): Promise<{ candidates: GeminiCandidate[] }> };
}

interface GeminiCandidate {
  readonly content: { readonly parts: readonly object[] };
}

const GEMINI = '@google/gemini-cli-core/dist/src';
const geminiModules = {
  [`${GEMINI}/context/chatCompressionService.js`]: {
    ChatCompressionService: class {
      async compress(
        chat: { getHistory(): readonly GeminiContentInput[]; getLastPromptTokenCount(): number },
        ...rest: readonly unknown[]
      ): Promise<object> {
        const info = { originalTokenCount: 2, newTokenCount: 1 };
        if (chat.getLastPromptTokenCount() < 100) return { newHistory: null, info };
        const config = rest[3] as GeminiConfigInput;
        const answer = await config.getBaseLlmClient().generateContent({ contents: chat.getHistory() });
        const summary = { role: 'user', parts: answer.candidates[0]?.content.parts ?? [] };
        return { newHistory: [summary, ...chat.getHistory().slice(-1)], info };
      }
    },
  },
  [`${GEMINI}/context/toolOutputMaskingService.js`]: {
    ToolOutputMaskingService: class {
      mask(history: readonly GeminiContentInput[]): Promise<object> {
        const mask = (part: object): object =>
          'functionResponse' in part
            ? { functionResponse: { ...(part.functionResponse as object), response: { output: '<masked>' } } }
            : part;
        const isLong = history.length >= 4;
        const masked = history.map((content) => ({ ...content, parts: content.parts.map(mask) }));
        return Promise.resolve({ newHistory: isLong ? masked : history });
      }
    },
  },
  [`${GEMINI}/core/tokenLimits.js`]: { tokenLimit: () => 1_000_000 },
};

const user: ContextItem = { role: 'user', content: 'Look.', treatment: 'verbatim' };

/** Returns an answer with a tool call, and the result of the call. */
function read(id: string): readonly ContextItem[] {
  const call = { id, type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } } as const;
  return [
    { role: 'assistant', content: `Reading ${id}.`, tool_calls: [call], treatment: 'verbatim' },
    { role: 'tool', content: `text of ${id}`, tool_call_id: id, treatment: 'verbatim' },
  ];
}

function start(
  { load }: PeerPolicy,
  modules: Readonly<Record<string, unknown>>,
  summarizer = new StandInSummarizer((text) => text.length),
): Promise<ContextPolicy> {
  return load((file) => Promise.resolve(modules[file])).then((begin) =>
    begin({ windowTokens: 99, summarizer }),
  );
}

const SMALL = { inputTokens: 10, outputTokens: 1 };
const LARGE = { inputTokens: 100, outputTokens: 1 };

describe('LangChain in a replay', () => {
  it('clears a tool result and leaves all other messages unchanged', async () => {
    const policy = await start(langchainPolicy, langchainModules);
    const given = [user, ...read('one'), ...read('two')];
    const first = await policy.next({ arrived: given.slice(0, 3), usage: SMALL });
    assert.equal(first.hasCompacted, false);
    const { items, hasCompacted } = await policy.next({ arrived: given.slice(3), usage: SMALL });
    assert.ok(hasCompacted);
    assert.equal(items[2]?.content, '[cleared]');
    assert.equal(items[2].tool_call_id, 'one');
    assert.ok([0, 1, 3, 4].every((index) => items[index] === given[index]));
  });

  it('keeps a cleared tool result cleared in the next request', async () => {
    const policy = await start(langchainPolicy, langchainModules);
    const { items } = await policy.next({ arrived: [user, ...read('one'), ...read('two')], usage: SMALL });
    const next = await policy.next({ arrived: [user], usage: SMALL });
    assert.deepEqual(next, { items: [...items, user], hasCompacted: false });
    assert.equal(next.items[2]?.content, '[cleared]');
  });
});

describe('Cline in a replay', () => {
  it('continues from the compacted messages', async () => {
    const policy = await start(clineBasic, clineModules);
    try {
      const given = [user, ...read('one'), ...read('two')];
      assert.deepEqual(
        (await policy.next({ arrived: given.slice(0, 3), usage: SMALL })).items,
        given.slice(0, 3),
      );
      const { items, hasCompacted } = await policy.next({ arrived: given.slice(3), usage: LARGE });
      assert.ok(hasCompacted);
      assert.equal(items[0]?.content, 'Files: a.ts');
      assert.ok(items[1] === given[3] && items[2] === given[4]);
      const next = await policy.next({ arrived: [user], usage: SMALL });
      assert.deepEqual(next, { items: [...items, user], hasCompacted: false });
    } finally {
      await policy.end?.();
    }
  });
});

describe('pi in a replay', () => {
  it('compacts with a summary by the stand-in summarizer if the provider reports a large usage', async () => {
    const summarizer = new StandInSummarizer((text) => text.length);
    const policy = await start(piPolicy, piModules, summarizer);
    const given = [user, ...read('one'), ...read('two')];
    const before = await policy.next({ arrived: given.slice(0, 3), usage: SMALL });
    assert.deepEqual(before, { items: given.slice(0, 3), hasCompacted: false });
    const { items, hasCompacted } = await policy.next({ arrived: given.slice(3), usage: LARGE });
    assert.ok(hasCompacted);
    assert.equal(items[0]?.treatment, 'summary');
    assert.ok(items[1] === given[3] && items[2] === given[4]);
    assert.equal(summarizer.take().calls, 1);
  });
});

describe('Gemini CLI in a replay', () => {
  it('masks a result, and later compresses the history', async () => {
    const summarizer = new StandInSummarizer((text) => text.length);
    const policy = await start(geminiCliPolicy, geminiModules, summarizer);
    const home = process.env['GEMINI_CLI_HOME'];
    try {
      const given = [user, ...read('one'), ...read('two')];
      await policy.next({ arrived: given.slice(0, 3), usage: SMALL });
      const masked = await policy.next({ arrived: given.slice(3), usage: SMALL });
      assert.ok(masked.hasCompacted);
      assert.equal(masked.items[2]?.content, '<masked>');
      assert.ok([0, 1, 3, 4].every((index) => masked.items[index] === given[index]));
      const { items } = await policy.next({ arrived: [...read('three')], usage: LARGE });
      assert.deepEqual(
        items.map(({ role, treatment }) => [role, treatment]),
        [
          ['user', 'summary'],
          ['assistant', 'verbatim'],
          ['tool', 'verbatim'],
        ],
      );
      assert.equal(summarizer.take().calls, 1);
    } finally {
      await policy.end?.();
      if (home === undefined) delete process.env['GEMINI_CLI_HOME'];
    }
  });
});

describe('An installed peer', () => {
  it('is reported with its version and settings', async () => {
    const here = { ...piPolicy, load: () => Promise.resolve(() => Promise.reject(new Error('not started'))) };
    const [row] = await loadPolicies([here], '/nowhere');
    assert.ok(row !== undefined && 'settings' in row);
    assert.match(
      row.settings,
      /^@earendil-works\/pi-coding-agent \d+\.\d+\.\d+: when fewer than 16,384 tokens/,
    );
  });
});

describe('A missing peer', () => {
  it('is reported with the error from the attempt to load it', async () => {
    const [row] = await loadPolicies([piPolicy], '/nowhere');
    assert.ok(row !== undefined && 'reason' in row);
    assert.match(row.reason, /Cannot find|find module/);
  });
});
