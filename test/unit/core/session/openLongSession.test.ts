import assert from 'node:assert/strict';
import type { TokenCounter } from '../../../../src/core/ports.ts';
import { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { countWords, SessionBuilder } from '../../../support/sessionBuilder.ts';

function logOf(...texts: readonly string[]): MemoryLog {
  const builder = new SessionBuilder();
  for (const text of texts) builder.user(text);
  return new MemoryLog(builder.entries);
}

function opened(
  log: MemoryLog,
  { count, pause }: { readonly count?: TokenCounter['count']; readonly pause?: () => Promise<void> } = {},
): Promise<LiveSession> {
  return LiveSession.open({
    log,
    counter: {
      encoding: 'words',
      count: count ?? ((texts) => Promise.resolve(texts.map(countWords))),
      countSmall: countWords,
    },
    redactor: { find: (texts) => Promise.resolve(texts.map(() => [])) },
    clock: { now: () => 7, monotonic: () => 0 },
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...(pause && { pause }),
  });
}

describe('A long session with pauses', () => {
  it('lets other code run while the context is recomputed, and calls its listeners afterwards', async () => {
    const builder = new SessionBuilder();
    for (let turn = 0; turn < 5_000; turn += 1) builder.user('word');
    let pauses = 0;
    const pause = (): Promise<void> => {
      pauses += 1;
      return Promise.resolve();
    };
    const live = await opened(new MemoryLog(builder.entries), { pause });
    pauses = 0;
    let heardAfter = 0;
    live.onAppend(() => (heardAfter = pauses));
    await live.append({ kind: 'exclude', target: 'm1', on: true });
    assert.ok(heardAfter >= 10, String(heardAfter));
    assert.equal(live.context.length, 4_999);
  });
});

describe('A long session with uncounted tokens', () => {
  it('opens with estimates, and reloads the views once after the messages are counted', async () => {
    const texts = Array.from({ length: 5 }, (_, at) => `${String(at)} ${'word '.repeat(100_000)}`);
    const log = logOf(...texts);
    let finishCount = (): void => undefined;
    const counted = new Promise<void>((resolve) => (finishCount = resolve));
    const count = async (batch: readonly string[]): Promise<readonly number[]> => {
      await counted;
      return batch.map(countWords);
    };
    const live = await opened(log, { count });
    const estimated = live.account.ofContext(live.context);
    assert.ok(estimated > 5 * 100_000, String(estimated));
    assert.equal(log.tokens().size, 0, 'an estimate is stored in the log');
    let reloads = 0;
    live.onReload(() => (reloads += 1));
    const appended = live.append({
      kind: 'message',
      message: { role: 'user', parts: [{ type: 'text', text: 'more' }] },
    });
    finishCount();
    await appended;
    assert.equal(reloads, 1);
    assert.equal(log.tokens().size, 6);
    assert.equal(live.account.ofContext(live.context), 5 * 100_005 + 5);
  });

  it('can be closed before all messages are counted', async () => {
    const log = logOf(...Array.from({ length: 5 }, () => 'word '.repeat(100_000)));
    let batches = 0;
    const count = (batch: readonly string[]): Promise<readonly number[]> => {
      batches += 1;
      return Promise.resolve(batch.map(countWords));
    };
    const live = await opened(log, { count });
    await live.close();
    assert.equal(batches, 1);
  });

  it('is read in limited parts, with pauses between the parts', async () => {
    const builder = new SessionBuilder();
    for (let turn = 0; turn < 200; turn += 1) builder.user('word '.repeat(1_000));
    let pauses = 0;
    const pause = (): Promise<void> => {
      pauses += 1;
      return Promise.resolve();
    };
    await opened(new MemoryLog(builder.entries), { pause });
    assert.ok(pauses >= 20, String(pauses));
  });
});
