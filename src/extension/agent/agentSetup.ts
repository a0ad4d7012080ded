import type { Tool } from '../../core/chat/toolContract.ts';
import { hostTexts } from '../../core/agent/hostTexts.ts';
import type { ChatModel, ChatRequest, ToolSchema } from '../../core/ports.ts';
import type { SetupParts } from '../parts.ts';
import type { ConversationSetup } from '../sessions/openSession.ts';
import { sharedSetup } from '../setup/conversationSetup.ts';

/** As the agent’s model calls the tool that reads originals back. */
const RECALL_TOOL = 'longthread_recall';

/** What the newest request of a session came with. */
export interface AgentSeat {
  model: ChatModel | undefined;
  tools: readonly ToolSchema[];
  toolChoice: ChatRequest['toolChoice'];
}

/** A conversation that the editor's agent leads: it runs the tools, and all that is said comes from it. */
export function agentSetup(parts: SetupParts, seat: AgentSeat): ConversationSetup {
  return (live) => ({
    ...sharedSetup(live, parts),
    model: () => seat.model,
    tools: () => seat.tools.map(toolOfHost),
    toolChoice: () => seat.toolChoice,
    systemText: () => '',
    companions: () => Promise.resolve([]),
    canRecall: () => seat.tools.some(({ name }) => name === RECALL_TOOL),
    asSent: hostTexts,
  });
}

function toolOfHost(schema: ToolSchema): Tool {
  const run = (): never => {
    throw new Error(`${schema.name} is a tool of the editor’s agent, which runs it.`);
  };
  return { schema, isReadOnly: false, run };
}
