/** What the first run in the editor's agent asks of the editor; each step rejects with an Error of one sentence. */
export interface AgentSetupPorts {
  /** Why this editor can't do it, in one sentence. */
  readonly versionProblem: string | undefined;
  readonly isAiOff: boolean;
  /** The model to begin with; undefined until one is connected. */
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

/** The editor's own words say what it did not let happen, e.g. by an organisation's policy. */
async function step(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    throw new Error(
      `The editor’s agent could not be set up (${why.replace(/[.\s]+$/, '')}). “Chat: Manage Language Models” is the editor’s own way to it, and Longthread’s own chat works without.`,
      { cause: error },
    );
  }
}
