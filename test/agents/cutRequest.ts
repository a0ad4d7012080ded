import type { AgentMessage, AgentPart, AgentRequest } from '../../src/core/agent/agentRequest.ts';

const LONGEST_LINE = 80;
const MOST_TOOLS = 2;

/**
 * Converts a recorded request to a fixture of this project. Keeps the names of two tools. Keeps one line of each text
 * of the host. Replaces the conversation's id, the workspace's path and dates, which differ from run to run, by fixed
 * values.
 */
export function cutRequest(request: AgentRequest, workspace: string): AgentRequest {
  const { messages, tools, conversationId } = request;
  const named = (text: string): string => nameAlike(text, workspace, conversationId);
  return {
    messages: messages.map((message) => cutMessage(message, named)),
    tools: tools
      .slice(0, MOST_TOOLS)
      .map(({ name }) => ({ name, description: '', parameters: { type: 'object' } })),
    ...(conversationId !== undefined && { conversationId: 'conversation-1' }),
  };
}

function nameAlike(text: string, workspace: string, conversationId = 'conversation-1'): string {
  return text
    .replaceAll(workspace, '/workspace')
    .replaceAll(conversationId, 'conversation-1')
    .replace(/\d{4}-\d\d-\d\d/g, '2026-01-01');
}

function cutMessage({ role, parts }: AgentMessage, named: (text: string) => string): AgentMessage {
  if (role === 'assistant') return { role, parts: parts.map((part) => mapText(part, named)) };
  const cut = role === 'system' ? measured : cutBlocks;
  return { role, parts: parts.map((part) => mapText(part, (text) => cut(named(text)))) };
}

function mapText(part: AgentPart, change: (text: string) => string): AgentPart {
  switch (part.type) {
    case 'text':
      return { ...part, text: change(part.text) };
    case 'toolCall':
      return { ...part, input: JSON.parse(change(JSON.stringify(part.input))) as unknown };
    case 'toolResult':
      return { ...part, parts: part.parts.map((each) => mapText(each, change)) };
    default:
      return part;
  }
}

const BLOCK = /<(\w[\w-]*)( [^>]*)?>\n?([\s\S]*?)\n?<\/\1>/g;

/** Keeps the person's words (in blocks named userRequest), and only the first line of all other texts of the host. */
function cutBlocks(text: string): string {
  if (!/^<\w/.test(text)) return firstLine(text);
  return text.replace(BLOCK, (whole, name: string, attributes = '', inner: string) =>
    name === 'userRequest' ? whole : `<${name}${attributes as string}>\n${firstLine(inner)}\n</${name}>`,
  );
}

/**
 * Returns the first line and the length of a text. The length distinguishes system texts that begin with the same line.
 * It is rounded, since the port numbers in the texts vary in length.
 */
function measured(text: string): string {
  return `${firstLine(text)} (about ${Math.round(text.length / 1_000)},000 characters)`;
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
