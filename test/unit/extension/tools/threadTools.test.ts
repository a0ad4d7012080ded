import assert from 'node:assert/strict';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { Tool } from '../../../../src/core/chat/toolContract.ts';
import type { RecallIndex } from '../../../../src/core/ports.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { completeStage } from '../../../../src/extension/tools/completeStage.ts';
import { recall } from '../../../../src/extension/tools/recall.ts';
import { liveOver, silent } from '../../../support/liveSessions.ts';
import { countWords, emptyCompaction } from '../../../support/sessionBuilder.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const said = (role: 'user' | 'assistant', text: string): Message => ({
  role,
  parts: [{ type: 'text', text }],
});
const conversation: readonly Message[] = [
  said('user', 'Always use tabs. Read src/a.ts.'),
  {
    role: 'assistant',
    parts: [{ type: 'toolCall', callId: 'c1', name: 'read_file', arguments: '{"path":"src/a.ts"}' }],
  },
  {
    role: 'tool',
    callId: 'c1',
    toolName: 'read_file',
    parts: [{ type: 'text', text: Array.from({ length: 5_000 }, (_, n) => `line ${n + 1}`).join('\n') }],
  },
  said('assistant', 'Read.'),
];

function indexThatFinds(ids: readonly string[]): RecallIndex {
  return {
    add: () => undefined,
    search: () => Promise.resolve(ids.map((id) => ({ id, excerpt: `tabs in ${id}`, score: 1 }))),
    rebuild: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

describe('the tool', () => {
  let store: TemporaryStore;
  let live: LiveSession;

  beforeEach(async () => {
    store = temporaryStore();
    live = await liveOver(await store.store.create(), { count: countWords, now: 1_000 });
    for (const message of conversation) await live.append({ kind: 'message', message });
  });

  afterEach(async () => {
    await live.close();
    store.remove();
  });

  async function call(tool: Tool, args: object): Promise<string> {
    return (await tool.run(args, neverCancelled)).text;
  }

  describe('recall', () => {
    it('returns lines of an original message, and says where to continue', async () => {
      const text = await call(recall(live, silent), { address: 'm3:10-12' });
      assert.equal(
        text,
        '[original of m3, result of read_file, lines 10-12 of 5000]\nline 10\nline 11\nline 12',
      );
      assert.match(await call(recall(live, silent), { address: 'm3' }), /; go on with m3:\d+-5000\]\n/);
    });

    it('accepts as an address the whole line that replaces a tool output', async () => {
      const text = await call(recall(live, silent), {
        address: '[read_file src/a.ts · 5000 lines · recall m3]',
      });
      assert.match(text, /^\[original of m3/);
    });

    it('logs a call only if the requested message was compacted', async () => {
      await call(recall(live, silent), { address: 'm3' });
      assert.equal(live.session.recalls.length, 0);
      await live.append({ ...emptyCompaction, replaced: [{ id: 'm3', as: 'stub', text: 'recall m3' }] });
      await call(recall(live, silent), { address: 'm3' });
      const [noted] = live.session.recalls;
      assert.deepEqual([noted?.by, noted?.target, noted?.facts], ['model', 'm3', ['src/a.ts']]);
    });

    it('returns the messages that the index finds for words', async () => {
      live.index = indexThatFinds(['m1']);
      await live.append({ ...emptyCompaction, folded: [{ ids: ['m1'], as: 'summary' }] });
      assert.equal(await call(recall(live, silent), { query: 'tabs' }), '[m1, the person]\ntabs in m1');
    });

    it('finds a message that contains only reasoning', async () => {
      const parts = [{ type: 'reasoning', text: 'Are tabs wider?' }] as const;
      const { id } = await live.append({ kind: 'message', message: { role: 'assistant', parts } });
      live.index = indexThatFinds([id]);
      assert.equal(await call(recall(live, silent), { query: 'tabs' }), '[m5, assistant]\ntabs in m5');
    });

    it('finds no results of recall and no messages that only call recall, and lists matches that are still in the context', async () => {
      const asks = (callId: string, text: string, name = 'recall'): Message => ({
        role: 'assistant',
        parts: [
          ...(text === '' ? [] : [{ type: 'text' as const, text }]),
          { type: 'toolCall', callId, name, arguments: '{"query":"tabs"}' },
        ],
      });
      const answer = { role: 'tool', callId: 'c2', toolName: 'recall', parts: said('user', 'tabs').parts };
      const talk = [asks('c2', ''), answer as Message, asks('c3', 'Let me look for tabs.')];
      // Other programs call the tool by other names.
      talk.push(asks('c4', '', 'longthread_recall'), asks('c5', '', 'longthreadRecall'));
      for (const message of talk) await live.append({ kind: 'message', message });
      const found = ['m1', 'm5', 'm6', 'm7', 'm8', 'm9'];
      live.index = indexThatFinds(found);
      assert.equal(
        await call(recall(live, silent), { query: 'tabs' }),
        '[no compacted message matches “tabs”, but these messages, which are still in the context, match it: m1, m7]',
      );
      assert.equal(live.session.recalls.length, 0);
      await live.append({ ...emptyCompaction, folded: [{ ids: found, as: 'summary' }] });
      assert.equal(
        await call(recall(live, silent), { query: 'tabs' }),
        '[m1, the person]\ntabs in m1\n\n[m7, assistant]\ntabs in m7',
      );
    });

    it('reports an error if no message has the address, or if the call has neither an address nor words', async () => {
      await assert.rejects(call(recall(live, silent), { address: 'm99' }), /Nothing has the address m99/);
      await assert.rejects(call(recall(live, silent), {}), /an address such as m42/);
    });
  });

  describe('complete_stage', () => {
    it('logs a stage with a long and a short digest of the given decisions', async () => {
      const decisions = ['Tabs, because the person said so. '.repeat(9), 'Keep src/a.ts.'];
      await call(completeStage(live), { title: 'Reading', decisions });
      const [stage] = live.session.stages;
      assert.ok(stage);
      const { title, by, first, last, messageCount, detailed, brief } = stage.entry;
      assert.deepEqual([title, by, first, last, messageCount], ['Reading', 'model', 'm1', 'm4', 4]);
      assert.ok(detailed.includes('Keep src/a.ts.'));
      assert.ok(detailed.length <= 1_000 && brief.length <= 280);
    });

    it('makes the digest from the messages if the model gives no decisions', async () => {
      await call(completeStage(live), { title: 'Reading', decisions: [] });
      assert.match(live.session.stages[0]?.entry.detailed ?? '', /Always use tabs/);
    });

    it('reports an error if there is no message since the last stage', async () => {
      await call(completeStage(live), { title: 'Reading', decisions: [] });
      await assert.rejects(call(completeStage(live), { title: 'Again', decisions: [] }), /Nothing was said/);
    });
  });
});
