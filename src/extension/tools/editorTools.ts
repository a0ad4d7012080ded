import * as vscode from 'vscode';
import { Cancellation } from '../../core/cancellation.ts';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { Parts } from '../parts.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { memorySearch } from './memorySearch.ts';
import { recall } from './recall.ts';

export interface EditorToolsOptions extends Pick<Parts, 'services' | 'memories' | 'settings'> {
  /** The session that is current in this window. */
  readonly session: () => Pick<OpenSession, 'live'> | undefined;
}

const NO_SESSION =
  'No Longthread session is open in this window, so there is nothing to recall; open one in the Longthread view.';
const RECALL_OFF = 'Recall is turned off in the settings of Longthread (longthread.recall).';

/** Tools of the thread for any model in the editor's agent. Nothing where the editor takes no tools. */
export function editorTools(
  options: EditorToolsOptions,
  lm: Partial<Pick<typeof vscode.lm, 'registerTool'>> | undefined,
): vscode.Disposable {
  const registerTool = lm?.registerTool;
  if (registerTool === undefined) return new vscode.Disposable(() => undefined);
  return vscode.Disposable.from(
    registerTool('longthread_recall', recallTool(options)),
    registerTool(
      'longthread_memory_search',
      asEditorTool('Searching memories', () => memorySearch(options.memories)),
    ),
  );
}

/** Recall in the session that is current when it is called. What it rejects with is one sentence for the model. */
export function recallTool({
  session,
  services,
  settings,
}: EditorToolsOptions): vscode.LanguageModelTool<object> {
  return asEditorTool('Looking in the thread', () => {
    if (!settings.current.recall) throw new Error(RECALL_OFF);
    const current = session();
    if (current === undefined) throw new Error(NO_SESSION);
    return recall(current.live, services.logger);
  });
}

/** It reads what the person has here anyway, so nobody is asked before. */
function asEditorTool(invocationMessage: string, toolNow: () => Tool): vscode.LanguageModelTool<object> {
  return {
    prepareInvocation: () => ({ invocationMessage }),
    invoke: async ({ input }, token) => {
      const cancellation = new Cancellation();
      const listening = token.onCancellationRequested(() => {
        cancellation.cancel();
      });
      try {
        const { text, isError } = await toolNow().run(input, cancellation.signal);
        if (isError) throw new Error(text);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      } finally {
        listening.dispose();
      }
    },
  };
}
