import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/vscodeWorkbench.ts';
import { sharedWindow, type SharedWindow } from './sharedWindow.ts';

describe('a session open in two windows', () => {
  let reader: SharedWindow;
  let writer: Workbench;

  before(async () => {
    reader = await sharedWindow({ 'longthread.contextWindow': 100_000 });
    writer = await reader.openSecond();
    await ask(writer, 'Read src/visit.ts.');
  });

  it('is read-only in the window that opens the session later', async () => {
    const { chat } = reader;
    await chat.locator('button.session').click();
    await chat.locator('lt-sessions button.open', { hasText: 'Read src/visit.ts.' }).click();
    await waitForMessage(reader, 'Read src/visit.ts.');
    await waitForReason(reader, 'This session is open in another window; close it there to go on here.');
    assert.equal(await inputOf(reader).isDisabled(), true);
  });

  it('shows new messages and answers also in the read-only window', async () => {
    await ask(writer, 'Now read src/time.ts.');
    await waitForMessage(reader, 'Now read src/time.ts.');
    await reader.chat.locator('lt-tool-row', { hasText: 'src/time.ts' }).waitFor();
    await reader.chat.getByText('(demo model)').last().waitFor();
  });

  it('can’t be taken over while the other window has the session open', async () => {
    await waitForReason(reader, 'This session is open in another window; close it there to go on here.');
    assert.equal(await reader.chat.getByRole('button', { name: 'Take over' }).count(), 0);
    assert.equal(await inputOf(reader).isDisabled(), true);
  });

  it('can be taken over after the other window is closed, and continues in the same log', async () => {
    await writer.close();
    await waitForReason(reader, 'The other window is gone; take this session over to go on here.');
    await takeOver(reader);
    await reader.chat.locator('lt-header .read-only').waitFor({ state: 'detached' });
    await ask(reader, 'And now src/berths.ts.');
    await reader.chat.locator('lt-tool-row', { hasText: 'src/berths.ts' }).waitFor();
    assertWhole(logOf(reader));
  });

  it('becomes read-only and keeps the typed text if another window takes the session over', async () => {
    await reader.write('not sent yet');
    const lock = path.join(path.dirname(logOf(reader)), 'lock');
    const reason = reader.chat.locator('lt-header .read-only', {
      hasText: 'Another window has taken this session over; what you typed here is kept.',
    });
    // Writes the lock repeatedly: if this window renews its lock at the same moment, the foreign lock is overwritten.
    await until('this window is read-only', async () => {
      writeFileSync(lock, JSON.stringify({ token: 'another window', renewedAt: Date.now() }));
      return (await reason.count()) > 0;
    });
    assert.equal(await inputOf(reader).isDisabled(), true);
    assert.equal(await inputOf(reader).inputValue(), 'not sent yet');
  });
});

/** Returns the path of the only log that contains the session of these tests. */
function logOf({ userData }: SharedWindow): string {
  const logs = globSync(path.join(userData, '**/sessions/*/log.jsonl'));
  const own = logs.filter((log) => readFileSync(log, 'utf8').includes('Now read src/time.ts.'));
  const [log = assert.fail('no log'), ...others] = own;
  assert.deepEqual(others, []);
  return log;
}

/**
 * Asserts that both windows wrote to one log, and that this log has only complete lines, unique ids, and the person's
 * messages in order.
 */
function assertWhole(log: string): void {
  const text = readFileSync(log, 'utf8');
  // Leaves out a last line without a line end, because a window may still be writing it.
  const entries = text.slice(0, text.lastIndexOf('\n')).split('\n').map(parseEntry);
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
  const said = entries.flatMap(({ message }) =>
    message?.role === 'user' ? message.parts.filter(({ origin }) => origin !== 'client') : [],
  );
  assert.deepEqual(
    said.map(({ text }) => text),
    ['Read src/visit.ts.', 'Now read src/time.ts.', 'And now src/berths.ts.'],
  );
}

interface Line {
  readonly id: string;
  readonly message?: {
    readonly role: string;
    readonly parts: readonly { readonly text?: string; readonly origin?: string }[];
  };
}

function parseEntry(line: string): Line {
  return JSON.parse(line) as Line;
}

function inputOf({ chat }: Workbench): ReturnType<Workbench['chat']['locator']> {
  return chat.locator('lt-composer textarea');
}

async function ask(workbench: Workbench, text: string): Promise<void> {
  await workbench.say(text);
  await waitForMessage(workbench, text);
  await workbench.chat.getByText('(demo model)').last().waitFor();
  await workbench.chat.locator('lt-composer .progress').waitFor({ state: 'detached' });
}

async function takeOver({ chat }: Workbench): Promise<void> {
  await chat.getByRole('button', { name: 'Take over' }).click();
}

/** Waits until a message of the person is in the thread. */
async function waitForMessage({ chat }: Workbench, text: string): Promise<void> {
  await chat.locator('lt-user-row', { hasText: text }).last().waitFor();
}

/** Waits until the window says why it is read-only. */
async function waitForReason({ chat }: Workbench, reason: string): Promise<void> {
  await chat.locator('lt-header .read-only', { hasText: reason }).waitFor();
}
