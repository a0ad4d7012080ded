import type { ChatModel } from '../../core/ports.ts';

/** Ports of the first run in the editor's agent; each step rejects with an Error of one sentence. */
export interface AgentSetupPorts {
  /** Why this editor can't do it, in one sentence. */
  readonly versionProblem: string | undefined;
  readonly isAiOff: boolean;
  /** Returns the model to begin with; undefined until one is connected. */
  model(): Promise<string | undefined>;
  connect(): Promise<void>;
  /** Says what is about to be done; rejects where the person does not agree. */
  confirm(): Promise<void>;
  /** Names Longthread as a place for models; the editor asks nobody to sign in then. */
  addGroup(): Promise<void>;
  isAgentThere(): boolean;
  /** Enables what brings the agent; gives up once the signal fires. */
  enableAgent(signal: AbortSignal): Promise<void>;
  openChat(model: string): Promise<void>;
  /** Says what is waited for where it takes long, and rejects where the person stops it. */
  waitFor<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

const AI_OFF =
  'AI features are turned off in this editor (the setting chat.disableAIFeatures), so its agent can’t be used. Longthread’s own chat works without them.';
const NO_MODEL = 'The editor’s agent needs a model. Connect one to Longthread first.';

/**
 * Makes Longthread's models usable in the editor's agent and opens it with a first question ready. Nothing is changed
 * before the person has agreed, nothing is turned off, and nobody is signed in or out. Throws an Error of one sentence.
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
    await ports.waitFor('enabling the extension that brings the agent', (signal) =>
      step(() => ports.enableAgent(signal)),
    );
  await ports.waitFor('opening the agent’s chat', () => step(() => ports.openChat(model)));
}

/** Fails with the editor's own words for what it did not allow, e.g. by an organisation's policy. */
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

/** The agent's tools and its own text alone take some twenty thousand tokens. */
const LEAST_WINDOW_TOKENS = 32_000;

/**
 * Returns the model that the agent begins with: the first that has room for it, where that is known; else the first.
 */
export function modelForAgent(connected: readonly Pick<ChatModel, 'profile'>[]): string | undefined {
  const roomy = connected.find(({ profile }) => (profile.window ?? Infinity) >= LEAST_WINDOW_TOKENS);
  return (roomy ?? connected[0])?.profile.id;
}

/**
 * The oldest VS Code in which all of `test/agent` was seen to pass, signed out. Of 1.133 all but Ask mode did: its requests
 * bring no id there, and a question without tools can't be told from the editor's own errands. 1.112 and 1.117 lack the key
 * by which nobody is asked to sign in.
 */
export const AGENT_FLOOR = '1.136';

/** Returns why the editor's agent can't use Longthread's models in this version; undefined where it can. */
export function versionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [floorMajor = 0, floorMinor = 0] = AGENT_FLOOR.split('.').map(Number);
  const isNewEnough = major > floorMajor || (major === floorMajor && minor >= floorMinor);
  return isNewEnough
    ? undefined
    : `The agent of VS Code ${version} can’t use Longthread: that needs VS Code ${AGENT_FLOOR} or newer. Longthread’s own chat works.`;
}
