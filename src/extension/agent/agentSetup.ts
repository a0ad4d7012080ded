import type { Tool } from '../../core/chat/toolContract.ts';
import { isRecallTool } from '../../core/agent/waitsForRecall.ts';
import { hostTexts } from '../../core/agent/hostTexts.ts';
import type { AnswerWishes, ChatModel, ToolSchema } from '../../core/ports.ts';
import type { SetupParts } from '../setup/setupParts.ts';
import type { ConversationSetup } from '../sessions/openSession.ts';
import { sharedSetup } from '../setup/conversationSetup.ts';

/** The model, the tools and the options of a session's newest request. Each request replaces all three. */
export interface NewestRequest {
  model: ChatModel | undefined;
  tools: readonly ToolSchema[];
  wishes: AnswerWishes;
}

/** Returns the setup for conversations of the editor's agent, which runs the tools and sends the system text itself. */
export function agentSetup(parts: SetupParts, newest: NewestRequest): ConversationSetup {
  return (live) => ({
    ...sharedSetup(live, parts),
    model: () => newest.model,
    tools: () => newest.tools.map(toolOfHost),
    answerWishes: () => newest.wishes,
    systemText: () => '',
    companions: () => Promise.resolve([]),
    canRecall: () => newest.tools.some(({ name }) => isRecallTool(name)),
    asSent: hostTexts,
  });
}

function toolOfHost(schema: ToolSchema): Tool {
  const run = (): never => {
    throw new Error(`${schema.name} is a tool of the editor’s agent. Only the agent can run this tool.`);
  };
  return { schema, isReadOnly: false, run };
}
