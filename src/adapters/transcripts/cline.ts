import type { Message } from '../../core/log/message.ts';
import { asClientParts } from './anthropicBlocks.ts';
import { chatMessagesOf } from './chatMessage.ts';
import { fieldOf, isObject, numberOf, objectOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { objectsIn } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads a session of a version of Cline that is built on Cline's SDK. The file is one JSON object, whose messages
 * consist of content blocks in Anthropic's format.
 */
export const cline = { format: 'cline', detect, read } as const;

function detect({ json }: TranscriptHead): boolean {
  return (
    isObject(json) &&
    'messages' in json &&
    'sessionId' in json &&
    ('system_prompt' in json || 'agent' in json)
  );
}

function read({ head }: TranscriptSource, recording: Recording): Promise<void> {
  const file = isObject(head.json) ? head.json : {};
  const prompt = stringOf(file, 'system_prompt') ?? '';
  if (prompt !== '') recording.add({ role: 'system', parts: [{ type: 'text', text: prompt }] });
  for (const [index, item] of objectsIn(fieldOf(file, 'messages'), recording).entries()) {
    const messages = chatMessagesOf(item);
    if (messages === undefined) recording.skip('item without a known role', `item ${String(index + 1)}`);
    for (const message of messages ?? [])
      recording.add(withDetails(message, item), timeOf(fieldOf(item, 'ts')));
  }
  return Promise.resolve();
}

function withDetails(message: Message, item: JsonObject): Message {
  const metadata = objectOf(item, 'metadata') ?? {};
  if (message.role === 'user' && stringOf(metadata, 'kind') === 'compaction_summary')
    return { ...message, parts: asClientParts(message.parts, 'foreign-summary') };
  if (message.role !== 'assistant') return message;
  const model = stringOf(objectOf(item, 'modelInfo') ?? {}, 'id');
  const metrics = objectOf(item, 'metrics') ?? {};
  const inputTokens = numberOf(metrics, 'inputTokens');
  const outputTokens = numberOf(metrics, 'outputTokens');
  return {
    ...message,
    ...(model !== undefined && { model }),
    ...(inputTokens !== undefined && outputTokens !== undefined && { usage: { inputTokens, outputTokens } }),
  };
}
