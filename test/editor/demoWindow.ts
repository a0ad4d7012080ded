import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_MODEL, startDemoEndpoint } from '../support/demoEndpoint.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

/** A window whose model is the demo's. */
export interface DemoWindow extends Workbench {
  /** Where the editor keeps settings and storage. */
  readonly userData: string;
  /** The model answers when this is resolved. */
  mayAnswer: Promise<undefined>;
}

let opened: Promise<DemoWindow> | undefined;
const ended: (() => unknown)[] = [];

/** Gives suites that ask for nothing special the same window, which takes seconds to open, each with an empty session. */
export async function demoWindow(): Promise<DemoWindow> {
  if (opened === undefined) {
    opened = open();
    return opened;
  }
  const window = await opened;
  await beginSession(window);
  return window;
}

/** Begins a session in a window, whatever it shows. */
export async function beginSession(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Longthread: New Session');
  await workbench.chat.locator('lt-user-row').first().waitFor({ state: 'detached' });
  await workbench.chat.locator('lt-composer textarea:enabled').waitFor();
}

async function open(): Promise<DemoWindow> {
  const gate = { mayAnswer: Promise.resolve<undefined>(undefined) };
  const demo = await startDemoEndpoint({ windowTokens: 64_000, pauseMs: 0, before: () => gate.mayAnswer });
  ended.push(() => demo.close());
  const userData = mkdtempSync(path.join(tmpdir(), 'lt-window-'));
  ended.push(() => {
    rmSync(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  const workbench = await openWorkbench({
    userData,
    ...{ width: 1_600, height: 1_000, sidebarWidth: 300 },
    settings: { 'longthread.model': DEMO_MODEL, 'longthread.endpoint.url': demo.url },
  });
  ended.push(() => workbench.close());
  await workbench.chat.locator('lt-composer textarea').waitFor();
  return Object.assign(gate, workbench, { userData });
}

after(async () => {
  for (const end of ended.toReversed()) await end();
});
