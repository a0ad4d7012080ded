import assert from 'node:assert/strict';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import { assertOwnChatMaySend } from '../../../../src/extension/sessions/readOnlyReason.ts';

const session = (agent: object | undefined): OpenSession =>
  ({ id: 's', live: { session: { agent } } }) as unknown as OpenSession;

describe('Longthread’s own chat', () => {
  it('may not send in a session that the editor’s agent leads', () => {
    const own = session(undefined);
    assert.equal(assertOwnChatMaySend(own), own);
    assert.throws(() => assertOwnChatMaySend(session({ conversationId: 'chat-1' })), {
      name: 'ViewError',
      message: 'The editor’s agent runs this session: go on in its chat, or start a new session here.',
    });
  });
});
