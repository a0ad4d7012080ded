import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { ThreadFeed } from '../../../../src/extension/chat/threadFeed.ts';
import { sessionTail } from '../../../../src/extension/sessions/sessionTail.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const MESSAGES = 2_000;
const PARAGRAPH = 'The refresh loop comes from renew() in src/auth/token.ts. '.repeat(190);

describe('sessionTail', () => {
  let temporary: TemporaryStore;

  beforeEach(() => {
    temporary = temporaryStore();
  });

  afterEach(() => {
    temporary.remove();
  });

  /** Writes and closes a log of more than 20 MB. Returns the id of its session. */
  async function longSession(): Promise<string> {
    const log = await temporary.store.create();
    for (let index = 1; index <= MESSAGES; index++) {
      const text = `${String(index)} ${PARAGRAPH}`;
      const parts = [{ type: 'text' as const, text }];
      const id = `m${String(index)}` as const;
      await log.append({ v: 1, id, at: index, kind: 'message', message: { role: 'user', parts } });
    }
    await log.close();
    assert.ok(statSync(temporary.folder(log.sessionId).log).size > 20_000_000);
    return log.sessionId;
  }

  it('returns the newest entries of a session without reading the whole log', async () => {
    const log = await temporary.store.open(await longSession());
    try {
      log.readAll = () => assert.fail('the whole log was read');
      const tail = await sessionTail(log);
      assert.ok(tail.entries.length <= 200);
      const feed = new ThreadFeed({ live: tail, isBusy: () => false, now: () => 0, send: () => undefined });
      const { rows, hasEarlier } = feed.newest();
      assert.equal(rows.length, 60);
      assert.equal(hasEarlier, true);
      assert.equal(rows.at(-1)?.id, `m${String(MESSAGES)}`);
      assert.ok(rows.every((row) => row.type === 'user' && !row.isEditable));
    } finally {
      await log.close();
    }
  });
});
