import assert from 'node:assert/strict';
import * as v from 'valibot';
import { chatRequestSchema } from '../../../src/shared/chatRequest.ts';
import { createHostChannel } from '../../../src/shared/hostChannel.ts';
import { panelRequestSchema } from '../../../src/shared/panelRequest.ts';

const schema = v.variant('type', [
  v.object({ type: v.literal('double'), value: v.number() }),
  v.object({ type: v.literal('fail') }),
  v.object({ type: v.literal('touch') }),
]);

function connect() {
  const posted: unknown[] = [];
  const rejected: string[] = [];
  const flushes: (() => void)[] = [];
  const channel = createHostChannel<v.InferOutput<typeof schema>, { double: number }, string, string>({
    schema,
    handlers: {
      double: (request) => Promise.resolve(request.value * 2),
      fail: () => Promise.reject(new Error('no disk')),
      touch: () => {
        channel.send('touched');
      },
    },
    snapshot: () => 'everything',
    sessionFor: ({ type }) => (type === 'fail' ? undefined : 's1'),
    post: (message) => posted.push(message),
    schedule: (flush) => flushes.push(flush),
    describeError: (error) => ({ message: String(error), isCancelled: false }),
    onRejected: (problem) => rejected.push(problem),
  });
  return { channel, posted, rejected, flushes };
}

describe('the host channel', () => {
  it('posts nothing before the view is ready', async () => {
    const { channel, posted } = connect();
    channel.send('early');
    channel.reset();
    assert.deepEqual(posted, []);
    await channel.receive({ type: 'ready' });
    assert.deepEqual(posted, [{ type: 'snapshot', snapshot: 'everything' }]);
  });

  it('posts a second message for a delta that is added after the first message was posted', async () => {
    const { channel, posted, flushes } = connect();
    await channel.receive({ type: 'ready' });
    for (const delta of ['one', 'two']) {
      channel.send(delta);
      flushes.shift()?.();
      assert.deepEqual(posted.at(-1), { type: 'deltas', deltas: [delta] });
    }
  });

  it('posts one message for deltas that are added shortly after each other', async () => {
    const { channel, posted, flushes } = connect();
    await channel.receive({ type: 'ready' });
    channel.send('one');
    channel.send('two');
    assert.equal(flushes.length, 1);
    flushes[0]?.();
    assert.deepEqual(posted.at(-1), { type: 'deltas', deltas: ['one', 'two'] });
  });

  it('cancels a request for a session that is no longer shown', async () => {
    const { channel, posted, flushes } = connect();
    await channel.receive({ type: 'ready' });
    await channel.receive({ type: 'request', id: 7, session: 's0', request: { type: 'touch' } });
    assert.deepEqual(posted.at(-1), {
      type: 'error',
      id: 7,
      message: 'Another session is shown now.',
      isCancelled: true,
    });
    assert.equal(flushes.length, 0, 'the request was carried out');
  });

  it('carries out a request that does not depend on a session, even if another session is shown', async () => {
    const { channel, posted } = connect();
    await channel.receive({ type: 'ready' });
    await channel.receive({ type: 'request', id: 8, session: 's0', request: { type: 'fail' } });
    assert.match(JSON.stringify(posted.at(-1)), /no disk/);
  });

  it('answers a request with a reply that has the id of the request', async () => {
    const { channel, posted } = connect();
    await channel.receive({ type: 'ready' });
    await channel.receive({ type: 'request', id: 7, session: 's1', request: { type: 'double', value: 21 } });
    assert.deepEqual(posted.at(-1), { type: 'reply', id: 7, value: 42 });
  });

  it('sends the changes that a request causes, and then the reply', async () => {
    const { channel, posted, flushes } = connect();
    await channel.receive({ type: 'ready' });
    await channel.receive({ type: 'request', id: 1, session: 's1', request: { type: 'touch' } });
    assert.deepEqual(posted.slice(1), [
      { type: 'deltas', deltas: ['touched'] },
      { type: 'reply', id: 1, value: null },
    ]);
    flushes[0]?.();
    assert.equal(posted.length, 3, 'the late flush posted a message although no delta was left');
  });

  it('answers a failed request with an error that describes the failure', async () => {
    const { channel, posted } = connect();
    await channel.receive({ type: 'ready' });
    await channel.receive({ type: 'request', id: 2, session: 's1', request: { type: 'fail' } });
    assert.deepEqual(posted.at(-1), {
      type: 'error',
      message: 'Error: no disk',
      isCancelled: false,
      id: 2,
    });
  });

  it('answers an unknown request with an error', async () => {
    const { channel, posted, rejected } = connect();
    await channel.receive({ type: 'ready' });
    await channel.receive({ type: 'request', id: 3, session: 's1', request: { type: 'rm', path: '/' } });
    const { type, id } = posted.at(-1) as { type: string; id: number };
    assert.deepEqual([type, id, rejected.length], ['error', 3, 1]);
  });

  it('sends no answer to data that is not a message', async () => {
    const { channel, posted, rejected } = connect();
    for (const raw of [null, 5, 'ready', {}, { type: 'request', id: -1 }]) await channel.receive(raw);
    assert.deepEqual(posted, []);
    assert.equal(rejected.length, 5);
  });

  it('posts nothing while the view is disconnected', async () => {
    const { channel, posted } = connect();
    await channel.receive({ type: 'ready' });
    channel.disconnect();
    channel.send('lost');
    channel.reset();
    await channel.receive({ type: 'request', id: 4, session: 's1', request: { type: 'double', value: 1 } });
    assert.equal(posted.length, 1);
    await channel.receive({ type: 'ready' });
    assert.equal(posted.length, 2);
  });
});

describe('the request schemas', () => {
  it('reject requests with missing or invalid fields', () => {
    const wrong = [
      { type: 'send' },
      { type: 'send', text: 5 },
      { type: 'run', command: 'workbench.action.quit' },
      { type: 'undo', compaction: 'e1' },
      { type: 'reveal', row: 'm1', secret: -1 },
      { type: 'loadEarlier', before: '' },
    ];
    for (const request of wrong)
      assert.equal(v.is(chatRequestSchema, request), false, JSON.stringify(request));
    assert.equal(v.is(panelRequestSchema, { type: 'compact', strategy: 'hybrid' }), false);
  });

  it('remove fields that do not belong to a request', () => {
    const parsed = v.parse(chatRequestSchema, { type: 'send', text: 'hello', role: 'system' });
    assert.deepEqual(parsed, { type: 'send', text: 'hello' });
  });
});
