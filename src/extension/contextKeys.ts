import * as vscode from 'vscode';
import type { Entry } from '../core/log/entry.ts';
import { PanelView } from './panel/panelView.ts';
import type { Parts } from './parts.ts';
import { watchSession } from './sessions/watchSession.ts';

/** Keeps the context keys for menus, the command palette and the walkthrough up to date. */
export function followContextKeys({ acting, models }: Parts): vscode.Disposable {
  const update = (): void => {
    const session = acting.current;
    set('hasSession', session !== undefined);
    set('isReadOnly', session?.live.log.isReadOnly === true);
    set('isKeptElsewhere', session?.live.log.readOnlyCause === 'keptElsewhere');
    set('takesWishes', session?.wishes !== undefined);
    set('hasModel', models.chatModel !== undefined);
  };
  const watching = watchSession(acting, {
    shown: update,
    changed: update,
    appended: markStepsOf,
    happened: () => undefined,
  });
  return vscode.Disposable.from(watching, models.onDidChange(update), followTabs());
}

/**
 * Marks the walkthrough step “open the panel” as done when the panel opens. Also completes steps that were done before
 * the walkthrough opened. The editor evaluates a step's condition only when a key in the condition changes, and the
 * conditions of all steps contain the key `isLookedAt`. Therefore, this function changes `isLookedAt` when one of the
 * editor's own pages opens, such as the walkthrough. The tab of such a page has no `input`.
 */
function followTabs(): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
    if (opened.some(isPanel)) set('hasOpenedPanel', true);
    if (opened.every(({ input }) => input !== undefined)) return;
    set('isLookedAt', true);
    set('isLookedAt', false);
  });
}

/** Returns whether a tab is the panel. */
function isPanel({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(PanelView.id);
}

/** Marks the walkthrough steps that an entry of the log completes. */
function markStepsOf(entry: Entry): void {
  if (entry.kind === 'compaction' && entry.event.reason === 'manual') set('hasCompacted', true);
  if (entry.kind === 'message' && entry.message.role === 'user') set('hasAsked', true);
}

/** Marks a walkthrough step as done: `hasImported`, `hasUsedInAgent`. */
export function noteDone(step: 'hasImported' | 'hasUsedInAgent'): void {
  set(step, true);
}

function set(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `longthread.${name}`, value);
}
