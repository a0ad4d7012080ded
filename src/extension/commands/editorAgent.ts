import * as vscode from 'vscode';
import { harnessSentence, type HarnessSigns } from '../agent/copilotHarness.ts';
import { modelForAgent, versionProblem, type AgentSetupPorts } from '../agent/useInAgent.ts';
import { confirm } from '../asking/ask.ts';
import { refreshModels, waitFor } from '../asking/waitFor.ts';
import { OWN_VENDOR } from '../models/lmModel.ts';
import type { Parts } from '../parts.ts';
import { sleep } from '../sleep.ts';
import { connect } from './connect.ts';

const AGENT_EXTENSION = 'GitHub.copilot-chat';
const POLL_INTERVAL_MS = 200;
const POLL_TIMEOUT_MS = 40_000;
const FIRST_QUESTION = 'What is this project about, and where would you start reading?';

const DETAIL =
  'Longthread adds itself to the editor’s language models, and enables the editor’s built-in Copilot extension, which contains the agent. ' +
  'You don’t need to sign in to Copilot. If you are signed in, you stay signed in. What you say in the agent then goes to the model that you connected to Longthread. ';
const UNDO =
  'To undo these changes, remove Longthread in “Chat: Manage Language Models”, and disable Copilot in the list of extensions.';

/**
 * Returns the ports for setting up this editor's agent. They call undocumented commands of the editor;
 * `test/agents/editorFacts.test.ts` checks that these still work. `question` is put into the agent's chat, for the
 * person to send.
 */
export function editorAgentPorts(parts: Parts, question = FIRST_QUESTION): AgentSetupPorts {
  const signs: HarnessSigns = {
    setting: (name) => vscode.workspace.getConfiguration().get<unknown>(name),
    isRemote: vscode.env.remoteName !== undefined,
  };
  return {
    versionProblem: versionProblem(vscode.version),
    isAiOff: vscode.workspace.getConfiguration('chat').get('disableAIFeatures') === true,
    model: async () => {
      // Just after activation, the models are not loaded yet.
      await refreshModels(parts);
      return modelForAgent(parts.models.connected);
    },
    connect: () => connect(undefined, parts),
    confirm: () =>
      confirm('Use Longthread in the editor’s agent?', `${DETAIL}${harnessSentence(signs)}${UNDO}`, 'Use It'),
    addGroup,
    isAgentThere: () => vscode.extensions.getExtension(AGENT_EXTENSION) !== undefined,
    enableAgent,
    openChat: async (id) => {
      await vscode.extensions.getExtension(AGENT_EXTENSION)?.activate();
      await vscode.commands.executeCommand('workbench.action.chat.open', {
        mode: 'agent',
        modelSelector: { vendor: OWN_VENDOR, id },
        query: question,
        isPartialQuery: true,
      });
    },
    waitFor,
  };
}

async function addGroup(): Promise<void> {
  try {
    await vscode.commands.executeCommand('lm.addLanguageModelsProviderGroup', {
      vendor: OWN_VENDOR,
      name: 'Longthread',
    });
  } catch (error) {
    // It is no problem if the group was added earlier.
    if (!(error instanceof Error) || !/already exists/i.test(error.message)) throw error;
  }
}

/** Enables the agent's extension with a command of the editor. If that fails, opens the page of language models. */
async function enableAgent(signal: AbortSignal): Promise<void> {
  try {
    await vscode.commands.executeCommand('workbench.extensions.installExtension', AGENT_EXTENSION, {
      enable: true,
    });
  } catch {
    await enableByPage(signal);
    return;
  }
  await waitForAgent(() => undefined, signal);
}

/**
 * Enables the agent's extension by opening the editor's page of language models. Closes the page afterwards. Does not
 * wait for the command that opens the page, since the command may never end.
 */
async function enableByPage(signal: AbortSignal): Promise<void> {
  const opened = new OpenedTab();
  let problem: unknown;
  vscode.commands.executeCommand('workbench.action.chat.manage').then(undefined, (error: unknown) => {
    problem = error;
  });
  try {
    await waitForAgent(() => problem, signal);
  } finally {
    await opened.close();
  }
}

/**
 * Waits until the agent's extension is enabled. If the wait ends without the extension, throws the error that `problem`
 * returns, or a general error if `problem` returns none.
 */
async function waitForAgent(problem: () => unknown, signal: AbortSignal): Promise<void> {
  const until = Date.now() + POLL_TIMEOUT_MS;
  while (Date.now() < until && problem() === undefined && !signal.aborted) {
    if (vscode.extensions.getExtension(AGENT_EXTENSION) !== undefined) break;
    await sleep(POLL_INTERVAL_MS, signal);
  }
  if (vscode.extensions.getExtension(AGENT_EXTENSION) === undefined)
    throw asError(problem()) ?? new Error('this editor has no Copilot extension, or it stays disabled');
}

function asError(problem: unknown): Error | undefined {
  return problem instanceof Error ? problem : undefined;
}

/** Watches for the first new tab with one of the editor's own pages. Starts when the object is created. */
export class OpenedTab {
  readonly #listening: vscode.Disposable;
  #tab: vscode.Tab | undefined;

  constructor() {
    this.#listening = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      // Tabs of files, notebooks, terminals and webviews have an input; those of the editor's own pages have none.
      this.#tab ??= opened.find(({ input }) => input === undefined);
    });
  }

  /** Closes the tab if it was opened and is still open. */
  async close(): Promise<void> {
    this.#listening.dispose();
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    if (this.#tab !== undefined && tabs.includes(this.#tab)) await vscode.window.tabGroups.close(this.#tab);
  }
}
