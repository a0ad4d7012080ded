import type { AssistantPart, ResultPart, ToolMessage, Usage, UserPart } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { blocksOf, imageOf, resultPartsOf } from './anthropicBlocks.ts';
import { clientPart, splitUserText } from './clientText.ts';
import {
  fieldOf,
  isTrue,
  jsonText,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  type JsonObject,
} from './json.ts';
import { unknownPart } from './unknownContent.ts';

/** Converts parts of messages in the format of Gemini's API. Gemini CLI and its forks write this format. */

/**
 * Converts the parts of a user message. If the person named files with `@`, their contents follow as further parts,
 * below a heading.
 */
export function userPartsOfGemini(content: unknown): readonly UserPart[] {
  let isReferenced = false;
  return blocksOf(content).flatMap((part): readonly UserPart[] => {
    const data = objectOf(part, 'inlineData');
    if (data !== undefined) return [imageOf(data)];
    const text = stringOf(part, 'text');
    if (text === undefined) return [unknownPart(part)];
    isReferenced ||= isReferenceHeading(text);
    return isReferenced ? [clientPart(text, 'attachment')] : splitUserText(text);
  });
}

/** Returns whether a part is only the heading above contents that the client added, such as those of named files. */
function isReferenceHeading(text: string): boolean {
  return /^\s*--- Content from [^\n]{1,500} ---\s*$/u.test(text);
}

/** Converts a part of the model's answer: a text, a thought or a call. A part with only a signature has no content. */
export function assistantPartsOfGemini(part: JsonObject): readonly AssistantPart[] {
  const call = objectOf(part, 'functionCall');
  if (call !== undefined) return [callOfGemini(call)];
  const text = stringOf(part, 'text');
  if (text === undefined) return 'thoughtSignature' in part ? [] : [unknownPart(part)];
  return [{ type: isTrue(part, 'thought') ? 'reasoning' : 'text', text }];
}

export function callOfGemini(call: JsonObject): AssistantPart & { readonly type: 'toolCall' } {
  return toolCall(stringOf(call, 'id'), stringOf(call, 'name'), fieldOf(call, 'args'));
}

/** Returns a call's result as the model received it. `status` is the client's word for how the call ended. */
export function resultOfGemini(callId: string, content: unknown, status: string | undefined): ToolMessage {
  const answers = blocksOf(content).map((part) => {
    const answer = objectOf(part, 'functionResponse') ?? {};
    const response = objectOf(answer, 'response');
    const isError = response !== undefined && 'error' in response;
    const output =
      response === undefined
        ? partsOfOutput(part)
        : textsOf(fieldOf(response, 'output') ?? fieldOf(response, 'error') ?? response);
    return { isError, output: [...output, ...objectsOf(answer, 'parts').flatMap(partsOfOutput)] };
  });
  const parts = answers.flatMap(({ output }) => output);
  const isInterrupted = status === 'cancelled';
  const isError = isInterrupted || status === 'error' || answers.some((answer) => answer.isError);
  return toolResult(callId, parts, { isError });
}

/** Returns a part beside or in an answer, such as an image. */
function partsOfOutput(part: JsonObject): readonly ResultPart[] {
  const data = objectOf(part, 'inlineData');
  return data === undefined ? resultPartsOf(part) : [imageOf(data)];
}

function textsOf(output: unknown): readonly ResultPart[] {
  return resultPartsOf(typeof output === 'string' ? output : jsonText(output));
}

/**
 * Returns the token counts; undefined if the input or output tokens are missing. `names` contains the names of the
 * fields in `usage`. Reasoning counts as output.
 */
export function usageOfGemini(
  usage: JsonObject,
  names: { readonly [K in 'input' | 'output' | 'thoughts' | 'cached']: string },
): Usage | undefined {
  const inputTokens = numberOf(usage, names.input);
  const output = numberOf(usage, names.output);
  if (inputTokens === undefined || output === undefined) return undefined;
  return {
    inputTokens,
    outputTokens: output + (numberOf(usage, names.thoughts) ?? 0),
    cachedInputTokens: numberOf(usage, names.cached) ?? 0,
  };
}
