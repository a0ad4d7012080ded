import type { AgentMessage, AgentPart } from '../../core/agent/agentRequest.ts';

/** The texts of a message that are counted; images are counted apart, since what one takes depends on the model. */
export function countableTexts({ parts }: AgentMessage): readonly string[] {
  return parts.flatMap(textsOf);
}

function textsOf(part: AgentPart): readonly string[] {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return [part.text];
    case 'toolCall':
      return [part.name, JSON.stringify(part.input ?? {})];
    case 'toolResult':
      return part.parts.flatMap(textsOf);
    case 'image':
    case 'data':
      return [];
  }
}
