import type { ImagePart, Message, Part, ToolCallPart } from '../../core/log/message.ts';

export interface OpenAiText {
  readonly type: 'text';
  readonly text: string;
}

export interface OpenAiImage {
  readonly type: 'image_url';
  readonly image_url: { readonly url: string };
}

export interface OpenAiToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of OpenAI's chat completions API. */
export type OpenAiMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly (OpenAiText | OpenAiImage)[] }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: readonly OpenAiToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/**
 * Converts messages to a list for OpenAI's chat completions API. Each message becomes one message, in the same order.
 * Omits reasoning, which the API does not accept. A file becomes text with the file's path. An image is included if its
 * data is available and the role may have images; any other image becomes `[image NAME]`.
 */
export function toOpenAiMessages(messages: readonly Message[]): readonly OpenAiMessage[] {
  return messages.map(toOpenAiMessage);
}

function toOpenAiMessage(message: Message): OpenAiMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: textOfParts(message.parts) };
    case 'user':
      return { role: 'user', content: userContent(message.parts) };
    case 'assistant':
      return assistantMessage(message.parts);
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: textOfParts(message.parts) };
  }
}

function userContent(parts: readonly Part[]): string | readonly (OpenAiText | OpenAiImage)[] {
  if (!parts.some(hasData)) return textOfParts(parts);
  return parts.map((part): OpenAiText | OpenAiImage =>
    hasData(part)
      ? { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${part.data}` } }
      : { type: 'text', text: partText(part) },
  );
}

function assistantMessage(parts: readonly Part[]): OpenAiMessage {
  const calls = parts.filter((part) => part.type === 'toolCall').map(toOpenAiCall);
  const text = textOfParts(parts);
  if (calls.length === 0) return { role: 'assistant', content: text };
  return { role: 'assistant', content: text === '' ? null : text, tool_calls: calls };
}

function toOpenAiCall({ callId, name, arguments: args }: ToolCallPart): OpenAiToolCall {
  return { id: callId, type: 'function', function: { name, arguments: args } };
}

function hasData(part: Part): part is ImagePart & { readonly data: string } {
  return part.type === 'image' && part.data !== undefined;
}

function textOfParts(parts: readonly Part[]): string {
  return parts.map(partText).filter(Boolean).join('\n');
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'file':
      return `${part.path}\n${part.text}`;
    case 'image':
      return `[image${part.name === undefined ? '' : ` ${part.name}`}]`;
    case 'reasoning':
    case 'toolCall':
      return '';
  }
}
