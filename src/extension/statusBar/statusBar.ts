import * as vscode from 'vscode';
import type { GaugeTier } from '../../shared/gaugeView.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { watchSession } from '../sessions/watchSession.ts';
import { gaugeOf } from './gaugeOf.ts';
import type { ViewParts } from '../parts.ts';
import { gaugeText, spokenGauge } from './gaugeText.ts';
import { gaugeTooltip, TOOLTIP_COMMANDS } from './gaugeTooltip.ts';

const BACKGROUNDS: Readonly<Record<GaugeTier, string | undefined>> = {
  calm: undefined,
  background: undefined,
  aggressive: 'statusBarItem.warningBackground',
  emergency: 'statusBarItem.errorBackground',
};

/**
 * The number of milliseconds between a change and the redraw of the gauge. Changes in quick succession are drawn
 * together.
 */
const REDRAW_DELAY_MS = 150;

/** The gauge in the status bar. */
export class StatusBar implements vscode.Disposable {
  readonly #parts: ViewParts;
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #session: OpenSession | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ViewParts) {
    this.#parts = parts;
    this.#item = vscode.window.createStatusBarItem('longthread.gauge', vscode.StatusBarAlignment.Right, 100);
    this.#item.name = 'Longthread: context gauge';
    this.#item.command = 'longthread.openPanel';
    const redraw = (): void => this.#redrawSoon();
    this.#subscriptions = [
      this.#item,
      watchSession(parts.acting, {
        shown: (session) => {
          this.#session = session;
          redraw();
        },
        changed: redraw,
        appended: redraw,
        happened: (event) => {
          if (event.type !== 'delta') redraw();
        },
      }),
      parts.pending.onDidChange(redraw),
      parts.models.onDidChange(redraw),
      parts.settings.onDidChange(redraw),
    ];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /**
   * Returns the title of the acting session if it belongs to the editor's agent. The title shows that the gauge is not
   * that of Longthread's own chat.
   */
  #title(): string | undefined {
    const { acting } = this.#parts;
    if (!acting.isAgentLed) return undefined;
    return `${acting.current?.live.session.title ?? 'New chat'}, in the editor’s agent`;
  }

  #redrawSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#redraw();
    }, REDRAW_DELAY_MS);
  }

  #redraw(): void {
    // The chat may already show the end of a session that is still being opened. The gauge of this session is not yet
    // known.
    if (this.#session === undefined || this.#parts.acting.tail !== undefined) {
      this.#item.hide();
      return;
    }
    const gauge = gaugeOf(this.#session, this.#parts);
    const background = BACKGROUNDS[gauge.question === undefined ? gauge.tier : 'aggressive'];
    this.#item.text = gaugeText(gauge);
    this.#item.tooltip = richText(gaugeTooltip(gauge, this.#title()));
    this.#item.accessibilityInformation = { label: spokenGauge(gauge) };
    this.#item.backgroundColor = background === undefined ? undefined : new vscode.ThemeColor(background);
    this.#item.show();
  }
}

/** Returns Markdown with icons, colours and links. The links may only run the gauge's own commands. */
function richText(text: string): vscode.MarkdownString {
  const rich = new vscode.MarkdownString(text, true);
  rich.supportHtml = true;
  rich.isTrusted = { enabledCommands: TOOLTIP_COMMANDS };
  return rich;
}
