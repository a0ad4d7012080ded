import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Locator, Page } from 'playwright-core';
import type { ProbeCall } from '../agent/probe/extension.ts';
import { STEP_MS } from './patience.ts';
import { until } from './until.ts';
import { launchChromium, openPage } from './vscodeBrowser.ts';
import { installServer, projectRoot, vscodeTestFolder } from './vscodeInstall.ts';
import { startServer, TESTED_BUILT_INS } from './vscodeServer.ts';
import type { Settings } from './vscodeSettings.ts';
import { vscodeVersions } from './vscodeVersions.ts';

export const AGENT_EXTENSION = 'GitHub.copilot-chat';
const PATIENT = { withinMs: STEP_MS, pause: () => new Promise((resolve) => setTimeout(resolve, 200)) };
/** The time after which a click without effect is repeated, in milliseconds. */
const CLICK_MS = STEP_MS / 12;
/** Selects the rows of the agent’s chat: the questions and the answers. */
const ROW = '.interactive-list .monaco-list-row:not(.monaco-tree-sticky-row)';
/** The number of leading characters by which a message is found in the chat, because the chat may wrap longer texts. */
const RESAID_CHARACTERS = 12;
const compiledProbe = path.join(projectRoot, 'out/agent/probe');

export interface AgentEditorOptions {
  readonly workspace: string;
  readonly settings?: Settings;
  /** Whether this project is installed in addition to the probe. */
  readonly withExtension?: boolean;
  /** The folders of other extensions to install, by extension id. */
  readonly extensions?: Readonly<Record<string, string>>;
  readonly userData?: string;
}

/** A real editor with its own agent and the probe extension. Nobody is signed in. */
export interface AgentEditor {
  readonly page: Page;
  readonly statusBar: Locator;
  /** Runs a command in the editor and returns its result. */
  run<T>(command: string, ...args: readonly unknown[]): Promise<T>;
  /** Starts a command without waiting for its end, because some commands never end. */
  start(command: string, ...args: readonly unknown[]): Promise<void>;
  /** Waits until the window answers. */
  ready(): Promise<void>;
  /** Adds a vendor's models, and enables the agent by opening the editor's page of language models. */
  openGates(vendor: string, group: string): Promise<void>;
  /** Types a message into the agent’s chat, sends it, and waits for the end of the answer. */
  say(text: string): Promise<void>;
  /** Types and sends a message, and waits until the message is in the chat. */
  send(text: string): Promise<void>;
  /** Replaces the newest message that contains `words` by `text`, and waits for the end of the answer. */
  resay(words: string, text: string): Promise<void>;
  /** Allows everything that the agent asks for until the agent's answer has ended. */
  allowAll(): Promise<void>;
  /** Chooses mode and model in the open chat. */
  choose(
    mode: 'agent' | 'ask' | 'edit',
    model: { readonly vendor: string; readonly id: string },
  ): Promise<void>;
  /** Waits until the newest answer has ended. */
  idle(): Promise<void>;
  /** Opens an empty chat. */
  newChat(): Promise<void>;
  /** Returns the text that the agent’s chat shows on the screen. */
  thread(): Promise<string>;
  /** Reloads the window, and waits until the messages of the chat are shown again. */
  reload(): Promise<void>;
  /** Saves a picture of the window for a failed test. */
  shot(): Promise<void>;
  close(): Promise<void>;
}

/** Returns whether the editor of the tests has an agent. */
export function hasAgent(): boolean {
  const { entry } = installServer(vscodeVersions.newest);
  return existsSync(path.join(path.dirname(entry), '../../lib/vscode/extensions/copilot/package.json'));
}

/** Skips a suite and prints a notice if this editor has no agent. */
export function needsAgent(context: Mocha.Context): void {
  if (hasAgent()) return;
  console.log('The editor of these tests has no agent, so the tests of the agent did not run.');
  context.skip();
}

