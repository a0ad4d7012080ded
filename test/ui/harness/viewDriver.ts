import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import type { ChatDelta, ChatRow } from '../../../src/shared/chatView.ts';
import type { PanelDelta } from '../../../src/shared/panelView.ts';
import { launchChromium, openPage } from '../../support/vscodeBrowser.ts';
import { startHarness, type Harness } from './server.ts';
import type { ThemeName } from './themes.ts';

export interface OpenOptions {
  /** Width and height are in pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly theme?: ThemeName;
  /** A script that runs in the page before everything else, even if the content security policy forbids scripts. */
  readonly script?: string;
}

/** Shows a view in a real browser, connected to a fake host. */
export class ViewDriver {
  page!: Page;
  private harness!: Harness;
  private browser!: Browser;
  /**
   * The page that the tests of a suite share, since opening a page takes longer than most tests. Only a test with a
   * script gets a separate page.
   */
  private shared: Page | undefined;
  private opened = 0;
  private readonly pageErrors: string[] = [];

  async start(): Promise<void> {
    this.harness = await startHarness();
    this.browser = await launchChromium();
  }

  async stop(): Promise<void> {
    await this.browser.close();
    this.harness.close();
  }

  async open(view: 'chat' | 'panel', scenario: string, options: OpenOptions = {}): Promise<void> {
    const { width = view === 'chat' ? 300 : 1200, height = 700, theme = 'dark', script } = options;
    if (script !== undefined) {
      this.page = await this.newPage();
      await this.page.addInitScript({ content: script });
    } else {
      this.page = this.shared ??= await this.newPage();
      await this.page.mouse.move(-1, -1);
    }
    await this.page.setViewportSize({ width, height });
    this.opened += 1;
    const query = `scenario=${scenario}&theme=${theme}&opened=${this.opened}`;
    await this.page.goto(`${this.harness.address}/${view}?${query}`);
    await this.page.locator(`lt-${view} > *`).first().waitFor();
  }

  private async newPage(): Promise<Page> {
    const page = await openPage(this.browser, 800, 600);
    page.on('pageerror', (error) => this.pageErrors.push(String(error)));
    return page;
  }

  /** Closes the page unless it is the shared page. Fails if there was an error in the page. */
  async close(): Promise<void> {
    const violations = await this.page.evaluate(() => window.violations);
    const rejected = await this.page.evaluate(() => window.fake.rejected);
    if (this.page !== this.shared) await this.page.close();
    assert.deepEqual(violations, [], 'something broke the content security policy');
    assert.deepEqual(rejected, [], 'the host rejected a request of the view');
    assert.deepEqual(this.pageErrors.splice(0), [], 'a script failed');
  }

  /** Closes the page of a suite. If all suites shared a page, its growing memory would cost a quarter more CPU time. */
  async closeShared(): Promise<void> {
    await this.shared?.close();
    this.shared = undefined;
  }

  /** Sends deltas to the view, as the host would. */
  async push(...deltas: readonly (ChatDelta | PanelDelta)[]): Promise<void> {
    await this.page.evaluate((all) => {
      for (const delta of all) window.fake.channel.send(delta as never);
    }, deltas);
  }

  /** Appends rows to the thread. */
  async append(...items: readonly ChatRow[]): Promise<void> {
    await this.push({ type: 'list', field: 'rows', patch: { added: [{ items }] } });
  }

  /** Replaces a row. */
  async replace(id: string, item: ChatRow): Promise<void> {
    await this.push({ type: 'list', field: 'rows', patch: { replaced: [{ id, item }] } });
  }

  /** Waits until the view has sent at least `count` requests of a kind. Returns the newest request. */
  async lastRequest(type: string, count = 1): Promise<unknown> {
    const handle = await this.page.waitForFunction(
      ([kind, least]) => {
        const requests = window.fake.requests.filter((request) => request.type === kind);
        return requests.length >= least && requests.at(-1);
      },
      [type, count] as const,
    );
    return handle.jsonValue();
  }

  /** Makes all further requests of a kind fail with the error `sentence`. Without `sentence`, they succeed again. */
  async fail(type: string, sentence?: string): Promise<void> {
    await this.page.evaluate(
      ([kind, why]) => {
        if (why === undefined) window.fake.failing.delete(kind);
        else window.fake.failing.set(kind, why);
      },
      [type, sentence] as const,
    );
  }

  /** Starts to edit a message of the chat. Returns the field. */
  async beginEdit(message: string): Promise<Locator> {
    const row = this.page.locator(`[data-id="${message}"]`);
    await row.hover();
    await row.getByRole('button', { name: 'Edit and ask again from here' }).click();
    return this.page.getByRole('textbox', { name: 'Edit message' });
  }

  requestCount(type: string): Promise<number> {
    return this.page.evaluate(
      (kind) => window.fake.requests.filter((request) => request.type === kind).length,
      type,
    );
  }
}
