import * as vscode from 'vscode';
import { Cancellation } from '../../core/cancellation.ts';
import type { Tool } from '../../core/chat/toolContract.ts';
import { withoutNumbers } from '../../core/log/secretMark.ts';
import type { WorkspaceMemories } from '../memories/workspaceMemories.ts';
import type { Services } from '../services.ts';
import type { LiveSettings } from '../settings/liveSettings.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { memorySearch } from './memorySearch.ts';
import { recall } from './recall.ts';

export interface EditorToolsOptions {
  readonly services: Services;
  readonly memories: WorkspaceMemories;
  readonly settings: LiveSettings;
  /** Returns the session that is current in this window. */
  readonly session: () => Pick<OpenSession, 'live'> | undefined;
  /**
   * Returns the session of the editor's agent in which the model called the recall tool with this input. Returns
   * undefined if no session or more than one session waits for the result of such a call.
   */
  readonly asker: (input: object) => Pick<OpenSession, 'live'> | undefined;
}

const NO_SESSION =
  'No Longthread session is open in this window, so there is nothing to recall; open one in the Longthread view.';
const RECALL_OFF = 'Recall is turned off in the settings of Longthread (longthread.recall).';

/**
 * Registers recall and the search for memories as tools for any model in the editor's agent. Does nothing if the editor
 * does not accept tools.
 */
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
      asEditorTool('Searching memories', () => ({ tool: memorySearch(options.memories) })),
    ),
  );
}

/** The tool that answers one call. */
interface ToolForCall {
  readonly tool: Tool;
  /** Whether the result may go to another session, in which secrets have other numbers. */
  readonly isForOtherSession?: boolean;
}

/**
 * Returns the recall tool for the editor's agent. A call reads the session whose model made the call. If this session
 * is unknown, the call reads the current session and removes the numbers from the marks of secrets, since these numbers
 * would mean other values in another session. A failed call rejects with a sentence for the model.
 */
export function recallTool({
  session,
  asker,
  services,
  settings,
}: EditorToolsOptions): vscode.LanguageModelTool<object> {
  return asEditorTool('Looking in the thread', (input) => {
    if (!settings.current.recall) throw new Error(RECALL_OFF);
    const askingSession = asker(input);
    const found = askingSession ?? session();
    if (found === undefined) throw new Error(NO_SESSION);
    return { tool: recall(found.live, services.logger), isForOtherSession: askingSession === undefined };
  });
}

/** Wraps a tool for the editor. Calls need no confirmation, since the tools only read sessions and memories. */
function asEditorTool(
  invocationMessage: string,
  toolFor: (input: object) => ToolForCall,
): vscode.LanguageModelTool<object> {
  return {
    prepareInvocation: () => ({ invocationMessage }),
    invoke: async ({ input }, token) => {
      const cancellation = new Cancellation();
      const listening = token.onCancellationRequested(() => cancellation.cancel());
      try {
        const { tool, isForOtherSession = false } = toolFor(input);
        const { text, isError } = await tool.run(input, cancellation.signal);
        if (isError) throw new Error(text);
        const shown = isForOtherSession ? withoutNumbers(text) : text;
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(shown)]);
      } finally {
        listening.dispose();
      }
    },
  };
}
