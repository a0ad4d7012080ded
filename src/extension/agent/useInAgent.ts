import type { ChatModel } from '../../core/ports.ts';

/** The parts of the editor that `useInAgent` uses. */
export interface AgentSetupPorts {
  /** One sentence on why this editor's agent can't use Longthread; undefined if it can. */
  readonly versionProblem: string | undefined;
  readonly isAiOff: boolean;
  /** Returns the model that the agent begins with; undefined until a model is connected. */
  model(): Promise<string | undefined>;
  connect(): Promise<void>;
  /** Shows what will be changed, and asks. Rejects if the person does not agree. */
  confirm(): Promise<void>;
  /** Adds Longthread's group to the editor's language models. With this group, the editor asks nobody to sign in. */
  addGroup(): Promise<void>;
  isAgentThere(): boolean;
  /** Enables the extension that contains the agent; gives up when the signal is aborted. */
  enableAgent(signal: AbortSignal): Promise<void>;
  openChat(model: string): Promise<void>;
  /** Shows a progress notification if the work takes long. Rejects if the person cancels. */
  waitFor<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

const AI_OFF =
  'AI features are turned off in this editor (setting chat.disableAIFeatures), so the editor’s agent can’t be used. Longthread’s own chat works without these features.';
const NO_MODEL = 'The editor’s agent needs a model. Connect one to Longthread first.';

/**
 * Makes Longthread's models usable in the editor's agent, and opens its chat. Changes nothing before the person agrees;
 * turns nothing off and signs nobody in or out. Throws an Error whose message is for the person.
 */
export async function useInAgent(ports: AgentSetupPorts): Promise<void> {
  if (ports.versionProblem !== undefined) throw new Error(ports.versionProblem);
  if (ports.isAiOff) throw new Error(AI_OFF);
  if ((await ports.model()) === undefined) await ports.connect();
  const model = await ports.model();
  if (model === undefined) throw new Error(NO_MODEL);
  await ports.confirm();
  await step(() => ports.addGroup());
  if (!ports.isAgentThere())
    await ports.waitFor('enabling the extension that contains the agent', (signal) =>
      step(() => ports.enableAgent(signal)),
    );
  await ports.waitFor('opening the agent’s chat', () => step(() => ports.openChat(model)));
}

/**
 * Runs a step. If the editor refuses the step, e.g. because of an organisation's policy, throws an Error that quotes
 * the first line of the editor's message.
 */
async function step(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    throw new Error(
      `The editor’s agent could not be set up (${why.replace(/[.\s]+$/, '')}). Use “Chat: Manage Language Models” instead, or Longthread’s own chat.`,
      { cause: error },
    );
  }
}

/**
 * The smallest context window that the agent can work with. The agent's tools and system text alone take about twenty
 * thousand tokens.
 */
const LEAST_WINDOW_TOKENS = 32_000;

/**
 * Returns the model that the agent begins with: the first model whose window is large enough or unknown, or else the
 * first model.
 */
export function modelForAgent(connected: readonly Pick<ChatModel, 'profile'>[]): string | undefined {
  const roomy = connected.find(({ profile }) => (profile.window ?? Infinity) >= LEAST_WINDOW_TOKENS);
  return (roomy ?? connected[0])?.profile.id;
}

/**
 * The oldest version of VS Code in which all tests of `test/agent` passed while nobody was signed in. Older versions
 * have these problems:
 * - In 1.133, only Ask mode fails. Its requests have no id, so a question without tools can't be distinguished from the
 *   editor's background requests.
 * - 1.112 and 1.117 lack the context key that prevents the editor from asking the person to sign in.
 */
export const AGENT_FLOOR = '1.136';

/** Returns why the agent of this version of the editor can't use Longthread's models; undefined if it can. */
export function versionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [floorMajor = 0, floorMinor = 0] = AGENT_FLOOR.split('.').map(Number);
  const isNewEnough = major > floorMajor || (major === floorMajor && minor >= floorMinor);
  return isNewEnough
    ? undefined
    : `The agent of VS Code ${version} can’t use Longthread. Update VS Code to ${AGENT_FLOOR} or newer, or use Longthread’s own chat.`;
}
