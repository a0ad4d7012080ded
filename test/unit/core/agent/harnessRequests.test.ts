import assert from 'node:assert/strict';
import type { AgentMessage } from '../../../../src/core/agent/agentRequest.ts';
import { summaryAnswer } from '../../../../src/core/agent/conversationSummary.ts';
import { isChatOpen, sessionsToOpen } from '../../../../src/core/agent/mapRequest.ts';
import { personTextOf } from '../../../../src/core/log/message.ts';
import {
  AgentSessions,
  answer,
  call,
  plainOfHost,
  request,
  result,
  says,
  unnamed,
  userMessage,
} from '../../../support/agentSessions.ts';

const SYSTEM = `You are the agent.\n<session_context>\nSession folder: /home/me/.copilot/session-state/11111111-2222-4333-8444-555555555555\n</session_context>`;
const CHECKPOINT = SYSTEM.replace('</session', 'Checkpoints: 1\n</session');
const HOOK = userMessage('Text of a hook at the start.');
const CALL = { type: 'toolCall', callId: 'call_1', name: 'read_file', arguments: '{"path":"a.ts"}' } as const;
const TASK = userMessage(
  'Please create a detailed summary of the conversation so far. The history is being compacted so moving forward, this is all there is.',
);

/** Returns the person's words in the form in which Copilot's harness sends them. */
function said(words: string): AgentMessage {
  return userMessage(`<current_datetime>2026-11-25T03:30:32.872+00:00</current_datetime>\n\n${words}`);
}

const HISTORY = [HOOK, said('Fix the berth.'), says('I look.', call('call_1', { path: 'a.ts' }))];
const RESULT = result('call_1', 'berth.ts');

/**
 * Returns a request of the harness. Such requests have no chat id, and their system text is `SYSTEM` unless a test sets
 * another text.
 */
function harnessRequest(messages: readonly AgentMessage[], system = SYSTEM) {
  return unnamed(request(messages, { system }));
}

/** Returns the session of a chat whose newest answer has a call. The log has no result of this call yet. */
function withPendingCall(): AgentSessions {
  const sessions = new AgentSessions();
  sessions.ask(harnessRequest(HISTORY.slice(0, 2)));
  sessions.answer('s1', answer('I look.', CALL));
  return sessions;
}

function summarized(summary: string, opening = 'Some of the'): AgentMessage {
  return userMessage(
    `${opening} conversation history has been summarized to free up context.\n\nHere were the user messages:\n<user_message>\nFix the berth.\n</user_message>\n\nHere is a summary of the prior context:\n<summary>\n${summary}\n</summary>\n`,
  );
}

function ourNotes(sessions: AgentSessions): string {
  const through = sessions.sessions[0]?.session.messages.at(-1)?.id ?? '';
  return summaryAnswer('Notes of the berth.', { sessionId: 's1', through });
}

