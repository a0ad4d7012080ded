import { programNotFound, type AgentWithProgram } from '../../adapters/claudeCode/agentProgram.ts';

/** A question for consent, with the label of the button that agrees. */
export interface ConsentQuestion {
  readonly sentence: string;
  readonly detail: string;
  readonly action: string;
}

/** The parts of the editor that ask the person and show the result. */
export interface AskingPorts {
  /** Asks the person. Rejects if they do not agree. */
  confirm(question: ConsentQuestion): Promise<void>;
  tell(sentence: string): void;
}

/** Something that Longthread can add to another agent. */
export interface AgentAddition {
  readonly agent: AgentWithProgram;
  /** Whether the agent, or its folder, is on this machine. */
  readonly isHere: boolean;
  readonly isAdded: boolean;
  readonly adding: ConsentQuestion;
  readonly removing: ConsentQuestion;
  /** Makes the addition. Like `remove`, returns a sentence that tells the person the result. */
  add(): string;
  remove(): string;
}

/** After the person agrees, adds something to another agent, or removes it if it was added already. */
export async function addToAgent(addition: AgentAddition, ports: AskingPorts): Promise<void> {
  const { agent, isHere, isAdded, adding, removing } = addition;
  if (!isAdded && !isHere) throw programNotFound(agent);
  await ports.confirm(isAdded ? removing : adding);
  ports.tell(isAdded ? addition.remove() : addition.add());
}
