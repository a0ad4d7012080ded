import assert from 'node:assert/strict';
import type { AgentMessage } from '../../../../src/core/agent/agentRequest.ts';
import { mapRequest } from '../../../../src/core/agent/mapRequest.ts';
import { withoutText, forgottenIn } from '../../../../src/core/log/forget.ts';
import { personTextOf } from '../../../../src/core/log/message.ts';
import {
  AgentSessions,
  answer,
  asks,
  call,
  ENVIRONMENT,
  marker,
  plainOfHost,
  request,
  result,
  says,
  unnamed,
  userMessage,
} from '../../../support/agentSessions.ts';

const FIRST = [ENVIRONMENT, asks('Fix the port.')];
const TOOL_CALL = {
  type: 'toolCall',
  callId: 'call_1',
  name: 'read_file',
  arguments: '{ "path": "a.ts" }',
} as const;
const CALLED = says('I look.', call('call_1', { path: 'a.ts' }));

/** The chat `c1` after a first answer with a call. */
function begun(): AgentSessions {
  const sessions = new AgentSessions();
  sessions.ask(request(FIRST));
  sessions.answer('s1', answer('I look.', TOOL_CALL));
  return sessions;
}

/** And after a second answer without one. */
function answered(): { readonly sessions: AgentSessions; readonly history: readonly AgentMessage[] } {
  const sessions = begun();
  const history = [...FIRST, CALLED, result('call_1', 'port 1')];
  sessions.ask(request(history));
  sessions.answer('s1', answer('It is 1.'));
  return { sessions, history: [...history, says('It is 1.')] };
}

function stepOf(sessions: AgentSessions, messages: readonly AgentMessage[], more = {}): string {
  const { outcome } = sessions.ask(request(messages, more));
  return outcome.kind === 'known' ? `${outcome.step} ${outcome.sessionId}` : outcome.kind;
}

function kindsOf(sessions: AgentSessions, id: string): string {
  return sessions
    .entriesOf(id)
    .map((entry) => (entry.kind === 'message' ? entry.message.role : entry.kind))
    .join(' ');
}

