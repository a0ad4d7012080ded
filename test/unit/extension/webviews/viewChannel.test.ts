import assert from 'node:assert/strict';
import * as v from 'valibot';
import { openChannel } from '../../../../src/extension/webviews/viewChannel.ts';

describe('the channel to a view', () => {
  const posted: unknown[] = [];
  const logged: string[] = [];
  const logger = {
    info: (): void => undefined,
    warn: (text: string): void => void logged.push(`warn: ${text}`),
    error: (text: string, thrown: unknown): void => void logged.push(`error: ${text} (${String(thrown)})`),
  };

  beforeEach(() => {
    posted.length = 0;
    logged.length = 0;
  });

  const channel = () =>
    openChannel({ postMessage: (message: unknown) => Promise.resolve(posted.push(message)) } as never, {
      schema: v.object({ type: v.literal('look') }),
      handlers: { look: () => Promise.reject(new TypeError('x is undefined')) },
      snapshot: () => 'all',
      sessionFor: () => undefined,
      logger,
    });

  it('does not answer a message that is not a request', async () => {
    await channel().receive({ type: 'odd' });
    assert.equal(posted.length, 0);
    assert.match(logged.join(), /^warn: a view sent something other than a request: \S/);
  });

  it('tells the view why a request failed', async () => {
    const own = channel();
    await own.receive({ type: 'ready' });
    await own.receive({ type: 'request', id: 7, session: '', request: { type: 'look' } });
    assert.deepEqual(posted[0], { type: 'snapshot', snapshot: 'all' });
    assert.match(JSON.stringify(posted[1]), /This failed: x is undefined/);
    assert.deepEqual(logged, ['error: x is undefined (TypeError: x is undefined)']);
  });
});
