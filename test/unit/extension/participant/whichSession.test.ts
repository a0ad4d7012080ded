import assert from 'node:assert/strict';
import {
  suggestedReplies,
  whichSession,
  type Choice,
  type KeptData,
  type Which,
} from '../../../../src/extension/participant/whichSession.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';

const session = (id: string, title: string, messages: number): OpenSession =>
  ({
    id,
    live: { session: { title, messages: Array.from({ length: messages }) } },
  }) as unknown as OpenSession;
const choices = [session('s1', 'Fees', 8), session('s2', 'Fees', 1), session('s3', 'Tides', 2)];

function choose(words: string, kept: KeptData): Promise<Which> {
  const agentSessions = { ofChat: () => Promise.resolve(undefined) };
  const place = { acting: { choices }, agentSessions, chat: undefined, kept };
  return whichSession({ kind: 'find', query: words }, words, place);
}

describe('The choice of a session for @longthread', () => {
  let sessions: readonly Choice[];
  let kept: KeptData;

  beforeEach(async () => {
    const which = await choose('receipt', {});
    sessions = which.kind === 'unsure' ? which.choices : assert.fail('no sessions to choose from');
    kept = { asks: { question: { kind: 'receipt' }, sessions } };
  });

  it('shows the numbers of messages of sessions with the same title', () => {
    assert.deepEqual(
      sessions.map(({ label }) => label),
      [
        'Fees (Longthread’s chat, 8 messages)',
        'Fees (Longthread’s chat, 1 message)',
        'Tides (Longthread’s chat)',
      ],
    );
  });

  it('applies to the session of the suggested reply, even if other sessions have the same label', async () => {
    const [{ label } = assert.fail()] = sessions;
    kept = { asks: { question: { kind: 'receipt' }, sessions: sessions.map(({ id }) => ({ id, label })) } };
    for (const [index, { prompt }] of suggestedReplies(kept).entries()) {
      const which = await choose(prompt, kept);
      assert.equal(which.kind === 'chosen' && which.session, choices[index]);
    }
  });

  it('applies to the session whose label is the suggested reply', async () => {
    for (const [index, { prompt, label }] of suggestedReplies(kept).entries()) {
      const which = await choose(prompt, kept);
      assert.deepEqual([prompt, which.kind === 'chosen' && which.session], [label, choices[index]]);
    }
  });

  it('applies to no session if several have the label that the person typed', async () => {
    const asks = { question: { kind: 'receipt' as const }, sessions: [...sessions, ...sessions] };
    assert.equal((await choose('Tides (Longthread’s chat)', kept)).kind, 'chosen');
    assert.equal((await choose('Tides (Longthread’s chat)', { asks })).kind, 'unsure');
  });
});
