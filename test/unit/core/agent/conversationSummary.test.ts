import assert from 'node:assert/strict';
import type { AgentMessage } from '../../../../src/core/agent/agentRequest.ts';
import { summaryAnswer } from '../../../../src/core/agent/conversationSummary.ts';
import { isChatOpen, sessionsToOpen } from '../../../../src/core/agent/mapRequest.ts';
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

const TASK = 'Your task is to create a comprehensive, detailed summary of the entire conversation.';
const INSTRUCTION = userMessage('Summarize the conversation history so far.');
const CALL = { type: 'toolCall', callId: 'call_1', name: 'read_file', arguments: '{"path":"a.ts"}' } as const;
const CALLED = says('I look.', call('call_1', { path: 'a.ts' }), marker('s1'));
const HISTORY = [ENVIRONMENT, asks('Fix the port.'), CALLED, result('call_1', 'port 1')];

/**
 * Returns an `AgentSessions` with one session: `s1`, of the chat `c1`. The log of `s1` lacks the last message of
 * `HISTORY`, which is the result of the call.
 */
function withPendingCall(): AgentSessions {
  const sessions = new AgentSessions();
  sessions.ask(request(HISTORY.slice(0, 2)));
  sessions.answer('s1', answer('I look.', CALL));
  return sessions;
}

/** Sends the host's own summary request. */
function summarize(sessions: AgentSessions, history: readonly AgentMessage[]) {
  return sessions.ask(unnamed(request([...history, INSTRUCTION], { system: TASK, tools: [] }))).outcome;
}

function summary(notes: string, through: string, rest = ''): AgentMessage {
  const text = summaryAnswer(notes, { sessionId: 's1', through });
  return userMessage(`<conversation-summary>\n${text}\n</conversation-summary>${rest}`);
}

function newestId(sessions: AgentSessions): string {
  return sessions.sessions.find(({ id }) => id === 's1')?.session.messages.at(-1)?.id ?? '';
}

describe('The host’s own summary request', () => {
  it('belongs to the session whose history the request contains', () => {
    const sessions = withPendingCall();
    const outcome = summarize(sessions, HISTORY);
    assert.ok(outcome.kind === 'summary' && outcome.sessionId === 's1');
    assert.deepEqual(sessions.plain('s1'), plainOfHost(HISTORY));
  });

  it('causes no rewind if the host shortened the messages', () => {
    const sessions = withPendingCall();
    const shortened = [ENVIRONMENT, asks('Fix…'), ...HISTORY.slice(2)];
    const outcome = summarize(sessions, shortened);
    assert.ok(outcome.kind === 'summary' && outcome.sessionId === 's1' && outcome.drafts.length === 1);
    assert.deepEqual(sessions.plain('s1'), plainOfHost(HISTORY));
    const again = summarize(sessions, shortened);
    assert.ok(again.kind === 'summary' && again.drafts.length === 0);
  });

  it('is recognised by its first message if the host sends neither system text nor the chat’s id', () => {
    const sessions = withPendingCall();
    const messages = [userMessage(TASK), ...HISTORY.slice(2), INSTRUCTION];
    const { outcome } = sessions.ask(unnamed(request(messages, { system: '', tools: [] })));
    assert.equal(outcome.kind, 'summary');
    const { outcome: asked } = sessions.ask(request([ENVIRONMENT, asks(TASK)], { conversationId: 'c2' }));
    assert.equal(asked.kind, 'new');
  });

  it('adds no log entries if the host shortened the newest logged message, or replaced all messages with shorter text', () => {
    const sessions = withPendingCall();
    sessions.ask(request(HISTORY));
    sessions.answer('s1', answer('It is 1.'));
    const before = sessions.entriesOf('s1').length;
    const shortened = [asks('Fix…'), ...HISTORY.slice(2), says('It…'), asks('Go on.')];
    assert.deepEqual(summarize(sessions, shortened), { kind: 'summary', sessionId: 's1', drafts: [] });
    const retold = [ENVIRONMENT, userMessage('All of it in short.'), says('Retold.', marker('s1'))];
    assert.deepEqual(summarize(sessions, retold), { kind: 'summary', sessionId: 's1', drafts: [] });
    assert.equal(sessions.entriesOf('s1').length, before);
  });

  it('replaces a cancelled answer with the part that the host kept', () => {
    const sessions = withPendingCall();
    sessions.ask(request(HISTORY));
    sessions.answer('s1', { ...answer('It is one and so on'), finish: 'interrupted' });
    const kept = [...HISTORY, says('It is one'), asks('Go on.')];
    summarize(sessions, kept);
    assert.deepEqual(sessions.plain('s1'), plainOfHost(kept));
  });

  it('belongs to no session if the conversation is not ours', () => {
    const outcome = summarize(new AgentSessions(), HISTORY);
    assert.deepEqual(outcome, { kind: 'summary', drafts: [] });
  });
});

