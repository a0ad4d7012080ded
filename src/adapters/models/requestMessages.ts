import type {
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import {
  toolCallsOf,
  withoutOpaque,
  type AssistantMessage,
  type ImagePart,
  type Message,
  type TextPart,
  type ToolCallPart,
  type ToolMessage,
  type UserPart,
} from '../../core/log/message.ts';
import { unseenImage, wordedFile, wordedImage, wordedText } from './partText.ts';
import { normaliseArguments, normaliseCallId, normaliseToolName } from './callNames.ts';
import {
  callFieldsOf,
  chatFieldsOf,
  PLACEHOLDER_EXTRA,
  placeholderDetails,
  type ChatFields,
} from './opaqueFields.ts';
import type { RequestShape } from './endpointQuirks.ts';

export interface MessageDialect {
  /** Whether the request has tools. Otherwise earlier calls and results are described in words. */
  readonly tools: boolean;
  readonly reasoning: RequestShape['reasoning'];
  /** Whether images are sent. Otherwise a text with the image's name replaces each image. */
  readonly images: boolean;
  /**
   * The format of call ids. Mistral requires exactly nine letters and digits. All other models accept OpenAI's format.
   */
  readonly callIds: 'openai' | 'mistral';
  readonly signatures: RequestShape['signatures'];
  /**
   * Identifies a model of an endpoint (`modelKeyOf`). Fields of an answer are sent back only to the model that sent
   * them.
   */
  readonly modelKey: string;
}

type Param = ChatCompletionMessageParam;
type Content = string | ChatCompletionContentPart[];

/**
 * Returns a request's messages in OpenAI's chat format, in the variant that most endpoints accept. Merges adjacent
 * messages of the same role, except for tool results and messages with tool calls. Normalises ids and names, and puts
 * tags around the text that the client program added.
 */
export function toRequestMessages(messages: readonly Message[], dialect: MessageDialect): Param[] {
  const sent = dialect.tools ? messages : messages.map(describeTools);
  const ownIds = new Set(sent.flatMap((message) => ownIdsOf(message, dialect.modelKey)));
  const params = sent.flatMap((message) => paramOf(message, { ...dialect, ownIds }));
  return mergeAdjacent(placeResultImages(params));
}

/** A dialect with the call ids that the endpoint assigned, which are sent back unchanged. */
type IdDialect = MessageDialect & { readonly ownIds: ReadonlySet<string> };

function ownIdsOf(message: Message, modelKey: string): readonly string[] {
  return message.role === 'assistant' ? (chatFieldsOf(message, modelKey).own_ids ?? []) : [];
}

/** Returns a call's id in the form that this endpoint accepts. Does not change an id that the endpoint assigned. */
function idOf(callId: string, { callIds, ownIds }: IdDialect): string {
  return ownIds.has(callId) ? callId : normaliseCallId(callId, callIds);
}

/**
 * A message of the request. If the message is a tool result, `images` contains the result's images. The images must
 * move to a user message: OpenAI accepts images only there.
 */
type Pending = Param & { readonly images?: readonly ImagePart[] };

function paramOf(message: Message, dialect: IdDialect): readonly Pending[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.parts.map(({ text }) => text).join('\n\n') }];
    case 'user':
      return [{ role: 'user', content: userContent(message.parts, dialect) }];
    case 'assistant':
      return assistantParams(message, dialect);
    case 'tool':
      return [toolParam(message, dialect)];
  }
}

/** Replaces a text of only white space, which Anthropic and Bedrock reject, by an empty text. */
export function shownText(text: string): string {
  return text.trim() === '' ? '' : text;
}

/**
 * Returns a result's text for the model. Replaces an empty text by `[no output]`, since Bedrock rejects empty results.
 */
export function resultText(text: string): string {
  return shownText(text) || '[no output]';
}

/** Converts an answer. Returns an empty list for an answer with no text and no calls: most endpoints reject it. */
function assistantParams(message: AssistantMessage, dialect: IdDialect): readonly Pending[] {
  const text = shownText(joined(message, 'text'));
  const fields = chatFieldsOf(message, dialect.modelKey);
  const calls = toolCallsOf(message).map((call) => callParam(call, dialect, fields));
  if (text === '' && calls.length === 0) return [];
  const param: Param = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return [Object.assign(param, returnedFields(message, dialect, fields))];
}

/** Returns the fields to send back with an answer, in addition to its text and calls. */
function returnedFields(
  message: AssistantMessage,
  dialect: IdDialect,
  { reasoning_field, reasoning_details, reasoning_opaque, thinking_blocks }: ChatFields,
): object {
  const { reasoning, signatures } = dialect;
  const calls = toolCallsOf(message).map(({ callId }) => idOf(callId, dialect));
  const placeholders = signatures === 'placeholderDetails' && calls.length > 0 && placeholderDetails(calls);
  const details = reasoning_details ?? (placeholders || undefined);
  // The reasoning of another model is never sent. If the dialect's `reasoning` is `always`, an empty
  // `reasoning_content` is sent instead.
  const thought = reasoning_field === undefined ? '' : joined(message, 'reasoning');
  const field = reasoning_field ?? (reasoning === 'always' ? 'reasoning_content' : undefined);
  return {
    ...(details !== undefined && { reasoning_details: details }),
    ...(thinking_blocks !== undefined && { thinking_blocks }),
    ...(reasoning_opaque !== undefined && { reasoning_opaque }),
    ...(field !== undefined && reasoning !== 'never' && { [field]: thought }),
  };
}

