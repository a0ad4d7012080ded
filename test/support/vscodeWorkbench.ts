import path from 'node:path';
import { errors, type Browser, type FrameLocator, type Locator, type Page } from 'playwright-core';
import { STEP_MS } from './patience.ts';
import { until } from './until.ts';
import { launchChromium, openPage } from './vscodeBrowser.ts';
import { projectRoot } from './vscodeInstall.ts';
import { startServer, TESTED_BUILT_INS, type ServerOptions } from './vscodeServer.ts';
import type { Settings } from './vscodeSettings.ts';

const themes = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  highContrast: 'Default High Contrast',
  highContrastLight: 'Default High Contrast Light',
} as const;

export type Theme = keyof typeof themes;

export interface WorkbenchOptions {
  readonly theme?: Theme;
  /** The window's size in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** The width of the primary side bar in pixels. */
  readonly sidebarWidth?: number;
  readonly settings?: Settings;
  /** The folder of settings and storage, if several windows share them. By default, each window has a new folder. */
  readonly userData?: string;
  readonly environment?: ServerOptions['environment'];
  /** The folders of other extensions to install, by extension id. */
  readonly extensions?: ServerOptions['extensions'];
  /** The folder names of additional built-in extensions to load. */
  readonly builtIns?: ServerOptions['builtIns'];
  /** The folder to open. By default, the sample. */
  readonly workspace?: string;
}

/** A real VS Code window with the extension installed and its view open. */
export interface Workbench {
  readonly page: Page;
  /** The inside of the chat view. */
  readonly chat: FrameLocator;
  /** The inside of the panel in the editor area, if the panel is open. */
  readonly panel: FrameLocator;
  readonly statusBar: Locator;
  /** Replaces the composer's text. */
  write(text: string): Promise<void>;
  /** Types a message and sends it. */
  say(text: string): Promise<void>;
  /** Runs a command by its title in the command palette. */
  runCommand(title: string): Promise<void>;
  /** Searches for words in all sessions, and clicks on the first result that contains the text `row`. */
  findInSessions(words: string, row: string): Promise<void>;
  /** Opens the panel, or brings the open one to the front. */
  openPanel(): Promise<void>;
  /** Reloads the window and waits until the view is shown again. */
  reload(): Promise<void>;
  /** Opens another window on the same server, with the same folder and storage. */
  openSecond(): Promise<Workbench>;
  /** Closes the window. Closing the first window also closes all other windows and stops the server. */
  close(): Promise<void>;
}

/** Starts a server and opens a window. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { theme = 'dark' } = options;
  const server = await startServer({
    withExtension: true,
    builtIns: [...TESTED_BUILT_INS, ...(options.builtIns ?? [])],
    settings: {
      'workbench.colorTheme': themes[theme],
      'window.autoDetectColorScheme': false,
      // A window that is still being restored may take the focus from the list in which a test chooses. This
      // setting keeps the list open.
      'workbench.quickOpen.closeOnFocusLost': false,
      ...options.settings,
    },
    ...(options.userData === undefined ? {} : { userData: options.userData }),
    ...(options.extensions === undefined ? {} : { extensions: options.extensions }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
  });
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await server.stop();
  };
  try {
    browser = await launchChromium();
    const url = server.urlOf(options.workspace ?? path.join(projectRoot, 'sample'));
    return { ...(await openWindow(browser, url, options)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openWindow(browser: Browser, url: string, options: WorkbenchOptions): Promise<Workbench> {
  const { width = 1280, height = 800, sidebarWidth } = options;
  const page = await openPage(browser, width, height);
  await page.goto(url);
  await openView(page);
  if (sidebarWidth !== undefined) await dragSidebarTo(page, sidebarWidth);
  return {
    ...partsOf(page),
    ...writerIn(partsOf(page).chat),
    page,
    runCommand: commandRunner(page),
    findInSessions: finder(page),
    openPanel: () => openPanel(page),
    reload: () => reload(page),
    openSecond: () => openWindow(browser, url, options),
    close: () => closeWindow(page),
  };
}

/**
 * Closes a window. Navigates away first, so that the workbench ends its extensions. A page that is only closed does not
 * notify its server.
 */
