import type { AnswerWishes, ToolSchema } from '../ports.ts';

/**
 * A request of the editor's own agent to a language model provider, as plain data. Each request holds the whole
 * history. The provider only converts the editor's objects to this form.
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
  /** Any other data part, e.g. of the type `stateful_marker`, its bytes read as UTF-8. */
  | { readonly type: 'data'; readonly mediaType: string; readonly text: string }
  | { readonly type: 'toolCall'; readonly callId: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'toolResult'; readonly callId: string; readonly parts: readonly AgentPart[] };
