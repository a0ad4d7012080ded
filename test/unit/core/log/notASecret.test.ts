import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { maskedValues } from '../../../../src/core/log/maskedValues.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { whyMasked } from '../../../../src/extension/chat/whyMasked.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { said } from '../../../support/secretSessions.ts';
import { countWords } from '../../../support/sessionBuilder.ts';

/** Put together from pieces, so that nothing in this file looks like a real key. */
const password = ['kept', '7', 'Blue'].join('');
const token = ['glrt-', 'Ab3-x_Z9-qq7_T-mm2-V'].join('');

async function sessionWith(...texts: readonly string[]): Promise<{ live: LiveSession; log: MemoryLog }> {
  const log = new MemoryLog();
  const live = await liveOver(log, { redactor: new SecretRedactor(), count: countWords });
  for (const text of texts) await live.append(said(text));
  return { live, log };
}

const shown = (live: LiveSession): readonly string[] =>
  live.session.messages.map(({ message }) => textOf(message));

describe('Why Is This Masked?', () => {
  it('names the rule and the beginning of the value, but not the whole value', async () => {
    const { live } = await sessionWith(`use ${token} for it`);
    const [value] = maskedValues(live.entries);
    const { sentence, detail } = whyMasked(value ?? assert.fail(), live.secrets);
    assert.equal(sentence, 'The value looks like a token of GitLab (glpat-, glrt-, glcbt- …).');
    assert.match(detail, /begins with “glrt-A”, has 25 characters and occurs 1 time, first in message m1/u);
    assert.match(detail, /Rule: gitlab-token\. Source: https:\/\/docs\.gitlab\.com/u);
    assert.ok(!detail.includes(token.slice(0, 10)));
  });

  it('lists each value once with the number of masked places', async () => {
    const { live } = await sessionWith(`DB_PASSWORD=${password}`, token, `again DB_PASSWORD=${password}`);
    const values = maskedValues(live.entries);
    assert.deepEqual(
      values.map(({ rule, times, target }) => [rule, times, target]),
      [
        ['assigned-password', 2, 'm1'],
        ['gitlab-token', 1, 'm2'],
      ],
    );
  });

  it('says that the rule is not known if the log does not name the rule', async () => {
    const { live } = await sessionWith('nothing');
    const span = { part: 0, start: 0, end: 4, kind: 'password', number: 1 };
    const { sentence, detail } = whyMasked({ target: 'm1', span, rule: undefined, times: 1 }, live.secrets);
    assert.match(sentence, /does not say which rule/u);
    assert.equal(detail, 'The value occurs 1 time, first in message m1.');
  });

  it('still knows the rule after the session was closed and reopened', async () => {
    const { log } = await sessionWith(token);
    const again = await liveOver(log, { redactor: new SecretRedactor() });
    assert.equal(maskedValues(again.entries)[0]?.rule, 'gitlab-token');
  });
});

describe('Not a Secret', () => {
  async function reveal(live: LiveSession): Promise<void> {
    const { target, span } = maskedValues(live.entries)[0] ?? assert.fail();
    await live.append({ kind: 'reveal', target, span, everywhere: true });
  }

  it('shows the value in earlier and later messages', async () => {
    const texts = [`DB_PASSWORD=${password}`, `again DB_PASSWORD=${password}`];
    const { live, log } = await sessionWith(...texts);
    await reveal(live);
    assert.deepEqual(shown(live), texts);
    await live.append(said(`and PASSWORD='${password}'`));
    assert.equal(shown(live)[2], `and PASSWORD='${password}'`);
    assert.deepEqual(maskedValues(live.entries), []);
    const again = await liveOver(log, { redactor: new SecretRedactor() });
    assert.deepEqual(shown(again), shown(live));
  });

  it('leaves every other value masked', async () => {
    const { live } = await sessionWith(`use ${token}`, `DB_PASSWORD=${password}`);
    await reveal(live);
    assert.deepEqual(shown(live), ['use [secret: gitlab token #1]', `DB_PASSWORD=${password}`]);
  });

  it('updates the token count of each message that contains the value', async () => {
    const { live } = await sessionWith(`DB_PASSWORD=${password}`, `so DB_PASSWORD=${password}`, 'no more');
    const counts = (): readonly number[] =>
      live.session.messages.map(({ id, message }) => live.account.ofMessage(message, id));
    const before = counts();
    await reveal(live);
    const after = counts();
    assert.notDeepEqual(after.slice(0, 2), before.slice(0, 2));
    assert.equal(after[2], before[2]);
  });

  it('applies to later observations, but not to earlier observations', async () => {
    const { live } = await sessionWith(`DB_PASSWORD=${password}`);
    await live.append({ kind: 'note', source: 'terminal', text: `DB_PASSWORD=${password}` });
    await reveal(live);
    await live.append({ kind: 'note', source: 'terminal', text: `DB_PASSWORD=${password}` });
    assert.deepEqual(
      live.session.observations.map(({ text }) => text),
      ['DB_PASSWORD=[secret: password]', `DB_PASSWORD=${password}`],
    );
  });

  it('is logged only by the person’s commands and by the buttons of a message', () => {
    const root = join(import.meta.dirname, '../../../../src');
    const makers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .filter((path) => /append\w*\(\{[^}]*kind: 'reveal'/u.test(readFileSync(join(root, path), 'utf8')));
    assert.deepEqual(makers.sort(), [
      join('extension', 'chat', 'chatHandlers.ts'),
      join('extension', 'chat', 'explainMask.ts'),
      join('extension', 'commands', 'secretCommands.ts'),
    ]);
  });
});
