import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DraftFiles } from '../../../../src/adapters/store/draftFiles.ts';
import { nodeStoreEnvironment } from '../../../../src/adapters/store/nodeStoreEnvironment.ts';
import { silent } from '../../../support/liveSessions.ts';
import { PendingTokens } from '../../../../src/extension/chat/pendingTokens.ts';
import { keptDraft, typedHandler } from '../../../../src/extension/chat/typedHandler.ts';
import type { ViewParts } from '../../../../src/extension/viewParts.ts';

const shown = (isReadOnly = false) => ({ id: 's1', live: { log: { isReadOnly } } });
const noDrafts = { read: () => undefined, write: () => undefined };

describe('what is being typed', () => {
  it('counts in its session, the newest count alone, and not at all once it is gone', async () => {
    const pending = new PendingTokens();
    const waiting: (() => void)[] = [];
    const count = (texts: readonly string[]): Promise<readonly number[]> =>
      new Promise((resolve) => {
        waiting.push(() => {
          resolve(texts.map((text) => text.length));
        });
      });
    const services = { counter: { count }, drafts: noDrafts };
    const parts = { services, sessions: { current: shown() }, pending };
    const typed = typedHandler(parts as unknown as ViewParts);
    const first = typed({ text: 'a longer text', at: 1 });
    const second = typed({ text: 'short', at: 2 });
    waiting[1]?.();
    await second;
    waiting[0]?.();
    await first;
    assert.equal(pending.of('s1'), 5);
    await typed({ text: '  ', at: 3 });
    assert.equal(pending.of('s1'), 0);
  });

  it('counts in the session that is being opened, not in the one that was shown before', async () => {
    const pending = new PendingTokens();
    const counter = {
      count: (texts: readonly string[]) => Promise.resolve(texts.map(({ length }) => length)),
    };
    const sessions = { current: shown(), tail: { id: 's2' } };
    await typedHandler({
      services: { counter, drafts: noDrafts },
      sessions,
      pending,
    } as unknown as ViewParts)({
      text: 'more',
      at: 1,
    });
    assert.deepEqual([pending.of('s1'), pending.of('s2')], [0, 4]);
  });

  describe('on disk', () => {
    let folder: string;
    const drafts = (): DraftFiles => new DraftFiles(folder, nodeStoreEnvironment);
    const typing = (isReadOnly = false): ReturnType<typeof typedHandler> =>
      typedHandler({
        services: { counter: { count: () => Promise.resolve([1]) }, drafts: drafts(), logger: silent },
        sessions: { current: shown(isReadOnly) },
        pending: new PendingTokens(),
      } as unknown as ViewParts);

    beforeEach(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'longthread-drafts-'));
      mkdirSync(path.join(folder, 's1'));
    });

    afterEach(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    it('is there at once, also that nothing stands any more', async () => {
      const typed = typing();
      await typed({ text: 'half a thou', at: 1 });
      await typed({ text: 'half a thought', at: 2 });
      assert.deepEqual(keptDraft(shown(), { drafts: drafts() }), {
        draft: { text: 'half a thought', at: 2 },
      });
      await typed({ text: '', at: 3 });
      assert.deepEqual(keptDraft(shown(), { drafts: drafts() }), { draft: { text: '', at: 3 } });
    });

    it('keeps the time at which it was typed while it is only shown again', async () => {
      const typed = typing();
      await typed({ text: 'a thought', at: 1 });
      await typed({ text: 'a thought', at: 9 });
      assert.equal(drafts().read('s1')?.at, 1);
    });

    it('is another window’s while that one writes the session', async () => {
      await typing()({ text: 'theirs', at: 1 });
      await typing(true)({ text: 'ours', at: 2 });
      assert.equal(drafts().read('s1')?.text, 'theirs');
      assert.deepEqual(keptDraft(shown(true), { drafts: drafts() }), {});
      assert.deepEqual(keptDraft(undefined, { drafts: drafts() }), {});
    });

    it('is nothing where the file is damaged or the session is gone, and nothing fails for it', async () => {
      writeFileSync(path.join(folder, 's1/draft.json'), '{"text": 3}');
      assert.equal(drafts().read('s1'), undefined);
      rmSync(path.join(folder, 's1'), { recursive: true });
      await typing()({ text: 'late', at: 1 });
      assert.equal(drafts().read('s1'), undefined);
    });
  });
});
