import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

describe('a session that is open in two windows', () => {
  let userData: string;
  let demo: DemoEndpoint;
  let reader: Workbench;
  let writer: Workbench;

  before(async () => {
    userData = mkdtempSync(path.join(tmpdir(), 'lt-two-'));
    demo = await startDemoEndpoint({ pauseMs: 2 });
    reader = await openWorkbench({
      userData,
      sidebarWidth: 340,
      settings: { 'longthread.model': DEMO_MODEL, 'longthread.endpoint.url': demo.url },
    });
    writer = await reader.openSecond();
    await ask(writer, 'Read src/harbour.ts.');
  });

  after(async () => {
    await reader.close();
    await demo.close();
    rmSync(userData, { recursive: true, force: true });
  });

  it('is read-only in the window that opens the session later', async () => {
    const { chat } = reader;
    await chat.locator('button.session').click();
    await chat.locator('lt-sessions button.open', { hasText: 'Read src/harbour.ts.' }).click();
    await waitForMessage(reader, 'Read src/harbour.ts.');
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

  it('can be taken over after the other window was closed', async () => {
    await writer.close();
    await waitForReason(reader, 'The other window is gone; take this session over to go on here.');
    await takeOver(reader);
    await reader.chat.locator('lt-header .read-only').waitFor({ state: 'detached' });
    await ask(reader, 'And now src/visit.ts.');
    await reader.chat.locator('lt-tool-row', { hasText: 'src/visit.ts' }).waitFor();
    assertWhole(userData);
  });

  it('becomes read-only in a window if another window takes the session over', async () => {
    await reader.write('not sent yet');
    const [lock = assert.fail('no lock')] = sessionFiles(userData, 'lock');
    writeFileSync(lock, JSON.stringify({ token: 'another window', renewedAt: Date.now() }));
    await waitForReason(reader, 'Another window has taken this session over; what you typed here is kept.');
    assert.equal(await inputOf(reader).isDisabled(), true);
    assert.equal(await inputOf(reader).inputValue(), 'not sent yet');
  });
});

function sessionFiles(userData: string, name: string): readonly string[] {
  return globSync(path.join(userData, '**/sessions/*', name));
}

/**
 * Asserts that both windows wrote to one log, and that this log has only complete lines, unique ids, and the person's
 * messages in order.
 */
function assertWhole(userData: string): void {
  const [log = assert.fail('no log'), ...others] = sessionFiles(userData, 'log.jsonl');
  assert.deepEqual(others, []);
  const text = readFileSync(log, 'utf8');
  // Leaves out a last line without a line end, because a window may still be writing it.
  const entries = text.slice(0, text.lastIndexOf('\n')).split('\n').map(parseEntry);
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
  const said = entries.flatMap(({ message }) =>
    message?.role === 'user' ? message.parts.filter(({ origin }) => origin !== 'client') : [],
  );
  assert.deepEqual(
    said.map(({ text }) => text),
    ['Read src/harbour.ts.', 'Now read src/time.ts.', 'And now src/visit.ts.'],
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
