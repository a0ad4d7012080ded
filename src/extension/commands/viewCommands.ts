import { AS_ASKED, choose } from '../asking/ask.ts';
import { asLabel } from '../asking/plainTexts.ts';
import * as vscode from 'vscode';
import { editorAgentPorts } from './editorAgent.ts';
import { useInAgent } from '../agent/useInAgent.ts';
import { giveRecall } from '../mcp/giveRecall.ts';
import { useInClaudeCode } from '../claudeCode/useInClaudeCode.ts';
import { useInCodex } from '../mcp/useInCodex.ts';
import { useInPi } from '../mcp/useInPi.ts';
import type { ChatView } from '../chat/chatView.ts';
import type { PanelView } from '../panel/panelView.ts';
import { noteDone } from '../contextKeys.ts';
import type { Parts } from '../parts.ts';
import { collectDiagnostics } from './collectDiagnostics.ts';
import type { Commands } from './command.ts';
import { findInSessions } from './findInSessions.ts';
import { inSession } from './inSession.ts';
import { showMessage } from './showMessage.ts';
import { currentSession } from './targets.ts';

/** The views that commands show. */
export interface Views {
  readonly chat: ChatView;
  readonly panel: PanelView;
}

export function viewCommands(parts: Parts, { chat, panel }: Views): Commands {
  return {
    openLog: () => parts.services.channel.show(),
    collectDiagnostics: (target) => collectDiagnostics(parts, target),
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', '@ext:longthread.longthread'),
    getStarted: () =>
      vscode.commands.executeCommand(
        'workbench.action.openWalkthrough',
        'longthread.longthread#start',
        false,
      ),
    openPanel: (event) => panel.open(typeof event === 'string' ? event : undefined),
    previewCompaction: (asked) => {
      currentSession(parts);
      panel.preview(asked === AS_ASKED);
    },
    focusChat: () => chat.focus(),
    rules: async () => {
      currentSession(parts);
      // The rules of an agent's session are shown only in the panel.
      if (parts.acting.isAgentLed) panel.open();
      else await chat.focus('rules');
    },
    useInAgent: async (question) => {
      await useInAgent(editorAgentPorts(parts, typeof question === 'string' ? question : undefined));
      noteDone('hasUsedInAgent');
    },
    giveRecall: () => giveRecall(parts.mcp.ports),
    useInCodex: () => useInCodex(parts.mcp.codexPorts),
    useInPi: () => useInPi(parts.mcp.piPorts),
    useInClaudeCode: () => useInClaudeCode(parts.claudeCode.ports),
    chooseActing: () => chooseActing(parts),
    findInThread: () => {
      if (parts.acting.isAgentLed)
        throw new Error(
          'This session belongs to the editor’s agent: search it with “Find in All Sessions…”, or ask @longthread.',
        );
      return chat.focus('find');
    },
    showMessage: (...link) => showMessage(link, { parts, chat, panel }),
    inSession: (...asked) => inSession(asked, { acting: parts.acting, run: vscode.commands.executeCommand }),
    find: (query) => findInSessions(query, { parts, chat }),
    attachFile: (file) => attachFile(file, chat),
  };
}

/**
 * Asks which session the gauge, the panel and the commands act on. A later request in another chat makes the session of
 * that chat the acting session.
 */
async function chooseActing({ acting }: Parts): Promise<void> {
  const items = acting.choices.map((session) => ({
    label: asLabel(session.live.session.title ?? 'New session'),
    description: [
      session.live.session.agent === undefined ? 'Longthread’s chat' : 'the editor’s agent',
      ...(session === acting.current ? ['shown now'] : []),
    ].join(' · '),
    session,
  }));
  if (items.length === 0) throw new Error('No session is open. Start one, or open a transcript.');
  acting.choose((await choose(items, 'Which session should the gauge and the panel show?')).session);
}

/** Attaches the file that a menu passes, else the selection in the active editor, else the file in that editor. */
async function attachFile(file: unknown, chat: ChatView): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (file instanceof vscode.Uri) await chat.attachments.attachFile(file);
  else if (editor === undefined) throw new Error('Open a file first, or choose one in the explorer.');
  else if (editor.selection.isEmpty) await chat.attachments.attachFile(editor.document.uri);
  else await chat.attachments.attachSelection();
  await chat.focus();
}
