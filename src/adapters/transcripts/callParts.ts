import type { ToolCallPart, ToolMessage } from '../../core/log/message.ts';
import { jsonText } from './json.ts';

/** Builds a call. Converts its input to JSON; an input that is a text stays unchanged. */
export function toolCall(callId = '', name = '', input?: unknown): ToolCallPart {
  return { type: 'toolCall', callId, name, arguments: jsonText(input ?? {}) };
}

/** Builds the result of a call. `pairCalls` later sets the tool's name, which it takes from the call. */
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
