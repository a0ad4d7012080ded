import os from 'node:os';
import * as vscode from 'vscode';
import { diagnosticsText, type DiagnosedSession } from '../logging/diagnostics.ts';
import type { Parts } from '../parts.ts';
import type { OpenSession } from '../sessions/openSession.ts';

/**
 * Writes diagnostics to a given file, or else to one that the person chooses. Opens the file, so that the person can
 * read it before passing it on.
 */
export async function collectDiagnostics(parts: Parts, given: unknown): Promise<void> {
  const target =
    given instanceof vscode.Uri
      ? given
      : await vscode.window.showSaveDialog({
          defaultUri: vscode.Uri.joinPath(vscode.Uri.file(os.homedir()), 'longthread-diagnostics.json'),
          filters: { JSON: ['json'] },
        });
  if (target === undefined) throw new vscode.CancellationError();
  const { acting, agentSessions, services } = parts;
  const settings = vscode.workspace.getConfiguration('longthread');
  const text = await diagnosticsText({
    program: programFacts(services.context),
    settingOf: (name) => settings.get(name),
    sessions: acting.choices.map((session) => diagnosedSession(session, agentSessions.has(session.id))),
    faults: services.logger.faults,
    lines: services.lines,
  });
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  await vscode.window.showTextDocument(target);
}

function programFacts(context: vscode.ExtensionContext): Readonly<Record<string, string | number | boolean>> {
  const { version } = context.extension.packageJSON as { readonly version: string };
  return {
    ...{ longthread: version, vscode: vscode.version, node: process.version },
    ...{ platform: process.platform, arch: process.arch, release: os.release() },
    ...{ isRemote: vscode.env.remoteName !== undefined, isWeb: vscode.env.uiKind === vscode.UIKind.Web },
    isTrusted: vscode.workspace.isTrusted,
    folders: vscode.workspace.workspaceFolders?.length ?? 0,
    uptimeSeconds: Math.round(process.uptime()),
    memoryMB: Math.round(process.memoryUsage().rss / 1_000_000),
  };
}

function diagnosedSession({ live, conversation }: OpenSession, isAgentLed: boolean): DiagnosedSession {
  return {
    leader: isAgentLed ? 'editor’s agent' : 'own chat',
    ...{ isReadOnly: live.log.isReadOnly, entries: live.entries },
    contextMessages: live.context.length,
    usedTokens: conversation.request.gauge().usedTokens,
  };
}
