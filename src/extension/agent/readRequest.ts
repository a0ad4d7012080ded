import * as vscode from 'vscode';
import type { AgentMessage, AgentPart, AgentRequest } from '../../core/agent/agentRequest.ts';
import type { ToolSchema } from '../../core/ports.ts';

type Message = vscode.LanguageModelChatRequestMessage;
type Options = Pick<vscode.ProvideLanguageModelChatResponseOptions, 'tools' | 'modelOptions' | 'toolMode'>;

/**
 * Parses a request of the editor's agent into plain data. Parts without a class in the stable API are recognised by
 * their shape. Drops an output limit at or above `reportedOutputTokens`, since it only repeats the limit that we
 * reported to the editor.
 */
export function readRequest(
  messages: readonly Message[],
  { tools = [], modelOptions, toolMode }: Options,
  reportedOutputTokens = Infinity,
): AgentRequest {
  const conversationId: unknown = modelOptions?.['_conversationId'];
  const maxTokens: unknown = modelOptions?.['max_tokens'];
  return {
    messages: messages.map(readMessage),
    tools: tools.map(readTool),
    wishes: {
      ...(toolMode === vscode.LanguageModelChatToolMode.Required && { toolChoice: 'required' }),
      ...(isBetween(maxTokens, 1, reportedOutputTokens - 1) && { maxOutputTokens: maxTokens }),
    },
    ...(typeof conversationId === 'string' && { conversationId }),
  };
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
}

/** The roles by their numbers. The stable API names only the first two; system text comes with the third. */
const ROLES: Readonly<Record<number, AgentMessage['role']>> = { 1: 'user', 2: 'assistant', 3: 'system' };

export function readMessage({ role, content }: Message): AgentMessage {
  return { role: ROLES[role] ?? 'user', parts: content.flatMap(readPart) };
}

function readTool({ name, description, inputSchema }: vscode.LanguageModelChatTool): ToolSchema {
  const schema = inputSchema as Readonly<Record<string, unknown>> | undefined;
  return { name, description, parameters: schema ?? { type: 'object', properties: {} } };
}

function readPart(part: unknown): readonly AgentPart[] {
  if (part instanceof vscode.LanguageModelTextPart) return [{ type: 'text', text: part.value }];
  if (part instanceof vscode.LanguageModelToolCallPart)
    return [{ type: 'toolCall', callId: part.callId, name: part.name, input: part.input }];
  if (part instanceof vscode.LanguageModelToolResultPart)
    return [{ type: 'toolResult', callId: part.callId, parts: part.content.flatMap(readPart) }];
  if (part instanceof vscode.LanguageModelDataPart) return [readData(part)];
  if (part instanceof vscode.LanguageModelPromptTsxPart)
    return [{ type: 'text', text: JSON.stringify(part.value) }];
  return readThinking(part);
}

function readData({ mimeType, data }: vscode.LanguageModelDataPart): AgentPart {
  const bytes = Buffer.from(data);
  return mimeType.startsWith('image/')
    ? { type: 'image', mediaType: mimeType, data: bytes.toString('base64') }
    : { type: 'data', mediaType: mimeType, text: bytes.toString('utf8') };
}

/** Reads a thinking part, which has a class only in the proposed API. Its `value` is one text or several texts. */
function readThinking(part: unknown): readonly AgentPart[] {
  if (typeof part !== 'object' || part === null || !('value' in part)) return [];
  const { value } = part;
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const text = texts.filter((each) => typeof each === 'string').join('');
  return text === '' ? [] : [{ type: 'thinking', text }];
}
