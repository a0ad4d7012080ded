import type { AssistantPart } from '../../core/log/message.ts';
import { toolCall } from './callParts.ts';
import { assistantPartsOf, userPartsOf } from './anthropicBlocks.ts';
import { fieldOf, objectOf, objectsOf, stringOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TurnBuilder } from './turnBuilder.ts';
import { unknownPart } from './unknownContent.ts';

/**
 * Reads Cursor's agent transcripts: one message per line, `{role, message: {content}}`. Calls have no results, and
 * may have no ids.
 */
export const cursor = { format: 'cursor', detect, read } as const;

function detect({ objects }: TranscriptHead): boolean {
  const isMessage = (line: JsonObject): boolean =>
    'role' in line && !('uuid' in line) && Array.isArray(fieldOf(objectOf(line, 'message') ?? {}, 'content'));
  return objects.some(isMessage) && objects.every((line) => isMessage(line) || 'type' in line);
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const turns = new TurnBuilder(recording);
  for await (const { object, where } of readJsonLines(source, recording)) {
    const blocks = objectsOf(objectOf(object, 'message') ?? {}, 'content');
    const role = stringOf(object, 'role');
    turns.begin();
    if (role === 'user') turns.addUser(blocks.flatMap((block) => userPartsOf(block) ?? [unknownPart(block)]));
    else if (role === 'assistant') addAnswer(blocks, turns);
    else recording.skip(`${stringOf(object, 'type') ?? 'unknown'} line`, where);
  }
}

/** Adds an answer. Each call gets an empty result, since the file has no results. */
function addAnswer(blocks: readonly JsonObject[], turns: TurnBuilder): void {
  const parts = blocks.flatMap((block) => assistantParts(block, turns));
  turns.addAssistant(parts);
  for (const part of parts) if (part.type === 'toolCall') turns.addResult(part.callId, '');
}

function assistantParts(block: JsonObject, turns: TurnBuilder): readonly AssistantPart[] {
  if (stringOf(block, 'type') !== 'tool_use') return assistantPartsOf(block) ?? [unknownPart(block)];
  return [
    toolCall(stringOf(block, 'id') ?? turns.nextCallId(), stringOf(block, 'name'), fieldOf(block, 'input')),
  ];
}
