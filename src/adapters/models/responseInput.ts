import type {
  EasyInputMessage,
  FunctionTool,
  ResponseFunctionCallOutputItem,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import type { AssistantMessage, ImagePart, Message, ToolMessage, UserPart } from '../../core/log/message.ts';
import type { ToolSchema } from '../../core/ports.ts';
import { normaliseArguments, normaliseCallId, normaliseToolName } from './callNames.ts';
import { unseenImage, wordedFile, wordedImage, wordedText } from './partText.ts';
import { describeTools, resultText, shownText, type MessageDialect } from './requestMessages.ts';
import { responseFieldsOf } from './responseFields.ts';

/**
 * A request's messages in the format of the Responses API
 * (https://platform.openai.com/docs/api-reference/responses/create).
 */
export interface ResponseInput {
  /** All system text. */
  readonly instructions: string;
  readonly input: ResponseInputItem[];
}

type Dialect = Pick<MessageDialect, 'tools' | 'images' | 'modelKey'>;

/**
 * Converts messages to the input of the Responses API. Puts each thought directly before the item that followed the
 * thought. Omits the thoughts of other models.
 */
export function toResponseInput(messages: readonly Message[], dialect: Dialect): ResponseInput {
  const system = messages.filter(({ role }) => role === 'system');
  const sent = dialect.tools ? messages : messages.map(describeTools);
  return {
    instructions: system.map(textOfParts).join('\n\n'),
    input: sent.flatMap((message) => itemsOf(message, dialect)),
  };
}

export function toResponseTools(tools: readonly ToolSchema[]): FunctionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    ...{ name, description, parameters },
    // With `true`, a schema would have to list every property as required.
    strict: false,
  }));
}

function itemsOf(message: Message, dialect: Dialect): readonly ResponseInputItem[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return [{ role: 'user', content: message.parts.map((part) => userContent(part, dialect)) }];
    case 'assistant':
      return assistantItems(message, dialect.modelKey);
    case 'tool':
      return [resultItem(message, dialect)];
  }
}

/** Converts an answer. The API accepts a thought only directly before the item that followed the thought. */
function assistantItems(message: AssistantMessage, modelKey: string): readonly ResponseInputItem[] {
  const { thoughts, phase } = responseFieldsOf(message, modelKey);
  const before = (callId: string | undefined): readonly ResponseInputItem[] =>
    thoughts.filter((thought) => thought.before === callId).map(({ item }) => item);
  const text = shownText(textOfParts(message));
  const said: EasyInputMessage = { role: 'assistant', content: text, ...(phase && { phase }) };
  return [
    ...(text === '' ? [] : [...before(undefined), said]),
    ...message.parts.flatMap((part): readonly ResponseInputItem[] => {
      if (part.type !== 'toolCall') return [];
      const call = {
        type: 'function_call' as const,
        call_id: normaliseCallId(part.callId, 'openai'),
        name: normaliseToolName(part.name),
        arguments: normaliseArguments(part.arguments),
      };
      return [...before(part.callId), call];
    }),
  ];
}

function textOfParts({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

function resultItem({ callId, parts }: ToolMessage, dialect: Dialect): ResponseInputItem {
  const contents = parts.map((part): ResponseFunctionCallOutputItem =>
    part.type === 'text' ? inputText(wordedText(part)) : inputImage(part, dialect),
  );
  const texts = contents.flatMap((part) => (part.type === 'input_text' ? [part.text] : []));
  return {
    type: 'function_call_output',
    call_id: normaliseCallId(callId, 'openai'),
    output: texts.length === contents.length ? resultText(texts.join('\n')) : contents,
  };
}

function userContent(part: UserPart, dialect: Dialect): ResponseInputContent {
  switch (part.type) {
    case 'text':
      return inputText(wordedText(part));
    case 'file':
      return inputText(wordedFile(part));
    case 'image':
      return inputImage(part, dialect);
  }
}

const inputText = (text: string) => ({ type: 'input_text' as const, text });

function inputImage(image: ImagePart, { images }: Dialect) {
  if (!images) return inputText(unseenImage(image));
  if (image.data === undefined) return inputText(wordedImage(image));
  const url = `data:${image.mediaType};base64,${image.data}`;
  return { type: 'input_image' as const, detail: 'auto' as const, image_url: url };
}
