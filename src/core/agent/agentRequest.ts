import type { AnswerWishes, ToolSchema } from '../ports.ts';

/**
 * A request that the editor's own agent sends to Longthread's language model provider, as plain data. `readRequest`
 * converts the editor's objects to this form. Each request holds the whole history.
 */
export interface AgentRequest {
  /** In the host's order, system messages first. */
  readonly messages: readonly AgentMessage[];
  readonly tools: readonly ToolSchema[];
  readonly wishes?: AnswerWishes;
  /** The chat's id. Undocumented, so it may be missing. */
  readonly conversationId?: string;
}

export interface AgentMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly parts: readonly AgentPart[];
}

export type AgentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; /** Base64. */ readonly data: string }
  /** Any data part except images, e.g. a marker. `text` contains the bytes, read as UTF-8. */
  | { readonly type: 'data'; readonly mediaType: string; readonly text: string }
  | { readonly type: 'toolCall'; readonly callId: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'toolResult'; readonly callId: string; readonly parts: readonly AgentPart[] };
