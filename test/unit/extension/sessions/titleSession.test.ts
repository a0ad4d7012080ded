import assert from 'node:assert/strict';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { titleSession } from '../../../../src/extension/sessions/titleSession.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';

const said = (text: string, role: 'user' | 'assistant' = 'user'): Message => ({
  role,
  parts: [{ type: 'text', text }],
});

describe('the title of a session', () => {
  let log: MemoryLog;
  let live: LiveSession;
  const warnings: string[] = [];
  const logger = {
    info: () => undefined,
    warn: (text: string) => void warnings.push(text),
    error: () => undefined,
  };

  beforeEach(async () => {
    warnings.length = 0;
    log = new MemoryLog();
    live = await liveOver(log, { logger });
    titleSession(live, logger);
  });

  async function titleAfter(...messages: readonly Message[]): Promise<string | undefined> {
    for (const message of messages) await live.append({ kind: 'message', message });
    await live.append({ kind: 'note', source: 'test', text: 'waits for what was appended before' });
    return live.session.title;
  }

  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

  for (const [what, text, title] of [
    ['is the first line of the message', '\n  Sort the parts. \nThen go on.', 'Sort the parts.'],
    ['is the whole line if the line has 60 characters', 'x'.repeat(60), 'x'.repeat(60)],
    ['is cut off after 60 characters if the line has 61', 'x'.repeat(61), `${'x'.repeat(60)}…`],
    ['is cut off between words', words(20), `${words(12)}…`],
    ['is cut off after a word that ends at the 60th character', `${'x'.repeat(60)} y`, `${'x'.repeat(60)}…`],
    [
      'is cut off inside the second word if the first word takes at most half of the 60 characters',
      `${'x'.repeat(30)} ${'y'.repeat(40)}`,
      `${'x'.repeat(30)} ${'y'.repeat(29)}…`,
    ],
    [
      'is cut off after the first word if the first word takes more than half of the 60 characters',
      `${'x'.repeat(31)} ${'y'.repeat(40)}`,
      `${'x'.repeat(31)}…`,
    ],
    [
      'ends with a replacement character if the cut splits a surrogate pair',
      `${'x'.repeat(59)}😀😀`,
      `${'x'.repeat(59)}\uFFFD…`,
    ],
  ] as const) {
    it(what, async () => {
      assert.equal(await titleAfter(said(text)), title);
    });
  }

  it('is set once, from the person’s first text that is not blank', async () => {
    const client: Message = { role: 'user', parts: [{ type: 'text', text: 'Rules.', origin: 'client' }] };
    assert.equal(
      await titleAfter(said('Hello.', 'assistant'), client, said(' \n'), said('Sort.'), said('Go.')),
      'Sort.',
    );
    assert.equal(log.entries.filter(({ kind }) => kind === 'session').length, 1);
  });

  it('is not replaced if a title was already given', async () => {
    await live.append({ kind: 'session', title: 'Mine' });
    assert.equal(await titleAfter(said('Sort.')), 'Mine');
  });

  it('is not set in a window that can’t write the session', async () => {
    log.readOnlyCause = 'openElsewhere';
    await titleAfter(said('Sort.'));
    assert.equal(live.session.title, undefined);
  });

  it('causes only a warning if it can’t be written', async () => {
    await live.append({ kind: 'note', source: 'test', text: 'x' });
    log.failure = { error: new Error('disk full'), after: 1 };
    await live.append({ kind: 'message', message: said('Sort.') });
    await new Promise(setImmediate);
    assert.deepEqual(warnings, ['the session could not be named: disk full']);
  });
});
