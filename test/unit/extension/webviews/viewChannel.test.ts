import assert from 'node:assert/strict';
import * as v from 'valibot';
import { openChannel } from '../../../../src/extension/webviews/viewChannel.ts';

describe('the channel to a view', () => {
  const posted: unknown[] = [];
  const told: string[] = [];
  const logger = {
    info: (): void => undefined,
    warn: (text: string): void => void told.push(`warn: ${text}`),
    error: (text: string, thrown: unknown): void => void told.push(`error: ${text} (${String(thrown)})`),
  };

  beforeEach(() => {
    posted.length = 0;
    told.length = 0;
  });

  const channel = () =>
    openChannel({ postMessage: (message: unknown) => Promise.resolve(posted.push(message)) } as never, {
      schema: v.object({ type: v.literal('look') }),
      handlers: { look: () => Promise.reject(new TypeError('x is undefined')) },
      snapshot: () => 'all',
      sessionFor: () => undefined,
      logger,
    });

  it('logs that a message was no request, and does not answer it', async () => {
    await channel().receive({ type: 'odd' });
    assert.equal(posted.length, 0);
    assert.match(told.join(), /^warn: a view sent something other than a request: \S/);
  });

  it('sends the view one sentence about a failure, and logs the whole error', async () => {
    const own = channel();
    await own.receive({ type: 'ready' });
    await own.receive({ type: 'request', id: 7, session: '', request: { type: 'look' } });
    assert.deepEqual(posted[0], { type: 'snapshot', snapshot: 'all' });
    assert.match(JSON.stringify(posted[1]), /That did not work: x is undefined/);
    assert.deepEqual(told, ['error: x is undefined (TypeError: x is undefined)']);
  });
});
