import { programNotFound } from '../../adapters/claudeCode/agentProgram.ts';
import { AGENTS } from '../../adapters/otherAgents/agents.ts';
import { maskSpans } from '../../core/log/mask.ts';
import type { Redactor } from '../../core/ports.ts';

/**
 * How to start an agent's program in a terminal. The program is started directly, without a shell, so that no part of a
 * message is run as a command.
 */
export interface AgentStart {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** The values and functions that the command uses. */
export interface ContinueInAgentPorts {
  /** The path of the agent's program. Undefined if the program is not found. */
  readonly program: string | undefined;
  /** Returns the session's notes and its newest messages. */
  brief(): Promise<string>;
  readonly redactor: Pick<Redactor, 'find'>;
  /** Writes notes to a file and returns the file's path. */
  keep(text: string): Promise<string>;
  start(start: AgentStart): void;
}

/**
 * The maximum number of characters of notes that are passed as an argument. Longer notes are written to a file for two
 * reasons: on Windows, a command line holds only some 32,000 characters, and other accounts on the machine may be able
 * to read a command line.
 */
export const LONGEST_FIRST_MESSAGE = 6_000;

/** An agent whose program can be started with a first message. */
export type ContinuingAgent = 'claudeCode' | 'codex';

/** Starts another agent with a session's notes as the first message. Does not change the session. */
export async function continueInAgent(agent: ContinuingAgent, ports: ContinueInAgentPorts): Promise<void> {
  const { name } = AGENTS[agent];
  if (ports.program === undefined) throw programNotFound(agent);
  const unmasked = withoutControlCharacters(await ports.brief());
  // This also masks a secret that the person allowed one model to see.
  const [secrets = []] = await ports.redactor.find([unmasked]);
  const brief = maskSpans(unmasked, secrets);
  const first = brief.length <= LONGEST_FIRST_MESSAGE ? brief : pointingTo(await ports.keep(brief));
  ports.start({ name, program: ports.program, args: [first] });
}

function pointingTo(path: string): string {
  return `Go on from an earlier session. Read the file “${path}” first, all of it: it holds that session’s notes, and what was asked and answered last.`;
}

/** Removes control characters except line breaks and tabs, since an argument of a program can't contain NUL. */
function withoutControlCharacters(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => ('\n\t'.includes(character) ? character : ''));
}