async function closeWindow(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.close();
}

function partsOf(page: Page): Pick<Workbench, 'chat' | 'panel' | 'statusBar'> {
  const inside = (webview: string): FrameLocator =>
    page.frameLocator(webview).frameLocator('iframe#active-frame');
  return {
    chat: inside('iframe.webview[src*="purpose=webviewView"]'),
    panel: inside('iframe.webview:not([src*="purpose=webviewView"])'),
    statusBar: page.locator('.part.statusbar'),
  };
}

/**
 * Fills the composer repeatedly until it contains the text. An editor that was just opened takes the focus a second
 * time when its page is loaded. Text that was filled in before that moment is lost.
 */
function writerIn(chat: FrameLocator): Pick<Workbench, 'write' | 'say'> {
  const composer = chat.locator('lt-composer textarea');
  const write = (text: string): Promise<void> =>
    until(`the composer holds "${text}"`, async () => {
      await composer.fill(text);
      return (await composer.inputValue()) === text;
    });
  const say = async (text: string): Promise<void> => {
    await write(text);
    await composer.press('Enter');
  };
  return { write, say };
}

/** Opens the chat view. If the side bar has restored the view, a click would hide it, so nothing is clicked. */
async function openView(page: Page): Promise<void> {
  const restored = await page.locator('.part.sidebar .composite.viewlet').first().getAttribute('id');
  if (restored !== 'workbench.view.extension.longthread') {
    await page
      .locator('.part.activitybar .action-item', { has: page.locator('a[aria-label^="Longthread"]') })
      .click();
  }
  await viewOf(page).waitFor();
  await page.mouse.move(640, 400);
}

/** Reloads the window and waits for the view, which the side bar restores some seconds after the view's button. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await viewOf(page).waitFor();
}

function viewOf(page: Page): Locator {
  return page.locator('iframe.webview[src*="purpose=webviewView"]');
}

function commandRunner(page: Page): Workbench['runCommand'] {
  return (title) => choose(page, () => page.keyboard.press('F1'), `>${title}`, title);
}

function finder(page: Page): Workbench['findInSessions'] {
  const open = (): Promise<void> => commandRunner(page)('Longthread: Find in All Sessions');
  return (words, row) => choose(page, open, words, row);
}

/**
 * Opens a list, types into it and clicks on a row. A window that is being restored may miss the key that opens the
 * list, so the key is pressed again.
 */
function choose(page: Page, open: () => Promise<void>, typed: string, row: string): Promise<void> {
  return until(
    `"${row}" is chosen in a list`,
    async () => {
      await open();
      const timeout = PALETTE_MS;
      try {
        await page.locator('.quick-input-widget input').fill(typed, { timeout });
        const rows = page.locator('.quick-input-list .monaco-list-row', { hasText: row });
        await rows.first().click({ timeout });
        return true;
      } catch (error) {
        if (error instanceof errors.TimeoutError) return false;
        throw error;
      }
    },
    { withinMs: STEP_MS },
  );
}

/**
 * Runs the command repeatedly until the panel is shown. If the palette closes at the moment of the click, no command
 * runs.
 */
function openPanel(page: Page): Promise<void> {
  const run = commandRunner(page);
  const inside = partsOf(page).panel.locator('body');
  return until(
    'the panel is open',
    async () => {
      await run('Longthread: Open Panel');
      try {
        await inside.waitFor({ timeout: PANEL_MS });
        return true;
      } catch (error) {
        if (error instanceof errors.TimeoutError) return false;
        throw error;
      }
    },
    { withinMs: STEP_MS },
  );
}

/** The time to wait for the panel, which is long enough for a page that loads slowly. In milliseconds. */
const PANEL_MS = STEP_MS / 6;

/** The time to wait for a row of the palette before the palette is opened again, in milliseconds. */
const PALETTE_MS = STEP_MS / 12;

/** Drags the border between side bar and editors. */
export async function dragSidebarTo(page: Page, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) throw new Error('the side bar is not shown');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + width, y, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(box.x + width + 200, y);
}
