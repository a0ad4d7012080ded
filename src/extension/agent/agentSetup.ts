import type { Tool } from '../../core/chat/toolContract.ts';
import { isRecall } from '../../core/agent/waitsForRecall.ts';
import { hostTexts } from '../../core/agent/hostTexts.ts';
import type { AnswerWishes, ChatModel, ToolSchema } from '../../core/ports.ts';
import type { SetupParts } from '../setup/setupParts.ts';
import type { ConversationSetup } from '../sessions/openSession.ts';
import { sharedSetup } from '../setup/conversationSetup.ts';

/** Data of a session's newest request. */
export interface AgentSeat {
  model: ChatModel | undefined;
  tools: readonly ToolSchema[];
  wishes: AnswerWishes;
}

/** Makes a conversation that the editor's agent leads: it runs the tools and sends all messages. */
export function agentSetup(parts: SetupParts, seat: AgentSeat): ConversationSetup {
  return (live) => ({
    ...sharedSetup(live, parts),
    model: () => seat.model,
    tools: () => seat.tools.map(toolOfHost),
    answerWishes: () => seat.wishes,
    systemText: () => '',
    companions: () => Promise.resolve([]),
    canRecall: () => seat.tools.some(({ name }) => isRecall(name)),
    asSent: hostTexts,
  });
}

function toolOfHost(schema: ToolSchema): Tool {
  const run = (): never => {
    throw new Error(`${schema.name} is a tool of the editor’s agent, which runs it.`);
  };
  return { schema, isReadOnly: false, run };
}
