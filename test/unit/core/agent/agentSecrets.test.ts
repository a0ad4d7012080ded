import assert from 'node:assert/strict';
import { mapRequest } from '../../../../src/core/agent/mapRequest.ts';
import type { AgentMessage } from '../../../../src/core/agent/agentRequest.ts';
import { fillMarks } from '../../../../src/core/log/fillMarks.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { answer, asks, call, ENVIRONMENT, request, result, says } from '../../../support/agentSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { findsPasswords } from '../../../support/namedSecrets.ts';
import { countWords } from '../../../support/sessionBuilder.ts';

const READ = [
  ENVIRONMENT,
  asks('Rename the key.'),
  says('', call('call_1')),
  result('call_1', 'pw=not-a-real-one'),
];

async function opened(): Promise<LiveSession> {
  return liveOver(new MemoryLog(), { count: countWords, redactor: findsPasswords });
}

/** Maps a request onto the session and appends its entries. Returns the step, or `new` for a new session. */
async function ask(live: LiveSession, messages: readonly AgentMessage[]): Promise<string> {
  const outcome = mapRequest(request(messages), live.entries.length === 0 ? [] : [live]);
  assert.ok(outcome.kind === 'new' || outcome.kind === 'known');
  for (const draft of outcome.drafts) await live.append(draft);
  return outcome.kind === 'known' ? outcome.step : outcome.kind;
}

describe('A secret in a conversation of the editor’s agent', () => {
  it('is masked for the model, and a request whose history has the real value in place of the mark still belongs to the session', async () => {
    const live = await opened();
    await ask(live, READ.slice(0, 2));
    await live.append({
      kind: 'message',
      message: answer('', { type: 'toolCall', callId: 'call_1', name: 'read_file', arguments: '{}' }),
    });
    assert.equal(await ask(live, READ), 'append');
    assert.match(JSON.stringify(live.context), /pw=\[secret: password #1\]/u);
    const written = { old: 'pw=[secret: password #1]', new: 'key=[secret: password #1]' };
    const filled = fillMarks(written, live.secrets);
    assert.ok(filled.isFilled);
    await live.append({
      kind: 'message',
      message: answer('', {
        type: 'toolCall',
        callId: 'call_2',
        name: 'edit_file',
        arguments: JSON.stringify(written),
      }),
    });
    const edited = [
      ...READ,
      says('', call('call_2', filled.value, 'edit_file')),
      result('call_2', 'Edited.'),
    ];
    assert.match(JSON.stringify(edited), /key=not-a-real-one/u);
    assert.equal(await ask(live, edited), 'append');
    assert.doesNotMatch(JSON.stringify(live.context), /not-a-real-one/u);
  });
});
