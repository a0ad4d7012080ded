import * as vscode from 'vscode';
import type { Entry } from '../core/log/entry.ts';
import { PanelView } from './panel/panelView.ts';
import type { Parts } from './parts.ts';
import { watchSession } from './sessions/watchSession.ts';

/** Keeps the keys by which menus, the palette and the walkthrough know what can be done now, and what was done once. */
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
    appended: noteStep,
    happened: () => undefined,
  });
  return vscode.Disposable.from(watching, models.onDidChange(update), followTabs());
}

/**
 * The editor reads a walkthrough when its page is first opened, and takes a step as done when the step's key changes
 * after that. So whatever was done before is told again, by a change, when a page of the editor's own is opened.
 */
function followTabs(): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
    if (opened.some(isPanel)) set('hasOpenedPanel', true);
    if (opened.every(({ input }) => input !== undefined)) return;
    set('isLookedAt', true);
    set('isLookedAt', false);
  });
}

/** However it was opened: the editor is not told of a command that an extension gives itself. */
function isPanel({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(PanelView.id);
}

/** Steps of the walkthrough that no command tells of. */
function noteStep(entry: Entry): void {
  if (entry.kind === 'compaction' && entry.event.reason === 'manual') set('hasCompacted', true);
  if (entry.kind === 'message' && entry.message.role === 'user') set('hasAsked', true);
}

/** A step of the walkthrough that was gone to its end: `hasImported`, `hasUsedInAgent`. */
export function noteDone(step: 'hasImported' | 'hasUsedInAgent'): void {
  set(step, true);
}

function set(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `longthread.${name}`, value);
}
