import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_MODEL, startDemoEndpoint } from '../support/demoEndpoint.ts';
import { until } from '../support/until.ts';
import { writeSettings, type Settings } from '../support/vscodeSettings.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

/** A gate for requests. `passed` resolves immediately while the gate is open, and waits while the gate is closed. */
class Gate {
  isReached = false;
  open: () => void = () => undefined;
  #passage: Promise<void> = Promise.resolve();

  close(): void {
    const passage = Promise.withResolvers<undefined>();
    this.isReached = false;
    this.#passage = passage.promise;
    this.open = () => {
      passage.resolve(undefined);
    };
  }

  passed(): Promise<void> {
    this.isReached = true;
    return this.#passage;
  }
}

/** A window whose model is the demo endpoint. */
export interface SharedWindow extends Workbench {
  /** The folder of the editor's settings and storage. */
  readonly userData: string;
  /** The endpoint sends answers and summaries only while their gate is open. */
  readonly gates: { readonly answer: Gate; readonly summary: Gate };
}

let opened: Promise<SharedWindow> | undefined;
let inForce: Settings = {};

/**
 * Returns the same window to all suites, because opening a window takes longer than most tests. Each suite gets an
 * empty session, no open editors, and its own settings. `longthread.contextWindow` must differ from the previous
 * suite's value, because a change of the gauge shows that the new settings are in force.
 */
export async function sharedWindow(settings: Settings & { 'longthread.contextWindow': number }) {
  opened ??= open();
  const window = await opened;
  const gauge = window.chat.locator('lt-gauge-button svg');
  // Opens gates that a failed test left closed, and closes a dialog or a question that the test left open. Otherwise
  // the next suites would fail.
  window.gates.answer.open();
  window.gates.summary.open();
  await window.page.keyboard.press('Escape');
  await window.runCommand('View: Close All Editors');
  await window.runCommand('Longthread: New Session');
  await window.chat.locator('lt-user-row').first().waitFor({ state: 'detached' });
  const before = await gauge.getAttribute('aria-label');
  const removed = Object.fromEntries(Object.keys(inForce).map((name) => [name, undefined]));
  writeSettings(window.userData, { ...removed, ...settings });
  inForce = settings;
  await until('the settings are in force', async () => (await gauge.getAttribute('aria-label')) !== before);
  return window;
}

async function open(): Promise<SharedWindow> {
  const userData = mkdtempSync(path.join(tmpdir(), 'lt-shared-'));
  const gates = { answer: new Gate(), summary: new Gate() };
  const demo = await startDemoEndpoint({
    ...{ windowTokens: 200_000, pauseMs: 0 },
    before: (what) => gates[what].passed(),
  });
  const workbench = await openWorkbench({
    ...{ userData, width: 1_600, height: 1_000, sidebarWidth: 340 },
    settings: { 'longthread.model': DEMO_MODEL, 'longthread.endpoint.url': demo.url },
  });
  await workbench.chat.locator('lt-composer textarea').waitFor();
  return {
    ...{ ...workbench, userData, gates },
    close: async () => {
      gates.answer.open();
      gates.summary.open();
      await workbench.close();
      await demo.close();
      rmSync(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/**
 * Returns what a person sees in the chat: the place in the thread, the rows there, and the composer. Waits for nothing.
 */
async function shownIn({ chat }: SharedWindow): Promise<string> {
  const rows = await chat
    .locator('lt-list')
    .evaluateAll((lists: HTMLElement[]) =>
      lists.flatMap((list) => [
        `${list.scrollTop} + ${list.clientHeight} of ${list.scrollHeight} px`,
        ...[...list.querySelectorAll<HTMLElement>('.item')].map(({ innerText }) => innerText.slice(0, 200)),
      ]),
    );
  const typed = await chat
    .locator('lt-composer textarea')
    .evaluateAll((fields: HTMLTextAreaElement[]) => fields.map(({ value }) => `Typed: ${value}`));
  return [...rows, ...(await chat.locator('lt-composer').allInnerTexts()), ...typed].join('\n');
}

afterEach(async function () {
  if (this.currentTest?.state !== 'failed') return;
  try {
    if (opened !== undefined) console.log(`The shared window’s chat shows:\n${await shownIn(await opened)}`);
  } catch (error) {
    // An error here would end all suites.
    console.log(`The shared window’s chat can’t be read: ${String(error)}`);
  }
});

after(async () => {
  await (await opened)?.close();
});
