/**
 * Messages of a session. A message consists of parts; a tool result is a message of its own. All data is readonly: a
 * message never changes.
 */

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  /**
   * The author of the text. `client` means that the program around the model, e.g. the editor, added the text. Absent
   * for all other text: what the person typed, the model wrote or a tool returned. A client's text never counts as the
   * person's words.
   */
  readonly origin?: 'client';
  /**
   * The kind of a client's text, e.g. `system-reminder`, `instructions`, `attachment`, `note`, `memory`,
   * `foreign-summary`, `plan`.
   */
  readonly label?: string;
}

/** The label of a plan that a model wrote and that the person approved, in a message of the person. */
export const PLAN = 'plan';

export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
}

export interface ToolCallPart {
  readonly type: 'toolCall';
  readonly callId: string;
  readonly name: string;
  /** The arguments as the model wrote them; they may not be valid JSON. */
  readonly arguments: string;
}

export interface ImagePart {
  readonly type: 'image';
  readonly mediaType: string;
  /** The image in Base64. Absent if the transcript names the image but does not include it. */
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

/** The slot of the system text of Longthread's chat, or of an agent that sends its requests through Longthread. */
export const OWN_SYSTEM_SLOT = 'prompt';

export interface SystemMessage {
  readonly role: 'system';
  readonly parts: readonly TextPart[];
  /** A later system message with the same slot replaces the earlier one. All system messages without a slot stay. */
  readonly slot?: string;
}

export interface UserMessage {
  readonly role: 'user';
  readonly parts: readonly UserPart[];
}

/** The token counts of one request, as reported by the provider. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  /**
   * Longthread's own count of the same input. The gauge multiplies its counts by the ratio of `inputTokens` to this
   * count.
   */
  readonly countedTokens?: number;
  /** Whether the person removed the text of an earlier message from the log after this request. */
  readonly precedesForgetting?: true;
}

export type FinishReason = 'stop' | 'toolCalls' | 'length' | 'filtered' | 'interrupted';

/**
 * Fields of an answer that must be sent back to the provider unchanged: signatures, encrypted thoughts. Only the
 * adapter that received the fields reads them.
 */
export interface OpaqueItems {
  /** The endpoint and model that sent the fields. The fields are sent back only to this endpoint and model. */
  readonly from: string;
  /** Whether the message's reasoning is sent back, too. */
  readonly withReasoning?: true;
  /** The JSON values by field name in the provider's format. */
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
  /** The name of the tool in the call. Empty if the transcript does not contain the call. */
  readonly toolName: string;
  readonly parts: readonly ResultPart[];
  readonly isError?: boolean;
  readonly exitCode?: number;
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/**
 * Returns all text of a message for reading and searching: texts, reasoning, files, calls and names of images. Each
 * part begins on a new line.
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

/** Returns the text that a client added to a message. */
export function clientTextOf({ parts }: Message): string {
  return parts.flatMap((part: Part) => (isClientText(part) ? [part.text] : [])).join('\n');
}

/** Returns a message's text without the client's text. If there is no other text, returns the client's text. */
export function ownTextOf(message: Message): string {
  const own = message.parts.filter((part) => part.type !== 'text' || part.origin !== 'client');
  return own.length === 0 ? textOf(message) : own.map(textOfPart).filter(Boolean).join('\n');
}

/** Returns a message's text parts, without calls, reasoning and files. */
export function spokenTextOf({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/**
 * Returns the text that the person typed: the text parts of a user message, except the parts that a client added.
 * Returns an empty text for other roles.
 */
export function personTextOf(message: Message): string {
  if (message.role !== 'user') return '';
  return message.parts
    .flatMap((part) => (part.type === 'text' && part.origin !== 'client' ? [part.text] : []))
    .join('\n');
}

/** Removes the provider's fields from a message. The fields are valid only while the message is unchanged. */
export function withoutOpaque(message: AssistantMessage): AssistantMessage {
  const { opaque, ...rest } = message;
  return opaque === undefined ? message : rest;
}

/** Returns all strings in the provider's fields. */
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

/** Returns the number of characters in the texts and arguments of a message. */
export function lengthOf({ parts }: Message): number {
  return (parts as readonly Part[]).reduce((sum, part) => {
    if (part.type === 'toolCall') return sum + part.arguments.length;
    return part.type === 'image' ? sum : sum + part.text.length;
  }, 0);
}
