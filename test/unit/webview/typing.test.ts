import assert from 'node:assert/strict';
import type { ChatHost } from '../../../src/webview/chat/chatHost.ts';
import { Typing } from '../../../src/webview/chat/typing.ts';

describe('What the host is told to be in the composer', () => {
  it('is told of each session that is shown, also that nothing is', () => {
    const told: unknown[] = [];
    const typing = new Typing(
      () => ({ tell: (request: unknown) => told.push(request) }) as unknown as ChatHost,
    );
    typing.switched('');
    typing.shows('');
    typing.switched('');
    assert.deepEqual(told, [
      { type: 'typed', text: '' },
      { type: 'typed', text: '' },
    ]);
  });
});
