import type { AgentMessage, AgentPart } from '../../core/agent/agentRequest.ts';
import type { CountImage } from '../../core/context/imageTokens.ts';

/** What a message's images take, those of its tools' results too, as the model's provider counts them. */
export function agentImageTokens({ parts }: Pick<AgentMessage, 'parts'>, count: CountImage): number {
  return parts.reduce((sum, part) => sum + tokensOf(part, count), 0);
}

function tokensOf(part: AgentPart, count: CountImage): number {
  if (part.type === 'toolResult') return agentImageTokens(part, count);
  return part.type === 'image' ? count(part) : 0;
}
