import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { registryProfile } from '../../adapters/models/profiles.ts';
import { DEFAULT_SETTINGS } from '../../core/compaction/settings.ts';
import { STRATEGIES } from '../../core/compaction/strategies.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { TextPart } from '../../core/log/message.ts';
import { memoryCompanion } from '../memories/memoryCompanion.ts';
import type { SetupParts } from './setupParts.ts';
import { logCompactions } from '../sessions/logCompactions.ts';
import { titleSession } from '../sessions/titleSession.ts';
import type { ConversationSetup } from '../sessions/openSession.ts';
import { strategyOf } from '../strategyRegistry.ts';
import { noteRecalls, oftenRecalled } from '../memories/workspaceRecalls.ts';
import { ownTurn, sleep, waitAtMost } from '../sleep.ts';
import { summarizer } from './summarizer.ts';
import { systemText } from './systemText.ts';
import { canCallTools, toolSet } from './toolSet.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/**
 * Returns a function that creates the services of a conversation. The services read the settings, the model and the
 * workspace's trust each time they need them.
 */
export function conversationSetup(parts: SetupParts): ConversationSetup {
  const { settings, models, observations, instructions } = parts;
  return (live) => {
    observations.start();
    void instructions.ready();
    return {
      ...sharedSetup(live, parts),
      countsDown: true,
      model: () => models.chatModel,
      tools: toolSet(live, parts),
      systemText: () => currentSystemText(parts),
      companions: (text) => companions(text, live, parts),
      canRecall: () => settings.current.recall && canCallTools(parts),
    };
  };
}

/**
 * Returns the services that all sessions need, in Longthread's own chat and in other agents. Also starts to log the
 * session's compactions, to count its recalls, and to set its title.
 */
export function sharedSetup(live: LiveSession, parts: SetupParts) {
  const { services, settings, memories, recalls } = parts;
  logCompactions(live, services.logger);
  noteRecalls(live, recalls, services.logger);
  titleSession(live, services.logger);
  return {
    summarizer: summarizer(parts),
    settings: () => settings.current.compaction,
    strategy: () => strategyOf(live, parts),
    windowOverride: () => settings.current.contextWindow,
    maxSteps: () => settings.current.maxSteps,
    budget: () => settings.current.budget,
    idle: () => settings.current.idle,
    priceOf: (model) => registryProfile(model, settings.current.baseUrl ?? NO_ENDPOINT).price,
    oftenRecalled: () => new Set([...oftenRecalled(live.session.recalls), ...recalls.often]),
    saveMemories: async (saved) => {
      for (const memory of saved) await memories.offer(memory, live);
    },
    sleep,
    pause: ownTurn,
    newCallId: () => `call_${randomUUID()}`,
  } satisfies Partial<ReturnType<ConversationSetup>>;
}

/**
 * Returns the services for a session of another agent, in which Longthread calls no model. These services use the
 * default compaction settings.
 */
export function setupWithoutModel(live: LiveSession, parts: SetupParts) {
  return {
    ...sharedSetup(live, parts),
    settings: () => DEFAULT_SETTINGS,
    strategy: () => STRATEGIES.hybrid,
    summarizer: () => undefined,
    windowOverride: () => undefined,
    tools: () => [],
    systemText: () => '',
    companions: () => Promise.resolve([]),
    canRecall: () => true,
  } satisfies Partial<ReturnType<ConversationSetup>>;
}

/**
 * The address for `registryProfile` if no endpoint is known. This address is not local, so the profile contains the
 * model's published price.
 */
export const NO_ENDPOINT = 'https://editor.invalid';

/**
 * The maximum number of milliseconds to wait for the instruction files, e.g. on a slow network. If reading them takes
 * longer, they are sent with a later message.
 */
const LONGEST_WAIT_MS = 2_000;

/** Returns the system text. Waits at most `LONGEST_WAIT_MS` for the workspace's instruction files. */
async function currentSystemText(parts: SetupParts): Promise<string> {
  const { settings, instructions } = parts;
  await waitAtMost(LONGEST_WAIT_MS, instructions.ready());
  return systemText({
    folders: (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name),
    hasTools: canCallTools(parts),
    canReadFiles: vscode.workspace.isTrusted,
    ownInstructions: settings.current.instructions,
    instructionFiles: instructions.files,
  });
}

/** Returns the memories and observations to send with the person's message. Returns an empty list if that fails. */
async function companions(text: string, live: LiveSession, parts: SetupParts): Promise<readonly TextPart[]> {
  const { services, settings, memories, observations } = parts;
  try {
    const observed = await observations.companion(live);
    const mostTokens = settings.current.memoryTokens;
    const memory = memoryCompanion(memories.list(), { text, live, mostTokens });
    return [memory, observed].filter((part) => part !== undefined);
  } catch (error) {
    services.logger.warn(`observations and memories are left out: ${messageOf(error)}`, error);
    return [];
  }
}
