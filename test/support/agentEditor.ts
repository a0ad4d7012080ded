import { copyFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Locator, Page } from 'playwright-core';
import type { ProbeCall } from '../agent/probe/extension.ts';
import { until } from './until.ts';
import { launchChromium } from './vscodeBrowser.ts';
import { installServer, projectRoot, vscodeTestFolder } from './vscodeInstall.ts';
import { startServer } from './vscodeServer.ts';
import type { Settings } from './vscodeSettings.ts';
import { vscodeVersions } from './vscodeVersions.ts';

export const AGENT_EXTENSION = 'GitHub.copilot-chat';
/** A window takes its time to come up. */
const PATIENT = { withinMs: 60_000, pause: () => new Promise((resolve) => setTimeout(resolve, 200)) };
const compiledProbe = path.join(projectRoot, 'out/agent/probe');

export interface AgentEditorOptions {
  readonly workspace: string;
  readonly settings?: Settings;
  /** With this project beside the probe. */
  readonly withExtension?: boolean;
  readonly userData?: string;
}

/** A real editor with its own agent, signed out, and the probe. */
export interface AgentEditor {
  readonly page: Page;
  readonly statusBar: Locator;
  /** Runs a command in the editor; gives what it gave. */
  run<T>(command: string, ...args: readonly unknown[]): Promise<T>;
  /** Runs a command that never comes to an end, or whose end nobody waits for. */
  start(command: string, ...args: readonly unknown[]): Promise<void>;
  /** Resolves when the window answers. */
  ready(): Promise<void>;
  /** Opens the agent to models of others, as the first run does. */
  openGates(vendor: string, group: string): Promise<void>;
  /** Types a message into the agent’s chat, sends it, and waits for the end of the answer. */
  say(text: string): Promise<void>;
  send(text: string): Promise<void>;
  idle(): Promise<void>;
  /** All that the agent’s chat shows. */
  thread(): Promise<string>;
  reload(): Promise<void>;
  /** Keeps what the window shows, for whoever looks into a failed test. */
  shot(): Promise<void>;
  close(): Promise<void>;
}

/** Whether the editor of the tests carries an agent at all. */
export function hasAgent(): boolean {
  const { entry } = installServer(vscodeVersions.newest);
  return existsSync(path.join(path.dirname(entry), '../../lib/vscode/extensions/copilot/package.json'));
}

/** Opens the one window of a suite; its browser context holds what the editor's agent was allowed. */
export async function openAgentEditor(options: AgentEditorOptions): Promise<AgentEditor> {
  await compileProbe();
  const port = await freePort();
  const server = await startServer({
    withExtension: options.withExtension === true,
    extensions: { 'longthread-tests.agent-probe': compiledProbe },
    environment: { LONGTHREAD_PROBE_PORT: String(port) },
    settings: { 'chat.disableAIFeatures': false, ...options.settings },
    ...(options.userData !== undefined && { userData: options.userData }),
  });
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await server.stop();
  };
  try {
    browser = await launchChromium();
    const page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
    page.setDefaultTimeout(30_000);
    await page.goto(server.urlOf(options.workspace));
    return editorOf(page, port, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function editorOf(page: Page, port: number, close: () => Promise<void>): AgentEditor {
  const call = async <T>(sent: ProbeCall): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(sent) });
    const { value, error } = (await response.json()) as { value: T; error?: string };
    if (error !== undefined) throw new Error(`${sent.command}: ${error}`);
    return value;
  };
  const run: AgentEditor['run'] = (command, ...args) => call({ command, args, isAwaited: true });
  const start: AgentEditor['start'] = (command, ...args) => call({ command, args, isAwaited: false });
  const input = page.locator('.interactive-input-part .monaco-editor').first();
  const send = async (text: string): Promise<void> => {
    await input.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
    // Whatever is suggested for the text just typed would take the Enter.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
  };
  const stop = page.locator(
    '.interactive-input-part .codicon-stop-circle, .interactive-input-part .codicon-stop',
  );
  const idle = async (): Promise<void> => {
    // It begins a moment after it was sent, and between two requests of a turn it goes on being busy.
    await stop
      .first()
      .waitFor({ timeout: 3_000 })
      .catch(() => undefined);
    await stop.first().waitFor({ state: 'detached', timeout: 90_000 });
  };
  const ready = async (): Promise<void> => {
    const answers = (): Promise<boolean> =>
      run('probe.tools').then(
        () => true,
        () => false,
      );
    await until('the probe answers', answers, PATIENT);
  };
  return {
    page,
    statusBar: page.locator('.part.statusbar'),
    run,
    start,
    ready,
    openGates: async (vendor, group) => {
      await ready();
      await run('lm.addLanguageModelsProviderGroup', { vendor, name: group });
      await start('workbench.action.chat.manage');
      const isThere = (): Promise<boolean> =>
        run('probe.isActive', AGENT_EXTENSION).then((known) => typeof known === 'boolean');
      await until('the agent is there', isThere, PATIENT);
      await run('probe.activate', AGENT_EXTENSION);
      await run('workbench.action.closeActiveEditor');
    },
    send,
    idle,
    say: async (text) => {
      await send(text);
      await idle();
    },
    thread: () => page.locator('.interactive-list').first().innerText(),
    reload: async () => {
      await page.reload();
      await ready();
    },
    shot: async () => {
      await page.screenshot({ path: path.join(vscodeTestFolder, 'agent-tests-failed.png') });
    },
    close,
  };
}

async function compileProbe(): Promise<void> {
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ['test/agent/probe/extension.ts'],
    outdir: compiledProbe,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node22',
  });
  copyFileSync(
    path.join(projectRoot, 'test/agent/probe/manifest.json'),
    path.join(compiledProbe, 'package.json'),
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no free port'));
        else resolve(address.port);
      });
    });
  });
}
