import { toolMessageOf } from '../../src/adapters/transcripts/anthropicBlocks.ts';
import { textOf } from '../../src/core/log/message.ts';
import type { LiveSession } from '../../src/core/session/liveSession.ts';
import type { ApiMessage } from '../../src/plugins/claudeCode/requestFormat.ts';
import { blocksIn } from './claudeRequests.ts';

/** Returns the texts of tool results in a session's context, by call id. */
export function resultsIn({ context }: LiveSession): ReadonlyMap<string, string> {
  return new Map(
    context.flatMap(({ message }): [string, string][] =>
      message.role === 'tool' ? [[message.callId, textOf(message)]] : [],
    ),
  );
}

/** Returns the texts of tool results in a request to Anthropic, by call id. */
export function sentResults(messages: readonly ApiMessage[]): ReadonlyMap<string, string> {
  return new Map(
    messages.flatMap((message) =>
      blocksIn(message).flatMap((block): [string, string][] =>
        block['type'] === 'tool_result' ? [[String(block['tool_use_id']), textOf(toolMessageOf(block))]] : [],
      ),
    ),
  );
}
