/**
 * Messages of a session. A message is made of parts; a tool result is a message of its own.
 * All data is readonly: nothing that was said is ever changed.
 */

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  /** Absent means the message's own author. `client` text is never a request, a constraint or an anchor. */
  readonly origin?: 'client';
  /**
   * Kind of a client's text, e.g. `system-reminder`, `instructions`, `attachment`, `note`, `memory`, `foreign-summary`.
   */
  readonly label?: string;
}

export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
}

export interface ToolCallPart {
  readonly type: 'toolCall';
  readonly callId: string;
  readonly name: string;
  /** The arguments as the model wrote them: JSON where the model was right, any text where it was not. */
  readonly arguments: string;
}

export interface ImagePart {
  readonly type: 'image';
  readonly mediaType: string;
  /** Base64, or absent when the transcript named an image without carrying it. */
  readonly data?: string;
  readonly name?: string;
}

export interface FilePart {
  readonly type: 'file';
  readonly path: string;
  readonly text: string;
}

export type Part = TextPart | ReasoningPart | ToolCallPart | ImagePart | FilePart;
export type UserPart = TextPart | ImagePart | FilePart;
export type AssistantPart = TextPart | ReasoningPart | ToolCallPart;
export type ResultPart = TextPart | ImagePart;

/** The slot of the system text that our own chat and a live host give. */
export const OWN_SYSTEM_SLOT = 'prompt';

export interface SystemMessage {
  readonly role: 'system';
  readonly parts: readonly TextPart[];
  /** A later system message with the same slot replaces an earlier one; without a slot they add up. */
  readonly slot?: string;
}

export interface UserMessage {
  readonly role: 'user';
  readonly parts: readonly UserPart[];
}

/** Tokens as the provider reported them for one request. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  /** Our own count of the same request, from which the gauge's factor is learned. */
  readonly countedTokens?: number;
}

export type FinishReason = 'stop' | 'toolCalls' | 'length' | 'filtered' | 'interrupted';

/**
 * Fields that a provider puts beside an answer and wants back with it, unchanged: signatures, encrypted thoughts.
 * Nothing but the adapter that took them reads them.
 */
export interface OpaqueItems {
  /** The endpoint and the model that sent the fields, and that alone get them back. */
  readonly from: string;
  /** The message's reasoning goes back, too. */
  readonly withReasoning?: true;
  /** JSON values, by the name of a field in the provider's format. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly parts: readonly AssistantPart[];
  readonly opaque?: OpaqueItems;
  readonly model?: string;
  readonly usage?: Usage;
  readonly finish?: FinishReason;
}

export interface ToolMessage {
  readonly role: 'tool';
  readonly callId: string;
  /** The tool's name as called; empty when a transcript lost the call. */
  readonly toolName: string;
  readonly parts: readonly ResultPart[];
  readonly isError?: boolean;
  readonly exitCode?: number;
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/**
 * Returns the message's whole text for reading and searching: texts, reasoning, files, tool names and arguments, a line
 * each.
 */
export function textOf(message: Message): string {
  return message.parts.map(textOfPart).filter(Boolean).join('\n');
}

export function textOfPart(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'toolCall':
      return `${part.name} ${part.arguments}`;
    case 'file':
      return `${part.path}\n${part.text}`;
    case 'image':
      return `[image${part.name === undefined ? '' : ` ${part.name}`}]`;
  }
}

export function isClientText(part: Part): part is TextPart & { readonly origin: 'client' } {
  return part.type === 'text' && part.origin === 'client';
}

/** Returns the text that a client put into a message. */
export function clientTextOf({ parts }: Message): string {
  return parts.flatMap((part: Part) => (isClientText(part) ? [part.text] : [])).join('\n');
}

/** Returns a message's text without what a client added. Where there is nothing else, returns the client's text. */
export function ownTextOf(message: Message): string {
  const own = message.parts.filter((part) => part.type !== 'text' || part.origin !== 'client');
  return own.length === 0 ? textOf(message) : own.map(textOfPart).filter(Boolean).join('\n');
}

/** Returns a message's text parts, without calls, reasoning and files. */
export function spokenTextOf({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Returns the text the person typed: a user message's text parts that no client put there. Empty for other roles. */
export function personTextOf(message: Message): string {
  if (message.role !== 'user') return '';
  return message.parts
    .flatMap((part) => (part.type === 'text' && part.origin !== 'client' ? [part.text] : []))
    .join('\n');
}

/** Returns the message without what its provider wants back: for one that is no longer as the provider gave it. */
export function withoutOpaque(message: AssistantMessage): AssistantMessage {
  const { opaque, ...rest } = message;
  return opaque === undefined ? message : rest;
}

/** Returns all strings in the fields that the provider wants back, readable or not. */
export function opaqueTexts(message: Message): readonly string[] {
  return message.role === 'assistant' ? stringsIn(message.opaque?.fields) : [];
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

export function toolCallsOf(message: Message): readonly ToolCallPart[] {
  return message.role === 'assistant' ? message.parts.filter((part) => part.type === 'toolCall') : [];
}

/** Characters of its texts and arguments. */
export function lengthOf({ parts }: Message): number {
  return (parts as readonly Part[]).reduce((sum, part) => {
    if (part.type === 'toolCall') return sum + part.arguments.length;
    return part.type === 'image' ? sum : sum + part.text.length;
  }, 0);
}
