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
  /** The session that is current in this window. */
  readonly session: () => Pick<OpenSession, 'live'> | undefined;
  /** Returns the agent's session whose model waits for this call of recall; undefined if none does, or several do. */
  readonly asker: (input: object) => Pick<OpenSession, 'live'> | undefined;
}

const NO_SESSION =
  'No Longthread session is open in this window, so there is nothing to recall; open one in the Longthread view.';
const RECALL_OFF = 'Recall is turned off in the settings of Longthread (longthread.recall).';

/** Registers the thread's tools for any model in the editor's agent. Does nothing if the editor has no tools. */
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

/** A tool for a single call. */
interface ToolNow {
  readonly tool: Tool;
  /** Whether the result goes to another session, in which secrets have other numbers. */
  readonly isForOthers?: boolean;
}

/**
 * Returns the recall tool for the session whose model asks, else for the current one. In the latter case marks of
 * secrets have no numbers, since these would name other values elsewhere. A failed call rejects with a sentence for the
 * model.
 */
export function recallTool({
  session,
  asker,
  services,
  settings,
}: EditorToolsOptions): vscode.LanguageModelTool<object> {
  return asEditorTool('Looking in the thread', (input) => {
    if (!settings.current.recall) throw new Error(RECALL_OFF);
    const asking = asker(input);
    const found = asking ?? session();
    if (found === undefined) throw new Error(NO_SESSION);
    return { tool: recall(found.live, services.logger), isForOthers: asking === undefined };
  });
}

/** Wraps a tool for the editor. It asks for no confirmation, as it only reads what the person has here. */
function asEditorTool(
  invocationMessage: string,
  toolFor: (input: object) => ToolNow,
): vscode.LanguageModelTool<object> {
  return {
    prepareInvocation: () => ({ invocationMessage }),
    invoke: async ({ input }, token) => {
      const cancellation = new Cancellation();
      const listening = token.onCancellationRequested(() => cancellation.cancel());
      try {
        const { tool, isForOthers = false } = toolFor(input);
        const { text, isError } = await tool.run(input, cancellation.signal);
        if (isError) throw new Error(text);
        const told = isForOthers ? withoutNumbers(text) : text;
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(told)]);
      } finally {
        listening.dispose();
      }
    },
  };
}
