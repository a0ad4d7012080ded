import assert from 'node:assert/strict';
import { PendingTokens } from '../../../../src/extension/sessions/pendingTokens.ts';
import { typedHandler } from '../../../../src/extension/chat/typedText.ts';

describe('the token count of the typed text', () => {
  const typedText = { typed: () => undefined };
  const handler = (parts: object): ReturnType<typeof typedHandler> =>
    typedHandler({ typedText, ...parts } as unknown as Parameters<typeof typedHandler>[0]);

  it('belongs to the newest text, even if the count of an older text ends later', async () => {
    const pending = new PendingTokens();
    const waiting: (() => void)[] = [];
    const count = (texts: readonly string[]): Promise<readonly number[]> =>
      new Promise((resolve) => {
        waiting.push(() => {
          resolve(texts.map((text) => text.length));
        });
      });
    const typed = handler({ services: { counter: { count } }, sessions: { current: { id: 's1' } }, pending });
    const first = typed({ text: 'a longer text', at: 1 });
    const second = typed({ text: 'short', at: 2 });
    waiting[1]?.();
    await second;
    waiting[0]?.();
    await first;
    assert.equal(pending.of('s1'), 5);
    await typed({ text: '  ', at: 3 });
    assert.equal(pending.of('s1'), 0);
  });

  it('belongs to the session that is being opened', async () => {
    const pending = new PendingTokens();
    const counter = {
      count: (texts: readonly string[]) => Promise.resolve(texts.map(({ length }) => length)),
    };
    const sessions = { current: { id: 's1' }, tail: { id: 's2' } };
    await handler({ services: { counter }, sessions, pending })({ text: 'more', at: 1 });
    assert.deepEqual([pending.of('s1'), pending.of('s2')], [0, 4]);
  });
});
