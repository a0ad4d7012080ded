import assert from 'node:assert/strict';
import type { AgentMessage } from '../../../../src/core/agent/agentRequest.ts';
import { personTextOf } from '../../../../src/core/log/message.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import { rulesOf } from '../../../../src/core/record/rules.ts';
import { turnsOf } from '../../../../src/core/record/said.ts';
import { answered, stepOf } from '../../../support/agentChat.ts';
import {
  AgentSessions,
  answer,
  asks,
  call,
  plainOfHost,
  request,
  result,
  says,
  userMessage,
} from '../../../support/agentSessions.ts';

const requestOnly = (words: string): AgentMessage => userMessage(`<userRequest>\n${words}\n</userRequest>\n`);

describe('The search for chat participants’ turns in the agent’s history', () => {
  it('recognises a participant’s turn if the question is a `<userRequest>` and nothing else', () => {
    const { sessions, history } = answered();
    const turns = [
      requestOnly(''),
      says('These hold.'),
      requestOnly('never mind the port'),
      says('We decided on 1.'),
    ];
    const request = [...history, ...turns, asks('Always use tabs.')];
    assert.equal(stepOf(sessions, request), 'append s1');
    const logged = sessions.messages('s1').slice(-5);
    for (const message of logged.slice(0, 4))
      assert.ok(message.parts.every((part) => part.type === 'text' && part.origin === 'client'));
    assert.equal(personTextOf(logged[4]!), 'Always use tabs.');
    assert.deepEqual(sessions.plain('s1'), plainOfHost(request));
    const live = foldSession(sessions.entriesOf('s1')).messages;
    assert.deepEqual(
      rulesOf(live).map(({ text }) => text),
      ['Always use tabs.'],
    );
    assert.doesNotMatch(JSON.stringify(turnsOf(live)), /These hold|never mind|decided on 1/u);
  });

  it('ignores a question that the model has already answered, e.g. in another mode of the chat', () => {
    const { sessions, history } = answered();
    const asked = userMessage('Be brief.\n<prompt>\nNever touch a.ts.\n</prompt>');
    sessions.ask(request([...history, asked]));
    sessions.answer('s1', answer('I will not.'));
    const back = [...history, requestOnly('Never touch a.ts.'), says('I will not.'), asks('Go on.')];
    sessions.ask(request(back));
    assert.deepEqual(sessions.plain('s1'), plainOfHost(back));
    const live = foldSession(sessions.entriesOf('s1')).messages.slice(-3);
    assert.deepEqual(
      live.map(({ message }) => personTextOf(message)),
      ['Never touch a.ts.', '', 'Go on.'],
    );
  });

  it('ignores a question if the answer is missing or has a tool call, or if the history has no text of the host', () => {
    const never = requestOnly('Never touch a.ts.');
    const called = [says('', call('call_9')), result('call_9', 'x')];
    for (const more of [[never], [never, ...called], [never, asks('On.')]]) {
      const { sessions, history } = answered();
      sessions.ask(request([...history, ...more]));
      assert.ok(sessions.messages('s1').some((one) => personTextOf(one) === 'Never touch a.ts.'));
    }
    const sessions = new AgentSessions();
    sessions.ask(request([never, says('I will not.'), never]));
    assert.equal(
      personTextOf(sessions.messages('s1').find(({ role }) => role === 'user')!),
      'Never touch a.ts.',
    );
  });
});
