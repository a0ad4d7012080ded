export interface AskedBefore {
  readonly sentence: string;
  readonly detail: string;
  readonly action: string;
}

/** The parts of the editor that ask the person and show the result. */
export interface AskingPorts {
  /** Asks the person. Rejects if they do not agree. */
  confirm(question: AskedBefore): Promise<void>;
  tell(sentence: string): void;
}

/** An addition of Longthread's to another agent. */
export interface AgentAddition {
  readonly agent: string;
  /** Whether the agent, or its folder, is on this machine. */
  readonly isHere: boolean;
  readonly isAdded: boolean;
  readonly adding: AskedBefore;
  readonly removing: AskedBefore;
  /** Adds it. Like `remove`, returns the sentence to show afterwards. */
  add(): string;
  remove(): string;
}

/** Adds something to another agent, or removes it if it is there already, once the person agrees. */
export async function addToAgent(addition: AgentAddition, ports: AskingPorts): Promise<void> {
  const { agent, isHere, isAdded, adding, removing } = addition;
  if (!isAdded && !isHere) throw new Error(`${agent} was not found on this machine.`);
  await ports.confirm(isAdded ? removing : adding);
  ports.tell(isAdded ? addition.remove() : addition.add());
}
