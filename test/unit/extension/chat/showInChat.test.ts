import assert from 'node:assert/strict';
import { showHere, showInChat } from '../../../../src/extension/chat/showInChat.ts';

const asked: string[] = [];

function partsWith(own: string | undefined, acting: string, hasRow = true): Parameters<typeof showInChat>[1] {
  asked.length = 0;
  const showMessage = (id: string): Promise<boolean> => {
    asked.push(id);
    return Promise.resolve(hasRow);
  };
  const parts = {
    sessions: { current: own && { id: own } },
    acting: { current: { id: acting } },
    showMessage,
  };
  return parts as unknown as Parameters<typeof showInChat>[1];
}

describe('A linked message', () => {
  it('is shown in the chat if the chat shows the message’s session', async () => {
    await showInChat('m3', partsWith('one', 'one'));
    assert.deepEqual(asked, ['m3']);
  });

  it('is refused without a lookup in the chat if the chat does not show the message’s session', async () => {
    for (const own of ['other', undefined]) {
      await assert.rejects(showInChat('m3', partsWith(own, 'agents')), /chat of the editor’s agent/u);
      assert.deepEqual(asked, []);
    }
  });

  it('is shown in the chat that contains the link, even if another session is the acting session', async () => {
    await showHere('m3', partsWith('own', 'agents'));
    assert.deepEqual(asked, ['m3']);
    await assert.rejects(showHere('m3', partsWith('own', 'agents', false)), /you went back/u);
  });

  it('is reported as gone if a rewind removed the message', async () => {
    await assert.rejects(showInChat('m3', partsWith('one', 'one', false)), /you went back/u);
  });
});