/** Opens a window. The window's browser context stores what the tests have allowed the agent. */
export async function openAgentEditor(options: AgentEditorOptions): Promise<AgentEditor> {
  await compileProbe();
  const port = await freePort();
  const server = await startServer({
    withExtension: options.withExtension === true,
    builtIns: [...TESTED_BUILT_INS, 'copilot', 'github-authentication', 'prompt-basics'],
    extensions: { 'longthread-tests.agent-probe': compiledProbe, ...options.extensions },
    environment: { LONGTHREAD_PROBE_PORT: String(port) },
    settings: {
      'chat.disableAIFeatures': false,
      // A pinned question would cover the rows behind it.
      'chat.stickyScroll.enabled': false,
      // On a busy machine, a shell may answer only after the agent's default time limit. The agent then has no
      // shell integration and reads no output.
      'terminal.integrated.shellIntegration.timeout': 60_000,
      ...options.settings,
    },
    ...(options.userData !== undefined && { userData: options.userData }),
  });
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await server.stop();
  };
  try {
    browser = await launchChromium();
    const page = await openPage(browser, 1500, 950);
    await withoutAnimations(page);
    await page.goto(server.urlOf(options.workspace));
    return editorOf(page, port, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Stops all animations of a page, because those of the agent's chat ignore the setting for reduced motion. Without a
 * graphics card, drawing these animations takes a fifth of the tests' CPU time.
 */
async function withoutAnimations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style');
      style.textContent = '*, ::before, ::after { animation: none !important; transition: none !important }';
      document.head.append(style);
    });
  });
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
  const host = (): Promise<string | undefined> => run<string>('probe.host').catch(() => undefined);
  const ready = (): Promise<void> =>
    until('the probe answers', async () => (await host()) !== undefined, PATIENT);
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
      const models = (): Promise<readonly { vendor: string }[]> => run('probe.models');
      const isOffered = async (): Promise<boolean> => (await models()).some((each) => each.vendor === vendor);
      await until("the vendor's models are offered", isOffered, PATIENT);
      await run('workbench.action.closeActiveEditor');
    },
    ...chatOf(page),
    newChat: async () => {
      await run('workbench.action.chat.newChat');
      await page.locator(ROW).first().waitFor({ state: 'detached' });
    },
    choose: async (mode, modelSelector) => {
      const isOffered = async (): Promise<boolean> => {
        const models = await run<{ vendor: string; id: string }[]>('probe.models');
        return models.some(({ vendor, id }) => vendor === modelSelector.vendor && id === modelSelector.id);
      };
      await until('the model is offered', isOffered, PATIENT);
      await run('workbench.action.chat.open', { mode, modelSelector });
    },
    reload: async () => {
      const isTalk = (await page.locator(ROW).count()) > 0;
      const before = await host();
      await page.reload();
      // Waits for another extension host, because the previous one still answers for a while after the reload.
      const isAnew = (now: string | undefined): boolean => now !== undefined && now !== before;
      await until('the window is there again', async () => isAnew(await host()), PATIENT);
      if (isTalk) await page.locator(`${ROW}.response`).first().waitFor();
    },
    shot: async () => {
      await page.screenshot({ path: path.join(vscodeTestFolder, 'agent-tests-failed.png') });
    },
    close,
  };
}

/** Returns the functions that operate the chat. */
function chatOf(page: Page): Pick<AgentEditor, 'send' | 'idle' | 'say' | 'resay' | 'allowAll' | 'thread'> {
  const input = page.locator('.interactive-input-part .monaco-editor').first();
  const newest = page.locator(`${ROW}[data-last-element="true"]`);
  const typeOver = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  };
  const newestIndex = async (): Promise<number> => {
    const rows = await newest.evaluateAll((found) => found.map((row) => Number(row.dataset['index'])));
    return rows[0] ?? -1;
  };
  const send = async (text: string): Promise<void> => {
    const before = await newestIndex();
    await input.click();
    await typeOver(text);
    // Closes the suggestions for the typed text, because they would receive the Enter key.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await until('the typed message is in the chat', async () => (await newestIndex()) > before, PATIENT);
  };
  const answered = newest.and(page.locator('.response:not(:has(.chat-response-loading))'));
  const idle = (): Promise<void> => answered.waitFor();
  return {
    send,
    idle,
    say: async (text) => {
      await send(text);
      await idle();
    },
    resay: async (words, text) => {
      await page.locator(`${ROW}.request`, { hasText: words }).last().click();
      const box = page.locator('.chat-edit-input-container');
      await box.locator('.interactive-input-editor .monaco-editor').click();
      await typeOver(text);
      await box.getByRole('button', { name: /^Send/ }).click();
      await box.waitFor({ state: 'detached' });
      await page.locator(`${ROW}.request`, { hasText: text.slice(0, RESAID_CHARACTERS) }).waitFor();
      await idle();
    },
    allowAll: async () => {
      const allow = page.locator('.interactive-session').getByRole('button', { name: /^Allow/ });
      const button = allow.filter({ visible: true }).last();
      const isDone = async (): Promise<boolean> => {
        // Ignores a failed click, because the next check clicks again. A row that moves does not receive a click.
        if ((await button.count()) > 0) await button.click({ timeout: CLICK_MS }).catch(() => undefined);
        return answered.isVisible();
      };
      await until('the answer has come to its end', isDone, PATIENT);
    },
    thread: () => page.locator('.interactive-list').first().innerText(),
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

/**
 * Waits until the editor's stored copy of a chat contains an answer. If the editor is reloaded earlier, the answer is
 * lost.
 */
export function chatIsKept(userData: string, answer: string): Promise<void> {
  const kept = `"value":${JSON.stringify(answer)}`;
  const storage = path.join(userData, 'User/workspaceStorage');
  const isThere = (): boolean =>
    readdirSync(storage, { recursive: true, encoding: 'utf8' })
      .filter((file) => /chatSessions[/\\][^/\\]+$/.test(file))
      .some((file) => readFileSync(path.join(storage, file), 'utf8').includes(kept));
  return until(`the editor has kept “${answer}”`, isThere, PATIENT);
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
