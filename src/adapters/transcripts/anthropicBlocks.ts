import type {
  AssistantPart,
  ImagePart,
  ResultPart,
  ToolMessage,
  Usage,
  UserPart,
} from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { clientPart, splitResultText, splitUserText } from './clientText.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  jsonText,
  numberOf,
  objectOf,
  stringOf,
  type JsonObject,
} from './json.ts';

/** Converts content blocks of Anthropic's API, which several clients write into their files. */

/** Returns the blocks of a message's content. If the content is a plain text, returns one text block. */
export function blocksOf(content: unknown): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return isObject(content) ? [content] : [];
  return content.flatMap((block: unknown) => {
    if (typeof block === 'string') return [{ type: 'text', text: block }];
    return isObject(block) ? [block] : [];
  });
}

/**
 * Converts a block of an assistant message. Returns undefined for an unknown kind. Skips signatures and encrypted
 * thoughts, since only the provider that created them can use them.
 */
export function assistantPartsOf(block: JsonObject): readonly AssistantPart[] | undefined {
  const type = stringOf(block, 'type') ?? '';
  switch (type) {
    case 'text':
    case 'output_text':
      return [{ type: 'text', text: stringOf(block, 'text') ?? '' }];
    case 'thinking':
    case 'reasoning':
      return [{ type: 'reasoning', text: stringOf(block, 'thinking') ?? stringOf(block, 'text') ?? '' }];
    case 'redacted_thinking':
      return [];
    case 'server_tool_use':
    case 'mcp_tool_use':
      return [providerPart(`${stringOf(block, 'name') ?? ''} ${jsonText(fieldOf(block, 'input') ?? {})}`)];
    case 'compaction':
      return [clientPart(stringOf(block, 'content') ?? '', 'foreign-summary')];
    case 'tool_use':
      return [toolCall(stringOf(block, 'id'), stringOf(block, 'name'), fieldOf(block, 'input'))];
    default:
      // Each of the provider's tools (web, code, advisor, MCP) has its own block type for results.
      return type.endsWith('_tool_result')
        ? [providerPart(`result ${jsonText(withoutEncrypted(fieldOf(block, 'content')))}`)]
        : undefined;
  }
}

/** Returns text for a call that the provider ran, or for its result. Such a call has no tool message. */
function providerPart(text: string): AssistantPart {
  return clientPart(`[${text}]`, 'provider-tool');
}

function withoutEncrypted(content: unknown): unknown {
  return blocksOf(content).map((block) =>
    Object.fromEntries(Object.entries(block).filter(([key]) => !key.startsWith('encrypted_'))),
  );
}

/** Converts a block of a user message. Returns undefined for an unknown kind. */
export function userPartsOf(block: JsonObject): readonly UserPart[] | undefined {
  const type = stringOf(block, 'type');
  const text = stringOf(block, 'text');
  if (text !== undefined && (type === 'text' || type === 'input_text')) return splitUserText(text);
  if (type === 'image' || type === 'document') return [imageOf(block)];
  if (type === 'file')
    return [{ type: 'file', path: stringOf(block, 'path') ?? '', text: stringOf(block, 'content') ?? '' }];
  return undefined;
}

export function toolMessageOf(block: JsonObject): ToolMessage {
  const parts = resultPartsOf(fieldOf(block, 'content'));
  const [first] = parts;
  const code = first?.type === 'text' ? /^Exit code (\d{1,3})\b/u.exec(first.text)?.[1] : undefined;
  const isError = isTrue(block, 'is_error');
  const exitCode = code !== undefined && isError ? Number(code) : undefined;
  return toolResult(stringOf(block, 'tool_use_id'), parts, { isError, exitCode });
}

/**
 * Converts the content of a result: a text, an object, or a list of texts and objects. An object of an unknown kind
 * becomes JSON. Omits all other values.
 */
export function resultPartsOf(content: unknown): readonly ResultPart[] {
  return blocksOf(content).flatMap((block): readonly ResultPart[] => {
    const text = stringOf(block, 'text');
    if (text !== undefined) return text === '' ? [] : splitResultText(text);
    const type = stringOf(block, 'type');
    if (type === 'image' || type === 'input_image' || type === 'image_url') return [imageOf(block)];
    if (type === 'encrypted_content') return [];
    return [{ type: 'text', text: jsonText(block) }];
  });
}

/**
 * Returns an image with its data. If the file has only the image's address, the address becomes the image's name, and
 * is not fetched.
 */
export function imageOf(block: JsonObject): ImagePart {
  const source = objectOf(block, 'source') ?? block;
  const address = addressOf(block) ?? stringOf(source, 'url');
  const inline = /^data:([\w.+/-]+);base64,/u.exec(address?.slice(0, 100) ?? '');
  if (address !== undefined && inline !== null)
    return { type: 'image', mediaType: inline[1] ?? '', data: address.slice(inline[0].length) };
  const data = stringOf(source, 'data');
  const mediaType = stringOf(source, 'media_type') ?? stringOf(source, 'mimeType') ?? 'image/*';
  return {
    type: 'image',
    mediaType,
    ...(data !== undefined && { data }),
    ...(address !== undefined && { name: address.slice(0, 500) }),
  };
}

function addressOf(block: JsonObject): string | undefined {
  const nested = objectOf(block, 'image_url');
  return nested === undefined ? stringOf(block, 'image_url') : stringOf(nested, 'url');
}

/**
 * Returns the token counts of one request; undefined if the input or output tokens are missing. The input tokens
 * include those read from and written to the prompt cache.
 */
export function usageOf(usage: JsonObject | undefined): Usage | undefined {
  const input = usage && numberOf(usage, 'input_tokens');
  const output = usage && numberOf(usage, 'output_tokens');
  if (usage === undefined || input === undefined || output === undefined) return undefined;
  const cached = numberOf(usage, 'cache_read_input_tokens') ?? 0;
  const written = numberOf(usage, 'cache_creation_input_tokens') ?? 0;
  return { inputTokens: input + cached + written, outputTokens: output, cachedInputTokens: cached };
}

/** Labels all unlabelled texts of a message as client text. Used for messages that the person did not type. */
export function asClientParts(parts: readonly UserPart[], label: string): readonly UserPart[] {
  return parts.map((part) =>
    part.type === 'text' && part.origin === undefined ? clientPart(part.text, label) : part,
  );
}
