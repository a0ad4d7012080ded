import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Workbench } from '../support/vscodeWorkbench.ts';
import { beginSession, demoWindow, type DemoWindow } from './demoWindow.ts';

/** Said in no other session of the window. */
const FIRST = 'Read src/berths.ts in two windows.';

describe('two windows on one session', () => {
  let reader: DemoWindow;
  let writer: Workbench;

  before(async () => {
    reader = await demoWindow();
    writer = await reader.openSecond();
    await beginSession(writer);
    await ask(writer, FIRST);
  });

  it('opens it read-only in the second one, which says why and accepts no message', async () => {
    const { chat } = reader;
    await chat.locator('button.session').click();
    await chat.locator('lt-sessions button.open', { hasText: FIRST }).click();
    await toldUser(reader, FIRST);
    await toldReason(reader, 'This session is open in another window; close it there to go on here.');
    assert.equal(await inputOf(reader).isDisabled(), true);
  });

  it('shows in the second one what is said and answered in the first', async () => {
    await ask(writer, 'Now read src/time.ts.');
    await toldUser(reader, 'Now read src/time.ts.');
    await reader.chat.locator('lt-tool-row', { hasText: 'src/time.ts' }).waitFor();
    await reader.chat.getByText('(demo model)').last().waitFor();
  });

  it('leaves it with the first one while that is running, and says why', async () => {
    await toldReason(reader, 'This session is open in another window; close it there to go on here.');
    assert.equal(await reader.chat.getByRole('button', { name: 'Take over' }).count(), 0);
    assert.equal(await inputOf(reader).isDisabled(), true);
  });

  it('hands it to the second one when the first is gone', async () => {
    await writer.close();
    await toldReason(reader, 'The other window is gone; take this session over to go on here.');
    await takeOver(reader);
    await reader.chat.locator('lt-header .read-only').waitFor({ state: 'detached' });
    await ask(reader, 'And now src/visit.ts.');
    await reader.chat.locator('lt-tool-row', { hasText: 'src/visit.ts' }).waitFor();
    assertWhole(sessionFolder(reader));
  });

  it('keeps typed text in a window that lost it, and says so', async () => {
    await reader.write('not sent yet');
    writeFileSync(
      path.join(sessionFolder(reader), 'lock'),
      JSON.stringify({ token: 'another window', renewedAt: Date.now() }),
    );
    await toldReason(reader, 'Another window has taken this session over; what you typed here is kept.');
    assert.equal(await inputOf(reader).isDisabled(), true);
    assert.equal(await inputOf(reader).inputValue(), 'not sent yet');
  });
});

/** Where the one session lies that both windows have open. */
function sessionFolder({ userData }: DemoWindow): string {
  const logs = globSync(path.join(userData, '**/sessions/*/log.jsonl'));
  const [log = assert.fail('no log'), ...others] = logs.filter((file) =>
    readFileSync(file, 'utf8').includes(FIRST),
  );
  assert.deepEqual(others, []);
  return path.dirname(log);
}

/** One log that both windows wrote: every line whole, no id twice, and what was said in order. */
function assertWhole(folder: string): void {
  const text = readFileSync(path.join(folder, 'log.jsonl'), 'utf8');
  const entries = text.trimEnd().split('\n').map(parseEntry);
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
  const said = entries.flatMap(({ message }) =>
    message?.role === 'user' ? message.parts.filter(({ origin }) => origin !== 'client') : [],
  );
  assert.deepEqual(
    said.map(({ text }) => text),
    [FIRST, 'Now read src/time.ts.', 'And now src/visit.ts.'],
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
  await toldUser(workbench, text);
  await workbench.chat.getByText('(demo model)').last().waitFor();
  await workbench.chat.locator('lt-composer .progress').waitFor({ state: 'detached' });
}

async function takeOver({ chat }: Workbench): Promise<void> {
  await chat.getByRole('button', { name: 'Take over' }).click();
}

/** Waits until a message of the person's stands in the thread. */
async function toldUser({ chat }: Workbench, text: string): Promise<void> {
  await chat.locator('lt-user-row', { hasText: text }).last().waitFor();
}

/** Waits until the window says why it can only read. */
async function toldReason({ chat }: Workbench, reason: string): Promise<void> {
  await chat.locator('lt-header .read-only', { hasText: reason }).waitFor();
}
