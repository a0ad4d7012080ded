import assert from 'node:assert/strict';
import { mapRequest } from '../../../../src/core/agent/mapRequest.ts';
import { answered, begun, CALLED, FIRST, stepOf, TOOL_CALL } from '../../../support/agentChat.ts';
import {
  AgentSessions,
  answer,
  asks,
  ENVIRONMENT,
  marker,
  plainOfHost,
  request,
  result,
  says,
  unnamed,
  userMessage,
} from '../../../support/agentSessions.ts';

describe('The session of a request', () => {
  it('is a subagent’s session if a pending call contains the request’s task word for word', () => {
    const sessions = new AgentSessions();
    sessions.ask(request(FIRST));
    const task = 'Search all "uses" of the port.';
    const prompt = JSON.stringify({ prompt: task });
    sessions.answer('s1', answer('', { ...TOOL_CALL, name: 'runSubagent', arguments: prompt }));
    const { outcome } = sessions.ask(
      unnamed(request([ENVIRONMENT, asks(task)], { system: 'You are a subagent.' })),
    );
    assert.ok(outcome.kind === 'new' && outcome.parent === 's1');
    const { outcome: other } = sessions.ask(unnamed(request([ENVIRONMENT, asks('Search')])));
    assert.ok(other.kind === 'new' && other.parent === undefined);
  });

  it('is found by our marker if the chat’s id is missing', () => {
    const sessions = new AgentSessions();
    sessions.ask(request(FIRST));
    sessions.answer('s1', answer('Done.'));
    sessions.ask(request([ENVIRONMENT, asks('Something else.')], { conversationId: 'c2' }));
    const history = [...FIRST, says('Done.', marker('s1')), asks('More.')];
    const { outcome, id } = sessions.ask(unnamed(request(history)));
    assert.deepEqual([outcome.kind, id], ['known', 's1']);
    assert.deepEqual(sessions.plain('s1'), plainOfHost(history));
  });

  it('is found by the ids of our calls if the chat’s id and the marker are missing', () => {
    const sessions = begun();
    const { id } = sessions.ask(unnamed(request([...FIRST, CALLED, result('call_1', 'port 1')])));
    assert.equal(id, 's1');
  });

  it('is found by the longest common beginning if the chat’s id, marker and calls are missing', () => {
    const sessions = new AgentSessions();
    sessions.ask(request(FIRST));
    sessions.answer('s1', answer('Done.'));
    sessions.ask(request(FIRST, { conversationId: 'c2' }));
    sessions.answer('s2', answer('Done otherwise.'));
    const { id } = sessions.ask(unnamed(request([...FIRST, says('Done otherwise.'), asks('More.')])));
    assert.equal(id, 's2');
  });

  it('gets the chat’s id later if the id was missing at first', () => {
    const sessions = new AgentSessions();
    sessions.ask(unnamed(request(FIRST)));
    sessions.answer('s1', answer('Done.'));
    assert.equal(stepOf(sessions, [...FIRST, says('Done.'), asks('More.')]), 'append s1');
    assert.deepEqual(sessions.sessions[0]?.session.agent, { conversationId: 'c1' });
  });

  it('stays the same if the host kept only part of a cancelled first answer', () => {
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

  it('is not another chat’s session that begins with the same context', () => {
    const { sessions } = answered();
    const { outcome } = sessions.ask(unnamed(request([ENVIRONMENT, asks('Another matter.')])));
    assert.deepEqual([outcome.kind, sessions.ids.length], ['new', 2]);
    assert.deepEqual(sessions.sessions[1]?.session.agent, {});
  });

  it('is a new session if an old session has the same context at the beginning and only forgotten messages after that', () => {
    const sessions = new AgentSessions();
    sessions.ask(unnamed(request(FIRST)));
    sessions.answer('s1', answer('Done.'));
    for (const id of ['m3', 'm4']) sessions.forget('s1', id);
    const other = [ENVIRONMENT, asks('Another matter.'), says('Well.'), asks('Go on.')];
    const { outcome } = sessions.ask(unnamed(request(other)));
    assert.ok(outcome.kind === 'new' && outcome.continues === undefined);
    const history = [...FIRST, says('Done.', marker('s1')), asks('More.')];
    assert.equal(sessions.ask(unnamed(request(history))).id, 's1');
  });

  it('is a new session with a link to the old session if the host changed the text before our calls', () => {
    const { sessions, history } = answered();
    const changed = [userMessage('<environment_info>\nOther\n</environment_info>'), ...history.slice(1)];
    const { outcome, id } = sessions.ask(request(changed));
    assert.ok(outcome.kind === 'new' && outcome.continues === 's1' && id === 's2');
    assert.deepEqual(sessions.plain('s2'), plainOfHost(changed));
    assert.equal(stepOf(sessions, [...changed, asks('Go on.')]), 'append s2');
  });

  it('is a new session with a link to the old session if a chat was copied under another id', () => {
    const { sessions, history } = answered();
    const { outcome } = sessions.ask(request([...history, asks('Here.')], { conversationId: 'c2' }));
    assert.ok(outcome.kind === 'new' && outcome.continues === 's1');
    assert.equal(stepOf(sessions, [...history, asks('There.')]), 'append s1');
  });

  it('is a new linked session if the chat’s id is missing and two sessions have the same beginning', () => {
    const sessions = new AgentSessions();
    for (const conversationId of ['c1', 'c2']) {
      const { id } = sessions.ask(request(FIRST, { conversationId }));
      sessions.answer(id ?? '', answer('Done.'));
    }
    const { outcome } = sessions.ask(unnamed(request([...FIRST, says('Done.'), asks('More.')])));
    assert.ok(outcome.kind === 'new' && outcome.continues === 's2');
  });

  it('does not exist if the request has neither the chat’s id nor tools and matches no session', () => {
    const { sessions } = answered();
    const title = unnamed(
      request([userMessage('Write a title.')], { system: 'You write titles.', tools: [] }),
    );
    assert.deepEqual(mapRequest(title, sessions.sessions), { kind: 'utility' });
  });

  it('is found if the request continues an answer, even if the request lacks the chat’s id and tools', () => {
    const { sessions, history } = answered();
    const { id } = sessions.ask(unnamed(request([...history, asks('Go on.')], { tools: [] })));
    assert.equal(id, 's1');
  });
});