describe('Requests of Copilot’s harness', () => {
  it('belong to the session even if the harness asks for a summary', () => {
    const sessions = withPendingCall();
    const { outcome } = sessions.ask(harnessRequest([...HISTORY, RESULT, TASK]));
    assert.ok(outcome.kind === 'summary' && outcome.sessionId === 's1');
    assert.deepEqual(sessions.plain('s1'), plainOfHost([...HISTORY, RESULT]));
    assert.ok(!JSON.stringify(sessions.entriesOf('s1')).includes('detailed summary'));
  });

  it('continue the session after our notes replaced the messages', () => {
    for (const opening of ['Some of the', 'The']) {
      const sessions = withPendingCall();
      sessions.ask(harnessRequest([...HISTORY, RESULT, TASK]));
      const back = [HOOK, summarized(ourNotes(sessions), opening), said('Now the timetable.')];
      const { outcome } = sessions.ask(harnessRequest(back, CHECKPOINT));
      assert.ok(outcome.kind === 'known' && outcome.step === 'append', opening);
      assert.deepEqual(sessions.plain('s1'), plainOfHost([...HISTORY, RESULT, said('Now the timetable.')]));
    }
  });

  it('stay in the same session if the turn continued after the request for a summary', () => {
    const sessions = withPendingCall();
    sessions.ask(harnessRequest([...HISTORY, RESULT, TASK]));
    const notes = summarized(ourNotes(sessions));
    sessions.ask(harnessRequest([...HISTORY, RESULT]));
    sessions.answer('s1', answer('There it is.'));
    const { outcome } = sessions.ask(harnessRequest([notes, says('There it is.'), said('Go on.')]));
    assert.ok(outcome.kind === 'known' && outcome.step === 'append');
  });

  it('remove no messages from the log if a request for a summary lacks the newest messages', () => {
    const sessions = withPendingCall();
    sessions.ask(harnessRequest([...HISTORY, RESULT]));
    sessions.answer('s1', answer('There it is.'));
    const { outcome } = sessions.ask(harnessRequest([...HISTORY, RESULT, TASK]));
    assert.deepEqual(outcome, { kind: 'summary', sessionId: 's1', drafts: [] });
    const back = [HOOK, summarized(ourNotes(sessions)), says('There it is.'), said('Go on.')];
    sessions.ask(harnessRequest(back, CHECKPOINT));
    assert.deepEqual(
      sessions.plain('s1'),
      plainOfHost([...HISTORY, RESULT, says('There it is.'), said('Go on.')]),
    );
  });

  it('begin with a hook’s text that does not count as the person’s words', () => {
    const sessions = withPendingCall();
    assert.deepEqual(sessions.messages('s1').map(personTextOf).filter(Boolean), ['Fix the berth.']);
  });

  it('begin a linked session if another model’s summary replaced the messages', () => {
    const sessions = withPendingCall();
    sessions.ask(harnessRequest([...HISTORY, RESULT, TASK]));
    const { outcome, id } = sessions.ask(
      harnessRequest([summarized('A summary of another model.'), said('Now the timetable.')]),
    );
    assert.ok(outcome.kind === 'new' && outcome.continues === 's1');
    assert.deepEqual(
      sessions
        .messages(id ?? '')
        .map(personTextOf)
        .filter(Boolean),
      ['Now the timetable.'],
    );
  });

  it('identify the chat by the folder of Copilot’s session, which the system text names', () => {
    const sessions = withPendingCall();
    const first = harnessRequest([said('Fix the berth.')]);
    const folder = '11111111-2222-4333-8444-555555555555';
    const heads = [{ id: 's1', agent: { conversationId: folder } }];
    assert.deepEqual(sessionsToOpen(first, heads), ['s1']);
    assert.ok(isChatOpen(first, sessions.sessions));
    assert.deepEqual(sessionsToOpen(harnessRequest([said('Look.')], 'You are a subagent.'), heads), []);
  });

  it('contain a date and tagged texts that do not count as the person’s words', () => {
    const sessions = new AgentSessions();
    const hooked =
      '<tools_changed_notice>\nNew.\n</tools_changed_notice>\n\nPaint it.\n\n<system_reminder>\nNever stop.\n</system_reminder>';
    sessions.ask(harnessRequest([said(hooked)]));
    assert.deepEqual(sessions.messages('s1').map(personTextOf).filter(Boolean), ['Paint it.']);
  });

  it('stay in the session if a checkpoint is restored', () => {
    for (const hooks of [[], [HOOK]]) {
      const sessions = new AgentSessions();
      const turns = ['Fix the berth.', 'Paint it.', 'Sell it.'].flatMap((words, at) => [
        said(words),
        says(`Done ${String(at)}.`),
      ]);
      for (const upTo of [1, 3, 5]) {
        sessions.ask(harnessRequest([...hooks, ...turns.slice(0, upTo)]));
        sessions.answer('s1', answer(`Done ${String((upTo - 1) / 2)}.`));
      }
      const restored = [...hooks, ...turns.slice(0, 2), said('Scrape it.')];
      assert.equal(sessions.ask(harnessRequest(restored)).outcome.kind, 'known');
      assert.deepEqual(sessions.plain('s1'), plainOfHost(restored));
      const first = [...hooks, said('Another berth.')];
      assert.equal(
        sessions.ask(harnessRequest(first)).outcome.kind,
        'known',
        `${String(hooks.length)} hooks`,
      );
      assert.deepEqual(sessions.plain('s1'), plainOfHost(first));
    }
  });
});
