import assert from 'node:assert/strict';
import { chatOf } from '../../../../src/extension/participant/chatOf.ts';
import { readKept } from '../../../../src/extension/participant/whichSession.ts';

describe('The chat of a question', () => {
  const id = '5d2a0c9e-8a7b-4c55-9d3e-0c1f2a3b4c5d';
  const sessionResource = {
    scheme: 'vscode-chat-session',
    authority: 'local',
    path: `/${Buffer.from(id).toString('base64url')}`,
  };

  it('is identified by the chat’s address', () => {
    assert.equal(chatOf({ prompt: '', sessionResource }), id);
    assert.equal(chatOf({ prompt: '', toolInvocationToken: { sessionResource } }), id);
  });

  it('is unknown if the editor passes no valid address of a local chat', () => {
    for (const request of [
      {},
      { sessionResource: 'local' },
      { sessionResource: { ...sessionResource, authority: 'cloud' } },
      { toolInvocationToken: { sessionResource: { ...sessionResource, path: '/a/b' } } },
      { toolInvocationToken: undefined },
    ])
      assert.equal(chatOf(request), undefined, JSON.stringify(request));
  });

  it('has data from an earlier answer only if the stored data are valid', () => {
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
