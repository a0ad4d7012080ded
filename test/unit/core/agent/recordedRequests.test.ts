import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentMessage, AgentRequest } from '../../../../src/core/agent/agentRequest.ts';
import { summaryAnswer } from '../../../../src/core/agent/conversationSummary.ts';
import { personTextOf, type AssistantMessage } from '../../../../src/core/log/message.ts';
import { AgentSessions, answer, plainOfHost } from '../../../support/agentSessions.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../fixtures/agentRequests');

/** Returns a request of the real editor, in which the host's own texts are cut to a line. */
function recorded(name: string): AgentRequest {
  return JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as AgentRequest;
}

/** Converts an answer in a request's history into the message that our provider logs for this answer. */
function loggedAnswer({ parts }: AgentMessage): AssistantMessage {
  return answer(
    '',
    ...parts.flatMap((part): AssistantMessage['parts'] => {
      if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }];
      if (part.type !== 'toolCall') return [];
      return [
        { type: 'toolCall', callId: part.callId, name: part.name, arguments: JSON.stringify(part.input) },
      ];
    }),
  );
}

/** Sends, one after another, the requests that led to a history, and logs each answer. */
function relive(sessions: AgentSessions, request: AgentRequest): readonly string[] {
  const answers = request.messages.flatMap(({ role }, at) => (role === 'assistant' ? [at] : []));
  return [...answers, request.messages.length].map((end) => {
    const { outcome, id } = sessions.ask({ ...request, messages: request.messages.slice(0, end) });
    const next = request.messages[end];
    if (next !== undefined && id !== undefined) sessions.answer(id, loggedAnswer(next));
    return outcome.kind === 'known' ? outcome.step : outcome.kind;
  });
}

describe('Requests recorded from the real editor', () => {
  it('form one session, even with tools, a stop and a subagent', () => {
    const sessions = new AgentSessions();
    const whole = recorded('afterSubagent');
    assert.deepEqual(relive(sessions, whole), ['new', ...Array.from({ length: 6 }, () => 'append')]);
    assert.deepEqual(sessions.plain('s1'), plainOfHost(whole.messages));
    assert.equal(sessions.ask(recorded('afterStop')).outcome.kind, 'known');
    assert.equal(sessions.ids.length, 1);
  });

  it('are logged so that only the typed words count as the person’s words', () => {
    const sessions = new AgentSessions();
    sessions.ask(recorded('question'));
    const [system, environment, question] = sessions.messages('s1').map(personTextOf);
    assert.deepEqual([system, environment], ['', '']);
    assert.match(question ?? '', /^Create a note\. SCRIPT: .*\]\]$/u);
  });

  it('begin a subagent’s session with a link to the parent session', () => {
    for (const hasChatId of [true, false]) {
      const sessions = new AgentSessions();
      const whole = recorded('afterSubagent');
      relive(sessions, { ...whole, messages: whole.messages.slice(0, -1) });
      const waiting = whole.messages.at(-2);
      assert.ok(waiting);
      sessions.answer('s1', loggedAnswer(waiting));
      const { conversationId, ...rest } = recorded('subagent');
      const { outcome } = sessions.ask(hasChatId ? { ...rest, conversationId: conversationId ?? '' } : rest);
      assert.ok(
        outcome.kind === 'new' && outcome.parent === 's1',
        `with the chat’s id: ${String(hasChatId)}`,
      );
    }
  });

  it('stay in the session after a request for a summary', () => {
    const sessions = new AgentSessions();
    const summary = recorded('summary');
    const history = summary.messages.slice(1, -1);
    const { messages: asked, tools } = recorded('question');
    const first = { messages: [...asked.slice(0, 2), ...history], tools, conversationId: 'conversation-1' };
    relive(sessions, { ...first, messages: first.messages.slice(0, -1) });
    const newest = history.at(-1);
    assert.ok(newest);
    sessions.answer('s1', loggedAnswer(newest));
    const { outcome } = sessions.ask(summary);
    assert.ok(outcome.kind === 'summary' && outcome.sessionId === 's1' && outcome.drafts.length === 0);
    const through = sessions.sessions[0]?.session.messages.at(-1)?.id ?? '';
    const after = recorded('afterSummary');
    const notes = summaryAnswer('Notes.', { sessionId: 's1', through });
    const messages = JSON.parse(
      JSON.stringify(after.messages).replace('Fourth.', JSON.stringify(notes).slice(1, -1)),
    ) as readonly AgentMessage[];
    const back = sessions.ask({ ...after, messages }).outcome;
    assert.ok(back.kind === 'known' && back.step === 'append');
    assert.deepEqual(sessions.plain('s1'), plainOfHost([...first.messages, ...after.messages.slice(3)]));
  });
});
