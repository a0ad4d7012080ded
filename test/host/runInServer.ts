import path from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium, openPage } from '../support/vscodeBrowser.ts';
import { vscodeTestFolder } from '../support/vscodeInstall.ts';
import { startServer, TESTED_BUILT_INS } from '../support/vscodeServer.ts';
import type { Settings } from '../support/vscodeSettings.ts';
import type { VscodeVersion } from '../support/vscodeVersions.ts';

/** The tests to run. Paths are absolute. The workspace may be a URI. */
export interface HostTests {
  /**
   * The extension under test. `others` contains the paths of the other extensions in the window, keyed by their ids.
   */
  readonly extension: string;
  readonly others: Readonly<Record<string, string>>;
  readonly entry: string;
  readonly workspace: string;
  readonly settings: Settings;
  /** Whether the workspace is not trusted. */
  readonly isRestricted: boolean;
  readonly environment: Readonly<Record<string, string>>;
}

interface Ending {
  readonly code: number;
  readonly why?: string;
}

/** Matches errors that the workbench always logs in a server without native modules or network. */
const usualNoise = /bindings file|native-watchdog|Release\/watchdog|open-vsx\.org|provider 'github'/;

/**
 * Matches the editor's message that the extension host started too late, as happens on a busy machine. No test has
 * begun by then.
 */
const hostIsLate = /extension host took longer than/;
/** The maximum number of windows that are opened if the extension host does not start in time. */
const MOST_WINDOWS = 3;

/**
 * Runs the tests in the extension host of a VS Code server that a headless browser has opened. Opens another page if
 * the extension host did not start in time. Returns the exit code of the tests.
 */
export async function runInServer(version: VscodeVersion, tests: HostTests): Promise<number> {
  const server = await startServer({
    version,
    builtIns: TESTED_BUILT_INS,
    environment: tests.environment,
    extensions: tests.others,
    settings: tests.settings,
    asksForTrust: tests.isRestricted,
  });
  const browser = await launchChromium();
  try {
    const serverEnd = server.exited.then((how): Ending => ({ code: 1, why: `the server ended (${how})` }));
    const uriOf = (file: string): string => `vscode-remote://${server.authority}${file}`;
    const payload = JSON.stringify([
      ['extensionDevelopmentPath', uriOf(tests.extension)],
      ['extensionTestsPath', uriOf(tests.entry)],
      ['skipWelcome', 'true'],
    ]);
    for (let windows = 1; ; windows += 1) {
      const page = await openPage(browser, 1280, 800);
      await openForTests(page);
      const workbench = await watchWorkbench(page);
      await page.goto(server.urlOf(tests.workspace, { payload }));
      const { code, why } = await Promise.race([workbench.ended, serverEnd]);
      const isLate = code !== 0 && why === undefined && workbench.lines.some((line) => hostIsLate.test(line));
      if (isLate && windows < MOST_WINDOWS) {
        await page.close();
        continue;
      }
      if (why !== undefined) console.error(`Host tests: ${why}`);
      if (code !== 0) await explain(page, workbench.lines);
      return code;
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * Turns on the smoke-test driver of the workbench. Without the driver, the workbench ignores the tests named in its
 * address. Not every server has an option for the driver, so this changes the configuration in the page. With the
 * driver, no toasts are shown, and modal dialogs throw.
 */
async function openForTests(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const configuration = document.getElementById('vscode-workbench-web-configuration');
      const settings = configuration?.dataset['settings'];
      if (configuration === null || settings === undefined) return;
      observer.disconnect();
      const parsed = JSON.parse(settings) as { readonly developmentOptions?: object };
      const developmentOptions = { ...parsed.developmentOptions, enableSmokeTestDriver: true };
      configuration.dataset['settings'] = JSON.stringify({ ...parsed, developmentOptions });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

interface WatchedWorkbench {
  readonly ended: Promise<Ending>;
  /** The console output of the workbench and the extension host so far. */
  readonly lines: readonly string[];
}

/** Gives the page the functions with which the workbench reports its exit code and its console output. */
async function watchWorkbench(page: Page): Promise<WatchedWorkbench> {
  const lines: string[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<Ending>();
  page.on('crash', () => {
    resolve({ code: 1, why: 'the page crashed' });
  });
  await page.exposeFunction('codeAutomationLog', (type: string, words: readonly unknown[]) => {
    lines.push(
      `[${type}] ${words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word))).join(' ')}`,
    );
  });
  await page.exposeFunction('codeAutomationExit', (code: number) => {
    resolve({ code });
  });
  return { ended, lines };
}

async function explain(page: Page, lines: readonly string[]): Promise<void> {
  const last = lines.filter((line) => !usualNoise.test(line)).slice(-25);
  console.error('--- the end of the console of workbench and extension host ---');
  for (const line of last) console.error(line.split('\n').slice(0, 6).join('\n').slice(0, 600));
  await page.screenshot({ path: path.join(vscodeTestFolder, 'host-tests-failed.png') });
}
