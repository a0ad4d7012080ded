import assert from 'node:assert/strict';
import { personTextOf } from '../../../../src/core/log/message.ts';
import { answered, begun, CALLED, FIRST, stepOf, TOOL_CALL } from '../../../support/agentChat.ts';
import {
  AgentSessions,
  answer,
  asks,
  call,
  ENVIRONMENT,
  plainOfHost,
  request,
  result,
  says,
  userMessage,
} from '../../../support/agentSessions.ts';

function kindsOf(sessions: AgentSessions, id: string): string {
  return sessions
    .entriesOf(id)
    .map((entry) => (entry.kind === 'message' ? entry.message.role : entry.kind))
    .join(' ');
}

describe('A request of the editor’s agent', () => {
  it('begins a session with the chat’s id, the system text, the tools and the messages', () => {
    const sessions = new AgentSessions();
    const { outcome } = sessions.ask(request(FIRST));
    assert.equal(outcome.kind, 'new');
    assert.equal(kindsOf(sessions, 's1'), 'session system session user user');
    assert.deepEqual(sessions.sessions[0]?.session.agent, { conversationId: 'c1' });
    assert.deepEqual(sessions.plain('s1'), plainOfHost(FIRST));
  });

  it('appends the new messages after the session’s messages', () => {
    const sessions = begun();
    const history = [...FIRST, CALLED, result('call_1', 'port 1')];
    assert.equal(stepOf(sessions, history), 'append s1');
    assert.equal(kindsOf(sessions, 's1'), 'session system session user user assistant tool');
    assert.deepEqual(sessions.plain('s1'), plainOfHost(history));
  });

  it('appends nothing if it repeats the previous request', () => {
    const sessions = new AgentSessions();
    sessions.ask(request(FIRST));
    const before = sessions.entriesOf('s1').length;
    assert.equal(stepOf(sessions, FIRST), 'retry s1');
    assert.equal(sessions.entriesOf('s1').length, before);
  });

  it('removes the last answer if the person retries', () => {
    const { sessions, history } = answered();
    assert.equal(stepOf(sessions, history.slice(0, -1)), 'retry s1');
    assert.equal(sessions.entriesOf('s1').at(-1)?.kind, 'rewind');
    assert.deepEqual(sessions.plain('s1'), plainOfHost(history.slice(0, -1)));
  });

  it('replaces a message that the person edited', () => {
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

  it('rewinds to the start if the person edited their first message', () => {
    const { sessions } = answered();
    const other = [ENVIRONMENT, asks('Fix the host.')];
    assert.equal(stepOf(sessions, other), 'restart s1');
    assert.deepEqual(sessions.plain('s1'), plainOfHost(other));
  });

  it('belongs to the chat’s session with the same system text even if another session of the chat is newer', () => {
    const { sessions } = answered();
    const mode = { system: 'You answer questions.', tools: [] };
    sessions.ask(request([userMessage('Fix the port.'), says('It is 1.'), userMessage('Why?')], mode));
    assert.equal(sessions.ids.length, 2);
    assert.equal(stepOf(sessions, [ENVIRONMENT, asks('Fix the host.')]), 'restart s1');
  });

  it('begins a subagent’s session if system text and first message differ from the chat’s session', () => {
    const { sessions, history } = answered();
    const task = [ENVIRONMENT, userMessage('Search all uses of the port.')];
    const { outcome, id } = sessions.ask(request(task, { system: 'You are a subagent.' }));
    assert.ok(outcome.kind === 'new' && outcome.parent === 's1' && id === 's2');
    sessions.answer('s2', answer('Found two.'));
    assert.equal(stepOf(sessions, [...history, asks('Thanks.')]), 'append s1');
    const more = [...task, says('Found two.'), userMessage('Go on.')];
    assert.equal(stepOf(sessions, more, { system: 'You are a subagent.' }), 'append s2');
    assert.deepEqual(sessions.plain('s2'), plainOfHost(more));
    assert.deepEqual([...new Set(sessions.messages('s2').map(personTextOf))], ['']);
  });

  it('begins a subagent’s session for the task of a pending call', () => {
    const { sessions, history } = answered();
    const asked = [...history, asks('Search.')];
    sessions.ask(request(asked));
    const task = 'Search all uses of the port.';
    const calling = { ...TOOL_CALL, callId: 'call_2', arguments: JSON.stringify({ prompt: task }) };
    sessions.answer('s1', answer('I ask.', calling));
    const { outcome, id } = sessions.ask(request([ENVIRONMENT, asks(task)]));
    assert.ok(outcome.kind === 'new' && outcome.parent === 's1' && id === 's2');
    sessions.answer('s2', answer('Found two.'));
    const called = says('I ask.', call('call_2', { prompt: task }));
    assert.equal(stepOf(sessions, [...asked, called, result('call_2', 'Found two.')]), 'append s1');
  });

  it('logs questions in Ask mode as the person’s words', () => {
    const { sessions, history } = answered();
    const mode = { system: 'You answer questions.', tools: [] };
    const before = [userMessage('Fix the port.'), says('It is 1.')];
    const ask = (words: string) => userMessage(`<prompt>\n${words}\n</prompt>\n`);
    const { outcome } = sessions.ask(request([...before, ask('Why?')], mode));
    assert.ok(outcome.kind === 'new' && outcome.parent === undefined && outcome.continues === 's1');
    sessions.answer('s2', answer('So.'));
    const more = [...before, userMessage('Why?'), says('So.'), ask('Never say so.')];
    assert.equal(stepOf(sessions, more, mode), 'append s2');
    const said = sessions.messages('s2').filter(({ role }) => role === 'user');
    assert.deepEqual(said.map(personTextOf), ['Fix the port.', 'Why?', 'Never say so.']);
    assert.equal(stepOf(sessions, [...history, asks('Go on.')]), 'append s1');
  });

  it('does not log a subagent’s task as the person’s words', () => {
    const { sessions } = answered();
    sessions.ask(request([ENVIRONMENT, asks('Never touch a.ts.')], { system: 'You are a subagent.' }));
    assert.deepEqual(sessions.messages('s2').map(personTextOf), ['', '', '']);
  });

  it('begins a separate session for each subagent', () => {
    const { sessions } = answered();
    const system = 'You are a subagent.';
    for (const task of ['One.', 'Two.']) sessions.ask(request([ENVIRONMENT, userMessage(task)], { system }));
    const [, first, second] = sessions.sessions;
    assert.deepEqual([first?.session.agent?.parent, second?.session.agent?.parent], ['s1', 's1']);
    assert.deepEqual([...(second?.session.pinnedIds ?? [])], ['m3']);
    assert.match(JSON.stringify(second?.session.messages[2]), /Two\./u);
    assert.deepEqual([first?.session.title, second?.session.title], ['One.', 'Two.']);
  });

  it('stores only changed system text and tools', () => {
    const sessions = begun();
    const history = [...FIRST, CALLED, result('call_1', 'port 1')];
    const before = sessions.entriesOf('s1').length;
    sessions.ask(request(history, { system: 'You answer.', tools: [] }));
    sessions.ask(request(history, { system: 'You answer.', tools: [] }));
    sessions.ask(request(history));
    const added = sessions.entriesOf('s1').slice(before);
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

  it('gives the origin “client” to text that the person did not write', () => {
    const sessions = begun();
    const [environment, asked] = sessions.messages('s1').filter(({ role }) => role === 'user');
    assert.ok(environment && asked);
    assert.equal(personTextOf(environment), '');
    assert.equal(personTextOf(asked), 'Fix the port.');
  });

  it('does not log forgotten text again', () => {
    const { sessions, history } = answered();
    sessions.forget('s1', 'm3');
    assert.equal(stepOf(sessions, [...history, asks('Go on.')]), 'append s1');
    assert.doesNotMatch(JSON.stringify(sessions.entriesOf('s1')), /Fix the port/u);
    assert.equal(stepOf(sessions, [ENVIRONMENT, asks('Fix the host.')]), 'restart s1');
  });

  it('continues the session even if the newest answer was forgotten', () => {
    for (const ids of [['m6'], ['m3', 'm4', 'm6']]) {
      const { sessions, history } = answered();
      for (const id of ids) sessions.forget('s1', id);
      assert.equal(stepOf(sessions, [...history, asks('Go on.')]), 'append s1');
      assert.doesNotMatch(JSON.stringify(sessions.entriesOf('s1')), /It is 1/u);
    }
  });

  it('does not log forgotten text again if the person edits a later message', () => {
    const sessions = new AgentSessions();
    const history = [...FIRST, says('Done.'), asks('Go on.')];
    sessions.ask(request(FIRST));
    sessions.answer('s1', answer('Done.'));
    sessions.ask(request(history));
    for (const id of ['m3', 'm4']) sessions.forget('s1', id);
    assert.equal(stepOf(sessions, [...history.slice(0, -1), asks('Stop.')]), 'rewind s1');
    assert.doesNotMatch(JSON.stringify(sessions.entriesOf('s1')), /Fix the port|Done/u);
    assert.match(JSON.stringify(sessions.messages('s1').at(-1)), /Stop/u);
  });

  it('logs an edited message even if its earlier version was forgotten', () => {
    const sessions = new AgentSessions();
    sessions.ask(request(FIRST));
    sessions.forget('s1', 'm3');
    const edited = [ENVIRONMENT, asks('Fix the host.')];
    assert.equal(stepOf(sessions, edited), 'restart s1');
    assert.deepEqual(sessions.plain('s1'), plainOfHost(edited));
  });

  it('gives the origin “client” to both messages of a chat participant’s turn', () => {
    const { sessions, history } = answered();
    const turn = [...history, userMessage('what did we decide?'), says('Port 1.'), asks('Good.')];
    assert.equal(stepOf(sessions, turn), 'append s1');
    const [asked, told] = sessions.messages('s1').slice(-3);
    for (const message of [asked, told])
      assert.ok(message?.parts.every((part) => part.type === 'text' && part.origin === 'client'));
    assert.deepEqual(sessions.plain('s1'), plainOfHost(turn));
  });

  it('logs an answer as the agent’s if a tool call, a tool result or a tag of the host shows that the agent wrote it', () => {
    for (const before of [
      [result('call_2', 'x'), userMessage('More of it.')],
      [result('call_2', 'x'), says('Seen.'), userMessage('<reminder>\nBe brief.\n</reminder>')],
    ]) {
      const { sessions, history } = answered();
      const called = says('', call('call_2'));
      sessions.ask(request([...history, asks('Go on.'), called, ...before, says('Done.'), asks('Good.')]));
      const told = sessions.messages('s1').findLast(({ role }) => role === 'assistant');
      assert.deepEqual(told?.parts, [{ type: 'text', text: 'Done.' }]);
    }
    const { sessions, history } = answered();
    const all = [...history, userMessage('Plainly.'), says('I look.', call('call_2')), result('call_2', 'x')];
    sessions.ask(request([...all, asks('Good.')]));
    const told = sessions.messages('s1').findLast(({ role }) => role === 'assistant');
    assert.deepEqual(told?.parts[0], { type: 'text', text: 'I look.' });
  });

  it('belongs to the session even if the log has an [interrupted] result that the request lacks', () => {
    const sessions = begun();
    const text = [{ type: 'text', text: '[interrupted]' }] as const;
    sessions.append('s1', {
      kind: 'message',
      message: { role: 'tool', callId: 'call_1', toolName: 'read_file', parts: text },
    });
    assert.equal(stepOf(sessions, [...FIRST, CALLED, asks('Go on.')]), 'append s1');
  });
});
