import {
  programNotFound,
  type AgentWithProgram,
  type AgentProgram,
} from '../../adapters/claudeCode/agentProgram.ts';
import { AGENTS } from '../../adapters/otherAgents/agents.ts';

/** Agents that the command can set up itself. */
export type RecallAgent = 'editor' | AgentWithProgram;

export interface RecallChoice {
  readonly label: string;
  readonly detail: string;
  readonly choice: RecallAgent | 'copy';
}

/** The parts of the editor that the command uses. */
export interface GiveRecallPorts {
  /** The agents' own programs; undefined for a program that is not found. */
  readonly programs: Readonly<Record<AgentWithProgram, AgentProgram | undefined>>;
  /** The script that starts the MCP server. `write` creates the script at `path`. */
  readonly launcher: { readonly path: string; write(): void };
  /** Returns the agents that recall was given to. */
  given(): readonly RecallAgent[];
  keepGiven(agents: readonly RecallAgent[]): Promise<void>;
  /** Asks for a choice. Rejects if the person closes the question. */
  choose(choices: readonly RecallChoice[]): Promise<RecallChoice>;
  /** Asks the person. Rejects if they do not agree. */
  confirm(question: {
    readonly sentence: string;
    readonly detail: string;
    readonly action: string;
  }): Promise<void>;
  copy(text: string): Promise<void>;
  tell(sentence: string): void;
  waitFor<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

const NAMES: Readonly<Record<RecallAgent, string>> = {
  editor: 'VS Code’s agent',
  claudeCode: AGENTS.claudeCode.name,
  codex: AGENTS.codex.name,
  pi: AGENTS.pi.name,
};

const WHAT_IT_GIVES =
  'The agent gets two read-only tools, “search” and “recall”. The tools read only Longthread’s sessions of ' +
  'the folder in which the agent works. Secrets are masked. The agent sends the results to its model’s provider, like everything in its requests.';

/**
 * Adds Longthread's MCP server to an agent that the person chooses. The server's tools search and read the sessions of
 * the folder in which the agent works. If the agent has the server already, removes the server instead. For agents that
 * are not in the list, copies the command that starts the server.
 */
export async function giveRecall(ports: GiveRecallPorts): Promise<void> {
  const { choice } = await ports.choose(choicesOf(ports));
  if (choice === 'copy') return copyCommand(ports);
  if (ports.given().includes(choice)) return takeAway(choice, ports);
  await ports.confirm({
    sentence: `Set up recall in ${NAMES[choice]}?`,
    detail: `${WHAT_IT_GIVES}\n\n${HOW_IT_IS_ADDED[choice]}\n\nRun this command again to remove the tools.`,
    action: 'Set Up',
  });
  if (choice !== 'editor') await register(choice, ports);
  await ports.keepGiven([...ports.given(), choice]);
  ports.tell(`${NAMES[choice]} can search and read Longthread’s sessions, starting with its next session.`);
}

const HOW_IT_IS_ADDED: Readonly<Record<RecallAgent, string>> = {
  editor:
    'In every folder that you open, VS Code itself starts the server when a chat needs the recall tools.',
  claudeCode: 'Claude Code’s own command “claude mcp add” adds the tools for you in all your projects.',
  codex: 'Codex’s own command “codex mcp add” adds the tools for you in all your projects.',
  pi: 'pi’s own command “pi mcp add” adds the tools for you in all your projects (pi 1.0 or newer).',
};

function choicesOf(ports: GiveRecallPorts): readonly RecallChoice[] {
  const known = ports.given();
  const of = (choice: RecallAgent): RecallChoice =>
    known.includes(choice)
      ? {
          ...{ label: `$(trash) Remove recall from ${NAMES[choice]}`, choice },
          detail: 'The agent can then no longer search and read Longthread’s sessions.',
        }
      : { label: NAMES[choice], detail: HOW_IT_IS_ADDED[choice], choice };
  return [
    of('editor'),
    ...(['claudeCode', 'codex', 'pi'] as const)
      .filter((agent) => ports.programs[agent] !== undefined || known.includes(agent))
      .map(of),
    {
      label: '$(copy) Another agent…',
      detail: 'Copies the command that starts the server. Paste the command into that agent’s settings.',
      choice: 'copy',
    },
  ];
}

async function copyCommand(ports: GiveRecallPorts): Promise<void> {
  const { launcher } = ports;
  launcher.write();
  await ports.copy(launcher.path);
  ports.tell(
    'Copied the command that starts the server. It needs no arguments: the server finds the sessions of the folder in which it starts.',
  );
}

/** Options of each agent's own command. Without `--exposure direct`, pi offers a server's tools only to scripts. */
const OPTIONS = {
  claudeCode: { add: ['--scope', 'user'], remove: ['--scope', 'user'] },
  codex: { add: [], remove: [] },
  pi: { add: ['--exposure', 'direct'], remove: [] },
} as const;

async function register(agent: AgentWithProgram, ports: GiveRecallPorts): Promise<void> {
  const { launcher } = ports;
  launcher.write();
  // Replaces an entry that an earlier version or the person made under this name.
  await remove(agent, ports);
  const { isDone, output } = await run(
    agent,
    ['mcp', 'add', ...OPTIONS[agent].add, 'longthread', '--', launcher.path],
    ports,
  );
  if (!isDone) throw new Error(`${NAMES[agent]} refused: ${lastLine(output)}`);
}

async function takeAway(agent: RecallAgent, ports: GiveRecallPorts): Promise<void> {
  await ports.confirm({
    sentence: `Remove recall from ${NAMES[agent]}?`,
    detail: 'Sessions of this agent that are open now can use recall until they end.',
    action: 'Remove',
  });
  if (agent !== 'editor') {
    if (ports.programs[agent] === undefined)
      throw new Error(
        `${NAMES[agent]} was not found, so nothing was removed. Remove “longthread” from its MCP servers by hand.`,
      );
    const { isDone, output } = await remove(agent, ports);
    if (!isDone && !/no .*(?:found|named)|not found/iu.test(output))
      throw new Error(`${NAMES[agent]} refused: ${lastLine(output)}`);
  }
  await ports.keepGiven(ports.given().filter((each) => each !== agent));
  ports.tell(`Recall was removed from ${NAMES[agent]}.`);
}

async function remove(agent: AgentWithProgram, ports: GiveRecallPorts): ReturnType<AgentProgram['run']> {
  // An older pi would treat the arguments as a prompt and ask its model.
  if (agent === 'pi' && !/^[1-9]/u.test((await run(agent, ['--version'], ports)).output.trim()))
    throw new Error('This pi is older than 1.0, and has no MCP client.');
  return run(agent, ['mcp', 'remove', ...OPTIONS[agent].remove, 'longthread'], ports);
}

function run(
  agent: AgentWithProgram,
  args: readonly string[],
  ports: GiveRecallPorts,
): ReturnType<AgentProgram['run']> {
  const program = ports.programs[agent];
  if (program === undefined) throw programNotFound(agent);
  return ports.waitFor(`asking ${NAMES[agent]}`, (signal) => program.run(args, signal));
}

function lastLine(output: string): string {
  const last = output.trim().split('\n').at(-1) ?? '';
  return last === '' ? 'it did not say why.' : last;
}
