import assert from 'node:assert/strict';
import { chatOf } from '../../../../src/extension/participant/chatOf.ts';
import { readKept } from '../../../../src/extension/participant/whichSession.ts';

describe('The chat that a question was asked in', () => {
  const id = '5d2a0c9e-8a7b-4c55-9d3e-0c1f2a3b4c5d';
  const sessionResource = {
    scheme: 'vscode-chat-session',
    authority: 'local',
    path: `/${Buffer.from(id).toString('base64url')}`,
  };

  it('is read from the address of the chat, wherever the editor hands it over', () => {
    assert.equal(chatOf({ prompt: '', sessionResource }), id);
    assert.equal(chatOf({ prompt: '', toolInvocationToken: { sessionResource } }), id);
  });

  it('is not known where the editor hands over anything else', () => {
    for (const request of [
      {},
      { sessionResource: 'local' },
      { sessionResource: { ...sessionResource, authority: 'cloud' } },
      { toolInvocationToken: { sessionResource: { ...sessionResource, path: '/a/b' } } },
      { toolInvocationToken: undefined },
    ])
      assert.equal(chatOf(request), undefined, JSON.stringify(request));
  });

  it('has the data kept with our answer there, and none of another participant’s', () => {
    const kept = {
      asks: { question: { kind: 'find', query: 'port' }, sessions: [{ id: 's1', label: 'One' }] },
    };
    assert.deepEqual(readKept(kept), kept);
    assert.deepEqual(readKept({ chosen: 's1' }), { chosen: 's1' });
    for (const foreign of [
      undefined,
      { chosen: 3 },
      { asks: { question: { kind: 'delete' }, sessions: [] } },
    ])
      assert.deepEqual(readKept(foreign), {});
  });
});
