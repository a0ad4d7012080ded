import type { ToolCallPart, ToolMessage } from '../../core/log/message.ts';
import { jsonText } from './json.ts';

/** Builds a call. Its input becomes JSON, a text stays as it is. */
export function toolCall(callId = '', name = '', input?: unknown): ToolCallPart {
  return { type: 'toolCall', callId, name, arguments: jsonText(input ?? {}) };
}

/** Builds the result of a call, from which it gets its tool's name later (`pairCalls`). */
export function toolResult(
  callId = '',
  parts: ToolMessage['parts'],
  { isError = false, exitCode }: { readonly isError?: boolean; readonly exitCode?: number | undefined } = {},
): ToolMessage {
  return {
    ...{ role: 'tool', callId, toolName: '', parts },
    ...(isError && { isError }),
    ...(exitCode !== undefined && { exitCode }),
  };
}
