import assert from 'node:assert/strict';
import type { AgentMessage, AgentRequest } from '../../src/core/agent/agentRequest.ts';
import type { ChatModel } from '../../src/core/ports.ts';
import type { TakenRequest } from '../../src/extension/agent/agentSessions.ts';
import { Disk, sessionsOver } from './support/agentSessionsOver.ts';

const says = (role: AgentMessage['role'], text: string): AgentMessage => ({
  role,
  parts: [{ type: 'text', text }],
});
const modelOf = (id: string, window?: number): ChatModel => ({
  profile: { id, supportsTools: true, encoding: 'o200k_base', ...(window !== undefined && { window }) },
  async *stream() {
    // No test calls this model.
  },
});
const model = modelOf('m');

function request(chat: string, ...texts: readonly string[]): AgentRequest {
  const messages = texts.map((text, at) => says(at % 2 === 0 ? 'user' : 'assistant', text));
  return { messages: [says('system', 'You are an agent.'), ...messages], tools: [], conversationId: chat };
}

function assertTaken(taken: TakenRequest | undefined): TakenRequest {
  assert.ok(taken);
  return taken;
}

describe('the sessions of the editor’s agent', () => {
  it('stay open during a request, even if many other sessions are opened', async () => {
    const disk = new Disk();
    const sessions = sessionsOver(disk);
    const slow = assertTaken(await sessions.take(request('slow', 'Search it all.'), model));
    for (let at = 0; at < 12; at++)
      assertTaken(await sessions.take(request(`chat ${at}`, 'Hello.'), model)).done();
    const log = disk.logs.get(slow.session.id)!;
    assert.equal(log.isClosed, false);
    assert.ok(
      [...disk.logs.values()].filter(({ isClosed }) => isClosed).length >= 4,
      'fewer than four were closed',
    );
    slow.done();
    assertTaken(await sessions.take(request('chat 13', 'Hello.'), model)).done();
    await sessions.close();
    assert.ok(log.isClosed);
  });

  it('are opened again with all messages when the chat continues', async () => {
    const disk = new Disk();
    const sessions = sessionsOver(disk);
    const first = assertTaken(await sessions.take(request('first', 'One.'), model));
    first.done();
    const others = Array.from({ length: 12 }, (_, at) =>
      sessions.take(request(`chat ${at}`, 'Hello.'), model),
    );
    for (const other of others) assertTaken(await other).done();
    assert.ok(disk.logs.get(first.session.id)!.isClosed);
    const again = assertTaken(await sessions.take(request('first', 'One.', 'Said.', 'Two.'), model));
    assert.equal(again.session.id, first.session.id);
    assert.deepEqual(disk.said(again.session.id), [
      'system: You are an agent.',
      'user: One.',
      'assistant: Said.',
      'user: Two.',
    ]);
    again.done();
    await sessions.close();
  });

  it('finish pending requests, reject new requests and are closed when the window closes', async () => {
    const disk = new Disk();
    const sessions = sessionsOver(disk);
    const taking = sessions.take(request('first', 'One.'), model);
    const closing = sessions.close();
    const late = sessions.take(request('second', 'Two.'), model);
    assertTaken(await taking).done();
    await closing;
    await assert.rejects(late, /The window is being closed\./u);
    assert.deepEqual(
      [...disk.logs.values()].map(({ isClosed }) => isClosed),
      [true],
    );
  });

  it('log the model only when the model or its context window changes', async () => {
    const disk = new Disk();
    const sessions = sessionsOver(disk);
    const texts = ['One.', 'Said.', 'Two.', 'Said.', 'Three.', 'Said.', 'Four.'];
    const models = [modelOf('a', 1000), modelOf('a', 1000), modelOf('b', 1000), modelOf('b')];
    for (const [at, each] of models.entries()) {
      const asked = request('first', ...texts.slice(0, 2 * at + 1));
      assertTaken(await sessions.take(asked, each)).done();
      assertTaken(await sessions.take(asked, each)).done();
    }
    const told = disk.logs
      .get('s1')!
      .entries.flatMap((entry) => (entry.kind === 'model' ? [`${entry.model} ${entry.window}`] : []));
    assert.deepEqual(told, ['a 1000', 'b 1000', 'b undefined']);
    assert.equal(disk.said('s1').length, 1 + texts.length);
    await sessions.close();
  });

  it('can be renamed', async () => {
    const disk = new Disk();
    const sessions = sessionsOver(disk);
    const taken = assertTaken(await sessions.take(request('first', 'One.'), model));
    const { session } = taken;
    taken.done();
    assert.ok(sessions.has(session.id));
    assert.ok(await sessions.rename(session.id, 'Harbour'));
    assert.equal(session.live.session.title, 'Harbour');
    assert.equal(await sessions.rename('another', 'Quay'), false);
    await sessions.close();
  });

  it('reject a second window’s request until the first window closes, and log each message only once', async () => {
    const disk = new Disk();
    const [here, there] = [sessionsOver(disk), sessionsOver(disk)];
    const asked = request('first', 'One.');
    assertTaken(await here.take(asked, model)).done();
    // The same chat continues in a second window, which can't write the session while the first window has it open.
    const more = request('first', 'One.', 'Said there.', 'Two.');
    await assert.rejects(there.take(more, model), /Another window is writing this chat’s session/u);
    assert.deepEqual(disk.said('s1'), ['system: You are an agent.', 'user: One.']);
    await here.close();
    for (const next of [more, more, request('first', 'One.', 'Said there.', 'Two.', 'Said.', 'Three.')])
      assertTaken(await there.take(next, model)).done();
    assert.deepEqual(disk.said('s1'), [
      'system: You are an agent.',
      ...['user: One.', 'assistant: Said there.', 'user: Two.', 'assistant: Said.', 'user: Three.'],
    ]);
    await there.close();
  });

  it('recover from a disk failure in the middle of a request', async () => {
    for (const after of [0, 1, 2, 3, 4]) {
      const disk = new Disk();
      const sessions = sessionsOver(disk);
      assertTaken(await sessions.take(request('first', 'One.'), model)).done();
      disk.logs.get('s1')!.failure = { error: new Error('The disk is full.'), after };
      const more = request('first', 'One.', 'Said.', 'Two.', 'Said more.', 'Three.');
      await sessions.take(more, after < 4 ? model : modelOf('other')).then(
        (taken) => assertTaken(taken).done(),
        (error: unknown) => assert.match(String(error), /The disk is full\./u),
      );
      assertTaken(await sessions.take(more, model)).done();
      assert.deepEqual(disk.said('s1').slice(1), [
        ...['user: One.', 'assistant: Said.', 'user: Two.', 'assistant: Said more.', 'user: Three.'],
      ]);
      await sessions.close();
    }
  });
});