function joined(message: AssistantMessage, type: 'text' | 'reasoning'): string {
  return message.parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('');
}

function callParam(call: ToolCallPart, dialect: IdDialect, fields: ChatFields) {
  const given = callFieldsOf(fields, call.callId);
  const hasPlaceholder = dialect.signatures === 'placeholderExtra' && given.extra_content == null;
  return {
    type: 'function' as const,
    id: idOf(call.callId, dialect),
    function: { name: normaliseToolName(call.name), arguments: normaliseArguments(call.arguments) },
    ...given,
    ...(hasPlaceholder && { extra_content: PLACEHOLDER_EXTRA }),
  };
}

function toolParam(message: ToolMessage, dialect: IdDialect): Pending {
  const images = message.parts.filter(
    (part) => dialect.images && part.type === 'image' && part.data !== undefined,
  );
  const wordedPart = (part: TextPart | ImagePart): string => {
    if (part.type === 'text') return wordedText(part);
    return dialect.images ? wordedImage(part) : unseenImage(part);
  };
  return {
    role: 'tool',
    tool_call_id: idOf(message.callId, dialect),
    content: resultText(message.parts.map(wordedPart).join('\n')),
    ...(images.length > 0 && { images: images as readonly ImagePart[] }),
  };
}

/** Returns a string if all parts are text, since not every endpoint accepts parts. */
function userContent(parts: readonly UserPart[], dialect: MessageDialect): Content {
  const contents = parts.map((part) => userPart(part, dialect));
  const texts = contents.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === contents.length ? texts.join('\n\n') : contents;
}

function userPart(part: UserPart, { images }: MessageDialect): ChatCompletionContentPart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: wordedText(part) };
    case 'file':
      return { type: 'text', text: wordedFile(part) };
    case 'image':
      return images ? imagePart(part) : { type: 'text', text: unseenImage(part) };
  }
}

function imagePart(part: ImagePart): ChatCompletionContentPart {
  if (part.data === undefined) return { type: 'text', text: wordedImage(part) };
  return { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${part.data}` } };
}

/** Moves the images of adjacent tool results into one user message after the last of these results. */
function placeResultImages(params: readonly Pending[]): Param[] {
  const placed: Param[] = [];
  let waiting: ChatCompletionContentPart[] = [];
  for (const { images = [], ...param } of params) {
    if (param.role !== 'tool' && waiting.length > 0) {
      placed.push(resultImages(waiting));
      waiting = [];
    }
    placed.push(param);
    waiting.push(...images.map(imagePart));
  }
  return waiting.length > 0 ? [...placed, resultImages(waiting)] : placed;
}

function resultImages(images: readonly ChatCompletionContentPart[]): Param {
  return { role: 'user', content: [{ type: 'text', text: '[images of the tool results above]' }, ...images] };
}

function mergeAdjacent(params: readonly Param[]): Param[] {
  const merged: Param[] = [];
  for (const param of params) {
    const before = merged.at(-1);
    const both = before === undefined ? undefined : mergedPair(before, param);
    if (both === undefined) merged.push(param);
    else merged[merged.length - 1] = both;
  }
  return merged;
}

function mergedPair(first: Param, second: Param): Param | undefined {
  if (first.role !== second.role) return undefined;
  if (first.role === 'user' && second.role === 'user')
    return { role: 'user', content: joinContents(first.content, second.content) };
  if (first.role === 'system' && second.role === 'system')
    return { role: 'system', content: `${textOfContent(first.content)}\n\n${textOfContent(second.content)}` };
  if (first.role !== 'assistant' || second.role !== 'assistant') return undefined;
  if (first.tool_calls !== undefined || second.tool_calls !== undefined) return undefined;
  return {
    ...first,
    ...second,
    content: `${textOfContent(first.content)}\n\n${textOfContent(second.content)}`,
  };
}

function joinContents(first: Content, second: Content): Content {
  if (typeof first === 'string' && typeof second === 'string') return `${first}\n\n${second}`;
  return [...partsOf(first), ...partsOf(second)];
}

function partsOf(content: Content): ChatCompletionContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function textOfContent(content: Param['content']): string {
  return typeof content === 'string' ? content : '';
}

/**
 * Rewrites a message for a request without tools: describes calls and results in words. Calls become part of the
 * answer's text. A result becomes a user message. `wordedText` later puts the result in a tag.
 */
export function describeTools(message: Message): Message {
  if (message.role === 'tool') {
    const texts = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const result: TextPart = {
      type: 'text',
      text: texts.join('\n'),
      origin: 'client',
      label: `result of ${message.toolName}${message.isError === true ? ', failed' : ''}`,
    };
    return { role: 'user', parts: [result, ...message.parts.filter((part) => part.type === 'image')] };
  }
  if (message.role !== 'assistant') return message;
  const parts = message.parts.map((part) =>
    part.type === 'toolCall'
      ? { type: 'text' as const, text: `\n[called ${part.name} ${part.arguments}]` }
      : part,
  );
  return { ...withoutOpaque(message), parts };
}