describe('A request of the editor’s agent', () => {
  it('begins a session with the links, the system text, the tools and the messages', () => {
    const sessions = new AgentSessions();
    const { outcome } = sessions.ask(request(FIRST));
    assert.equal(outcome.kind, 'new');
    assert.equal(kindsOf(sessions, 's1'), 'session system session user user');
    assert.deepEqual(sessions.sessions[0]?.session.agent, { conversationId: 'c1' });
    assert.deepEqual(sessions.plain('s1'), plainOfHost(FIRST));
  });

  it('appends what is new where its beginning is the session’s tip, however the model spaced its arguments', () => {
    const sessions = begun();
    const history = [...FIRST, CALLED, result('call_1', 'port 1')];
    assert.equal(stepOf(sessions, history), 'append s1');
    assert.equal(kindsOf(sessions, 's1'), 'session system session user user assistant tool');
    assert.deepEqual(sessions.plain('s1'), plainOfHost(history));
  });

  it('appends nothing when an equal request comes again', () => {
    const sessions = new AgentSessions();
    sessions.ask(request(FIRST));
    const before = sessions.entriesOf('s1').length;
    assert.equal(stepOf(sessions, FIRST), 'retry s1');
    assert.equal(sessions.entriesOf('s1').length, before);
  });

  it('takes the answer back when the person tries the same again', () => {
    const { sessions, history } = answered();
    assert.equal(stepOf(sessions, history.slice(0, -1)), 'retry s1');
    assert.equal(sessions.entriesOf('s1').at(-1)?.kind, 'rewind');
    assert.deepEqual(sessions.plain('s1'), plainOfHost(history.slice(0, -1)));
  });

  it('rewinds to where an earlier message was edited, and appends the tail', () => {
    const { sessions, history } = answered();
    sessions.ask(request([...history, asks('And the host?')]));
    sessions.answer('s1', answer('localhost'));
    const edited = [...history, asks('And the path?')];
    assert.equal(stepOf(sessions, edited), 'rewind s1');
    assert.deepEqual(sessions.plain('s1'), plainOfHost(edited));
    assert.deepEqual(
      sessions
        .entriesOf('s1')
        .slice(-2)
        .map(({ kind }) => kind),
      ['rewind', 'message'],
    );
  });

  it('rewinds to the start for another first message under the same system text', () => {
    const { sessions } = answered();
    const other = [ENVIRONMENT, asks('Fix the host.')];
    assert.equal(stepOf(sessions, other), 'restart s1');
    assert.deepEqual(sessions.plain('s1'), plainOfHost(other));
  });

  it('begins a side session under its parent for another system text and another first message under the same id', () => {
    const { sessions, history } = answered();
    const task = [ENVIRONMENT, userMessage('Search all uses of the port.')];
    const { outcome, id } = sessions.ask(request(task, { system: 'You are a subagent.' }));
    assert.ok(outcome.kind === 'new' && outcome.parent === 's1' && id === 's2');
    sessions.answer('s2', answer('Found two.'));
    assert.equal(stepOf(sessions, [...history, asks('Thanks.')]), 'append s1');
    const more = [...task, says('Found two.'), userMessage('Go on.')];
    assert.equal(stepOf(sessions, more, { system: 'You are a subagent.' }), 'append s2');
    assert.deepEqual(sessions.plain('s2'), plainOfHost(more));
  });

  it('knows a subagent’s request without an id by its task, which stands in a call that waits for its result', () => {
    const sessions = new AgentSessions();
    sessions.ask(request(FIRST));
    const task = 'Search all "uses" of the port.';
    const prompt = JSON.stringify({ prompt: task });
    sessions.answer('s1', answer('', { ...TOOL_CALL, name: 'runSubagent', arguments: prompt }));
    const { outcome } = sessions.ask(
      unnamed(request([ENVIRONMENT, asks(task)], { system: 'You are a subagent.' })),
    );
    assert.ok(outcome.kind === 'new' && outcome.parent === 's1');
    const { outcome: other } = sessions.ask(unnamed(request([ENVIRONMENT, asks('Another matter.')])));
    assert.ok(other.kind === 'new' && other.parent === undefined);
  });

  it('takes a subagent’s task for nobody’s words, though the host puts it where the person’s stand', () => {
    const { sessions } = answered();
    sessions.ask(request([ENVIRONMENT, asks('Never touch a.ts.')], { system: 'You are a subagent.' }));
    assert.deepEqual(sessions.messages('s2').map(personTextOf), ['', '', '']);
  });

  it('gives each subagent a side session of its own, and pins its task', () => {
    const { sessions } = answered();
    const system = 'You are a subagent.';
    for (const task of ['One.', 'Two.']) sessions.ask(request([ENVIRONMENT, userMessage(task)], { system }));
    const [, first, second] = sessions.sessions;
    assert.deepEqual([first?.session.agent?.parent, second?.session.agent?.parent], ['s1', 's1']);
    assert.deepEqual([...(second?.session.pinnedIds ?? [])], ['m3']);
    assert.match(JSON.stringify(second?.session.messages[2]), /Two\./u);
  });

  it('stores system text and tools once a change, and a known set of tools by its hash alone', () => {
    const sessions = begun();
    const history = [...FIRST, CALLED, result('call_1', 'port 1')];
    const [count] = [sessions.entriesOf('s1').length];
    sessions.ask(request(history, { system: 'You answer.', tools: [] }));
    sessions.ask(request(history, { system: 'You answer.', tools: [] }));
    sessions.ask(request(history));
    const added = sessions.entriesOf('s1').slice(count);
    assert.deepEqual(
      added.map((entry) => (entry.kind === 'message' ? entry.message.role : entry.kind)),
      ['system', 'session', 'tool', 'system', 'session'],
    );
    const tools = sessions
      .entriesOf('s1')
      .flatMap((entry) => (entry.kind === 'session' ? (entry.tools ?? []) : []));
    assert.deepEqual(
      tools.map(({ hash, schemas }) => [hash === tools[0]?.hash, schemas !== undefined]),
      [
        [true, true],
        [false, true],
        [true, false],
      ],
    );
  });

  it('marks what stands around the person’s words as the client’s', () => {
    const sessions = begun();
    const [environment, asked] = sessions.messages('s1').filter(({ role }) => role === 'user');
    assert.ok(environment && asked);
    assert.equal(personTextOf(environment), '');
    assert.equal(personTextOf(asked), 'Fix the port.');
  });

  it('does not log again what the person had forgotten, and takes no edit of it for the same', () => {
    const { sessions, history } = answered();
    const entries = sessions.entriesOf('s1');
    sessions.rewrite('s1', (entry) => withoutText(entry, forgottenIn(entries, 'm3')));
    assert.equal(stepOf(sessions, [...history, asks('Go on.')]), 'append s1');
    assert.doesNotMatch(JSON.stringify(sessions.entriesOf('s1')), /Fix the port/u);
    assert.equal(stepOf(sessions, [ENVIRONMENT, asks('Fix the host.')]), 'restart s1');
  });

  it('finds a session without the chat’s id by our marker', () => {
    const sessions = new AgentSessions();
    sessions.ask(request(FIRST));
    sessions.answer('s1', answer('Done.'));
    sessions.ask(request([ENVIRONMENT, asks('Something else.')], { conversationId: 'c2' }));
    const history = [...FIRST, says('Done.', marker('s1')), asks('More.')];
    const { outcome, id } = sessions.ask(unnamed(request(history)));
    assert.deepEqual([outcome.kind, id], ['known', 's1']);
    assert.deepEqual(sessions.plain('s1'), plainOfHost(history));
  });

  it('finds it by the ids of our calls where the marker is gone, too', () => {
    const sessions = begun();
    const { id } = sessions.ask(unnamed(request([...FIRST, CALLED, result('call_1', 'port 1')])));
    assert.equal(id, 's1');
  });

  it('finds it by the longest common beginning where nothing else is left', () => {
    const sessions = new AgentSessions();
    sessions.ask(request(FIRST));
    sessions.answer('s1', answer('Done.'));
    sessions.ask(request(FIRST, { conversationId: 'c2' }));
    sessions.answer('s2', answer('Done otherwise.'));
    const { id } = sessions.ask(unnamed(request([...FIRST, says('Done otherwise.'), asks('More.')])));
    assert.equal(id, 's2');
  });

  it('gives the chat’s id to a session that began without one', () => {
    const sessions = new AgentSessions();
    sessions.ask(unnamed(request(FIRST)));
    sessions.answer('s1', answer('Done.'));
    assert.equal(stepOf(sessions, [...FIRST, says('Done.'), asks('More.')]), 'append s1');
    assert.deepEqual(sessions.sessions[0]?.session.agent, { conversationId: 'c1' });
  });

  it('goes on in a session whose first answer was cancelled, and was kept by the host in part', () => {
    for (const ask of [(one: ReturnType<typeof request>) => one, unnamed]) {
      const sessions = new AgentSessions();
      sessions.ask(ask(request(FIRST)));
      sessions.answer('s1', { ...answer('I look at all of it.'), finish: 'interrupted' });
      const history = [...FIRST, says('I look', marker('s1')), asks('Stop. Only the port.')];
      const { outcome, id } = sessions.ask(request(history));
      assert.deepEqual([outcome.kind, id], ['known', 's1']);
      assert.deepEqual(sessions.plain('s1'), plainOfHost(history));
    }
  });

  it('does not take a new chat for another’s because both begin with the same context', () => {
    const { sessions } = answered();
    const { outcome } = sessions.ask(unnamed(request([ENVIRONMENT, asks('Another matter.')])));
    assert.deepEqual([outcome.kind, sessions.ids.length], ['new', 2]);
    assert.deepEqual(sessions.sessions[1]?.session.agent, {});
  });

  it('begins a session linked to the old one where the host changed what stands before our calls', () => {
    const { sessions, history } = answered();
    const changed = [userMessage('<environment_info>\nOther\n</environment_info>'), ...history.slice(1)];
    const { outcome, id } = sessions.ask(request(changed));
    assert.ok(outcome.kind === 'new' && outcome.continues === 's1' && id === 's2');
    assert.deepEqual(sessions.plain('s2'), plainOfHost(changed));
    assert.equal(stepOf(sessions, [...changed, asks('Go on.')]), 'append s2');
  });

  it('begins a session linked to the old one when a chat was copied under another id', () => {
    const { sessions, history } = answered();
    const { outcome } = sessions.ask(request([...history, asks('Here.')], { conversationId: 'c2' }));
    assert.ok(outcome.kind === 'new' && outcome.continues === 's1');
    assert.equal(stepOf(sessions, [...history, asks('There.')]), 'append s1');
  });

  it('logs a chat participant’s turn as the client’s text', () => {
    const { sessions, history } = answered();
    const turn = [...history, userMessage('what did we decide?'), says('Port 1.'), asks('Good.')];
    assert.equal(stepOf(sessions, turn), 'append s1');
    const [asked, told] = sessions.messages('s1').slice(-3);
    for (const message of [asked, told])
      assert.ok(message?.parts.every((part) => part.type === 'text' && part.origin === 'client'));
    assert.deepEqual(sessions.plain('s1'), plainOfHost(turn));
  });

  it('passes a request through that has no conversation and no tools', () => {
    const { sessions } = answered();
    const title = unnamed(
      request([userMessage('Write a title.')], { system: 'You write titles.', tools: [] }),
    );
    assert.deepEqual(mapRequest(title, sessions.sessions), { kind: 'utility' });
  });

  it('is still the session’s without an id and tools when it goes on from an answer', () => {
    const { sessions, history } = answered();
    const { id } = sessions.ask(unnamed(request([...history, asks('Go on.')], { tools: [] })));
    assert.equal(id, 's1');
  });
});