describe('Our notes in the host’s <conversation-summary>', () => {
  it('are replaced with the messages of the log', () => {
    const sessions = withPendingCall();
    summarize(sessions, HISTORY);
    const after = [ENVIRONMENT, summary('Port 1.', newestId(sessions))];
    const { outcome } = sessions.ask(request(after));
    assert.ok(outcome.kind === 'known' && outcome.step === 'retry' && outcome.drafts.length === 0);
    const next = [...after, says('Done.'), asks('Thanks.')];
    assert.equal(sessions.ask(request(next)).id, 's1');
    assert.deepEqual(sessions.plain('s1'), plainOfHost([...HISTORY, says('Done.'), asks('Thanks.')]));
  });

  it('are recognised even if the host kept newer messages after the notes', () => {
    const sessions = withPendingCall();
    summarize(sessions, HISTORY);
    const after = [ENVIRONMENT, summary('Port 1.', newestId(sessions)), ...HISTORY.slice(2)];
    sessions.ask(request(after));
    sessions.answer('s1', answer('Done.'));
    sessions.ask(request([...after, says('Done.'), asks('Thanks.')]));
    assert.deepEqual(sessions.plain('s1'), plainOfHost([...HISTORY, says('Done.'), asks('Thanks.')]));
  });

  it('leave the host’s text after the notes unchanged', () => {
    const sessions = withPendingCall();
    summarize(sessions, HISTORY);
    const rest = '\n<reminder>\nBe brief.\n</reminder>';
    const after = [ENVIRONMENT, summary('Port 1.', newestId(sessions), rest)];
    sessions.ask(request(after));
    sessions.answer('s1', answer('Done.'));
    sessions.ask(request([...after, says('Done.'), asks('Thanks.')]));
    const whole = [...HISTORY, userMessage(rest), says('Done.'), asks('Thanks.')];
    assert.deepEqual(sessions.plain('s1'), plainOfHost(whole));
  });

  it('are recognised by the last mark, even if the notes quote another mark', () => {
    const sessions = withPendingCall();
    summarize(sessions, HISTORY);
    const notes =
      'Said: [longthread: these notes stand for session s1 through m1] and </conversation-summary>';
    sessions.ask(request([ENVIRONMENT, summary(notes, newestId(sessions)), says('Done.'), asks('Thanks.')]));
    assert.deepEqual(sessions.plain('s1'), plainOfHost([...HISTORY, says('Done.'), asks('Thanks.')]));
  });

  it('identify the session even if the request lacks the chat’s id', () => {
    const sessions = withPendingCall();
    summarize(sessions, HISTORY);
    const after = unnamed(request([ENVIRONMENT, summary('Port 1.', newestId(sessions)), asks('Go on.')]));
    const heads = [{ id: 's0' }, { id: 's1', agent: {} }];
    assert.deepEqual(sessionsToOpen(after, heads), ['s1']);
    assert.equal(sessions.ask(after).id, 's1');
  });

  it('are replaced with the messages of the log even if the chat was copied', () => {
    const sessions = withPendingCall();
    summarize(sessions, HISTORY);
    const after = [ENVIRONMENT, summary('Port 1.', newestId(sessions)), asks('Go on.')];
    const { outcome } = sessions.ask(request(after, { conversationId: 'c2' }));
    assert.ok(outcome.kind === 'new' && outcome.continues === 's1');
    assert.deepEqual(sessions.plain('s2'), plainOfHost([...HISTORY, asks('Go on.')]));
  });

  it('lead to a new linked session if a rewind removed the summarised messages', () => {
    const sessions = withPendingCall();
    summarize(sessions, HISTORY);
    const through = newestId(sessions);
    sessions.ask(request(HISTORY.slice(0, 2)));
    const after = [ENVIRONMENT, summary('Port 1.', through), asks('Go on.')];
    const { outcome } = sessions.ask(request(after));
    assert.ok(outcome.kind === 'new' && outcome.continues === 's1');
    assert.equal(sessions.ask(request([...after, says('Yes.'), asks('More.')])).id, 's2');
  });
});

describe('A foreign summary', () => {
  it('becomes client text in a new session with a link to the old session', () => {
    const sessions = withPendingCall();
    const foreign = userMessage('<conversation-summary>\nThey fixed a port.\n</conversation-summary>');
    const after = [ENVIRONMENT, foreign, asks('Go on.')];
    const { outcome, id } = sessions.ask(request(after));
    assert.ok(outcome.kind === 'new' && outcome.continues === 's1' && id === 's2');
    const part = sessions.messages('s2').find(({ parts }) => JSON.stringify(parts).includes('They fixed'))
      ?.parts[0];
    assert.ok(part?.type === 'text' && part.origin === 'client' && part.label === 'foreign-summary');
    assert.equal(sessions.ask(request([...after, says('Yes.'), asks('More.')])).id, 's2');
    assert.deepEqual(sessions.plain('s2'), plainOfHost([...after, says('Yes.'), asks('More.')]));
  });
});

describe('Before a request of the editor’s agent, Longthread', () => {
  it('considers the chat open only if the request has the chat’s id and the chat’s main session is open', () => {
    const sessions = withPendingCall();
    sessions.ask(request([ENVIRONMENT, asks('Search.')], { system: 'You are a subagent.' }));
    const next = request(HISTORY);
    assert.deepEqual(
      [sessions.sessions, sessions.sessions.slice(1), []].map((open) => isChatOpen(next, open)),
      [true, false, false],
    );
    assert.equal(isChatOpen(unnamed(next), sessions.sessions), false);
  });

  it('selects the sessions to open: the chat’s main sessions and the session that a marker names', () => {
    const heads = [
      { id: 's4', agent: { conversationId: 'c1' } },
      { id: 's3', agent: { conversationId: 'c1', parent: 's1' } },
      { id: 's2', agent: { conversationId: 'c2' } },
      { id: 's1', agent: { conversationId: 'c1' } },
      { id: 's0' },
    ];
    assert.deepEqual(sessionsToOpen(request(HISTORY.slice(0, 2)), heads), ['s4', 's1']);
    assert.deepEqual(sessionsToOpen(unnamed(request(HISTORY.slice(0, 2))), heads), []);
    const marked = [...HISTORY.slice(0, 2), says('x', marker('s3'))];
    assert.deepEqual(sessionsToOpen(request(marked), heads), ['s4', 's1', 's3']);
    assert.deepEqual(sessionsToOpen(unnamed(request(marked)), heads), ['s3']);
  });
});
