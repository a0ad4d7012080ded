import assert from 'node:assert/strict';
import type { RecallIndex } from '../../../../src/core/ports.ts';
import type { Draft, Entry } from '../../../../src/core/log/entry.ts';
import { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import {
  countWords,
  emptyCompaction,
  SessionBuilder,
  told,
  wordsOf,
} from '../../../support/sessionBuilder.ts';

/** A log whose operations take some time and are listed in `steps`. */
class SlowLog extends MemoryLog {
  constructor(
    readonly steps: string[],
    entries: readonly Entry[] = [],
  ) {
    super(entries);
  }

  override async append(entry: Entry): Promise<void> {
    await later();
    assert.equal(this.isClosed, false);
    this.steps.push(`wrote ${entry.id}`);
    return super.append(entry);
  }

  override async flush(): Promise<void> {
    // Waits so long that the flush takes longer than counting.
    for (let pause = 0; pause < 4; pause++) await later();
    this.steps.push('flushed');
    return super.flush();
  }

  override async close(): Promise<void> {
    await later();
    this.steps.push('log closed');
    return super.close();
  }
}

function later(): Promise<void> {
  return new Promise(setImmediate);
}

interface Lists {
  readonly steps: string[];
  /** The texts that the worker counted. */
  readonly inWorker: string[];
  /** The texts that were counted on the calling thread. */
  readonly atOnce: string[];
  readonly errors: string[];
}

interface Opened extends Lists {
  readonly live: LiveSession;
  readonly log: SlowLog;
}

async function opened(entries: readonly Entry[] = [], failing?: Error): Promise<Opened> {
  const lists = { steps: [], inWorker: [], atOnce: [], errors: [] } as Lists;
  const { steps, inWorker, atOnce, errors } = lists;
  const log = new SlowLog(steps, entries);
  const live = await LiveSession.open({
    log,
    counter: {
      encoding: 'words',
      count: async (texts) => {
        await later();
        inWorker.push(...texts);
        return texts.map(countWords);
      },
      countSmall: (text) => {
        atOnce.push(text);
        return countWords(text);
      },
    },
    redactor: {
      find: (texts) =>
        failing === undefined ? Promise.resolve(texts.map(() => [])) : Promise.reject(failing),
    },
    clock: { now: () => 7, monotonic: () => 0 },
    logger: { info: () => undefined, warn: () => undefined, error: (text) => errors.push(text) },
  });
  const index: RecallIndex = {
    add: (id) => void steps.push(`indexed ${id}`),
    search: () => Promise.resolve([]),
    rebuild: async () => {
      await later();
      steps.push('index rebuilt');
    },
    close: async () => {
      await later();
      steps.push('index closed');
    },
  };
  live.index = index;
  return { live, log, ...lists };
}

function said(text: string): Draft {
  return { kind: 'message', message: { role: 'user', parts: [{ type: 'text', text }] } };
}

function logOf(...texts: readonly string[]): readonly Entry[] {
  const builder = new SessionBuilder();
  for (const text of texts) builder.user(text);
  return builder.entries;
}

const LONG = wordsOf(2_000, 'longer');
const elsewhere = (n: number, text = `word ${String(n)}`): Entry => ({
  ...{ v: 1, id: `m${String(n)}`, at: 0 },
  ...said(text),
});

describe('A session', () => {
  it('writes, flushes and indexes a message in this order, and announces the message after counting it', async () => {
    const { live, log, steps } = await opened();
    live.onAppend(({ id }) =>
      steps.push(`announced ${id}, ${log.tokens().has(id) ? 'counted' : 'not counted'}`),
    );
    await live.append(said(LONG)).then(() => steps.push('done'));
    assert.deepEqual(steps, ['wrote m1', 'flushed', 'indexed m1', 'announced m1, counted', 'done']);
  });

  it('flushes the log before a compaction is announced', async () => {
    const { live, steps } = await opened();
    live.onAppend(({ id }) => steps.push(`announced ${id}`));
    await live.append(emptyCompaction);
    await live.append({ kind: 'note', source: 'editor', text: 'a.ts' });
    assert.deepEqual(steps, ['wrote e1', 'flushed', 'announced e1', 'wrote e2', 'announced e2']);
  });

  it('flushes the log once for many messages', async () => {
    const { live, log, steps } = await opened();
    live.onReload(() => steps.push('announced'));
    await live.appendAll([said('one'), said('two')]).then(() => steps.push('done'));
    assert.deepEqual(steps, [
      'wrote m1',
      'indexed m1',
      'wrote m2',
      'indexed m2',
      'flushed',
      'announced',
      'done',
    ]);
    assert.deepEqual([...log.tokens().keys()], ['m1', 'm2']);
  });

  it('closes the index and the log after pending writes', async () => {
    const { live, steps } = await opened();
    void live.append({ kind: 'note', source: 'editor', text: 'a.ts' });
    await live.close().then(() => steps.push('done'));
    assert.deepEqual(steps, ['wrote e1', 'index closed', 'log closed', 'done']);
  });

  it('counts all messages and rebuilds the index before `forget` resolves', async () => {
    const { live, log, steps } = await opened(logOf('one', 'two'));
    live.onReload(() => steps.push(`announced, ${String(log.tokens().size)} counted`));
    await live.forget('m1').then(() => steps.push('done'));
    assert.deepEqual(steps, ['announced, 2 counted', 'index rebuilt', 'done']);
    // Each message has 4 tokens of framing. The placeholder has 5 words, and “two” is one word.
    assert.equal(live.account.ofContext(live.context), 4 + 5 + 4 + 1);
  });

  it('counts all messages in the worker when opened', async () => {
    const { log, inWorker, atOnce } = await opened(logOf('one', 'two'));
    assert.deepEqual(
      [...log.tokens()],
      [
        ['m1', 5],
        ['m2', 5],
      ],
    );
    assert.deepEqual([inWorker, atOnce], [['one', 'two'], []]);
  });

  it('announces another window’s entries after they are counted and before the refresh resolves', async () => {
    for (const count of [1, 60]) {
      const { live, log, steps } = await opened(logOf('one'));
      const note = (): void =>
        void steps.push(`announced, ${log.tokens().has('m2') ? 'counted' : 'not counted'}`);
      live.onAppend(note);
      live.onReload(note);
      log.writtenElsewhere(...Array.from({ length: count }, (_, at) => elsewhere(at + 2, LONG)));
      await live.refresh().then(() => steps.push('done'));
      assert.deepEqual(steps.slice(-2), ['announced, counted', 'done']);
    }
  });
});

describe('Entries from another window', () => {
  for (const [count, isOneByOne] of [
    [50, true],
    [51, false],
  ] as const) {
    it(`are announced ${isOneByOne ? 'one by one' : 'together'} if there are ${String(count)} entries`, async () => {
      const { live, log } = await opened(logOf('one'));
      let [one, all] = [0, 0];
      live.onAppend(() => (one += 1));
      live.onReload(() => (all += 1));
      log.writtenElsewhere(...Array.from({ length: count }, (_, at) => elsewhere(at + 2)));
      await live.refresh();
      assert.deepEqual([one, all], isOneByOne ? [50, 0] : [0, 1]);
      assert.equal(live.session.messages.length, 1 + count);
    });
  }
});

describe('Counting tokens', () => {
  it('is done in the worker for a text of more than 5,000 characters', async () => {
    const { live, inWorker, atOnce } = await opened();
    for (const length of [5_000, 5_001]) await live.append(said('x'.repeat(length)));
    assert.deepEqual([atOnce[0]?.length, inWorker.map((text) => text.length)], [5_000, [5_001]]);
  });

  it('is repeated after a reveal only for the message with the secret', async () => {
    const span = { part: 0, start: 4, end: 10, kind: 'password' };
    const builder = new SessionBuilder();
    builder.user('another message');
    builder.message({ role: 'user', parts: [{ type: 'text', text: 'use hunter now' }] }, [span]);
    const { live, atOnce, inWorker } = await opened(builder.entries);
    [atOnce.length, inWorker.length] = [0, 0];
    let tokensThen = 0;
    live.onAppend(() => (tokensThen = live.account.ofContext(live.context)));
    await live.append({ kind: 'reveal', target: 'm2', span });
    assert.deepEqual([atOnce, inWorker], [['use hunter now'], []]);
    assert.equal(tokensThen, 4 + 2 + 4 + 3, 'not 4 tokens for each message and 1 for each word');
  });

  it('is repeated for a message with a secret if another window reveals the secret and writes many messages', async () => {
    const span = { part: 0, start: 4, end: 10, kind: 'password' };
    const builder = new SessionBuilder();
    builder.message({ role: 'user', parts: [{ type: 'text', text: 'use hunter now' }] }, [span]);
    const { live, log } = await opened(builder.entries);
    builder.append({ kind: 'reveal', target: 'm1', span });
    for (let word = 0; word < 60; word++) builder.user('word');
    log.writtenElsewhere(...builder.entries.slice(1));
    await live.refresh();
    assert.equal(live.account.ofContext(live.context.slice(0, 1)), 4 + 3);
  });
});

describe('A search for secrets', () => {
  it('is reported as failed even if the thrown value is not an Error', async () => {
    const { live, errors } = await opened([], 'odd' as unknown as Error);
    await live.append(said('one'));
    assert.deepEqual(errors, ['looking for secrets failed: unknown']);
    assert.deepEqual(told(live.context), ['user: one']);
    assert.ok(!('secrets' in (live.entries[0] ?? {})));
  });

  it('is not reported as failed if nothing is found', async () => {
    const { live, errors } = await opened();
    await live.append(said('one'));
    assert.deepEqual([errors, 'secrets' in (live.entries[0] ?? {})], [[], false]);
  });
});
