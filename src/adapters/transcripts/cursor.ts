import type { AssistantPart, UserPart } from '../../core/log/message.ts';
import { assistantPartsOf, userPartsOf } from './anthropicBlocks.ts';
import { clientPart } from './clientText.ts';
import { fieldOf, jsonText, objectOf, objectsOf, stringOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TurnDraft } from './turnDraft.ts';

/** Cursor's agent transcripts: a line a message, `{role, message: {content}}`; calls have no ids there, and no results. */
export const cursor = { format: 'cursor', detect, read } as const;

function detect({ objects }: TranscriptHead): boolean {
  const isMessage = (line: JsonObject): boolean =>
    'role' in line && !('uuid' in line) && Array.isArray(fieldOf(objectOf(line, 'message') ?? {}, 'content'));
  return objects.some(isMessage) && objects.every((line) => isMessage(line) || 'type' in line);
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const turns = new TurnDraft(recording);
  for await (const { object, where } of readJsonLines(source, recording)) {
    const blocks = objectsOf(objectOf(object, 'message') ?? {}, 'content');
    const role = stringOf(object, 'role');
    turns.begin();
    if (role === 'user') turns.addUser(blocks.flatMap(userParts));
    else if (role === 'assistant') addAnswer(blocks, turns);
    else recording.skip(`${stringOf(object, 'type') ?? 'unknown'} line`, where);
  }
}

/** Its calls have empty results: what came of them is not told, but they were made. */
function addAnswer(blocks: readonly JsonObject[], turns: TurnDraft): void {
  const parts = blocks.flatMap((block) => assistantParts(block, turns));
  turns.addAssistant(parts);
  for (const part of parts) if (part.type === 'toolCall') turns.addResult(part.callId, '');
}

/** The person's words stand in an element of their own; what stands around it is the client's. */
function userParts(block: JsonObject): readonly UserPart[] {
  const text = stringOf(block, 'text') ?? '';
  const typed = /<user_query>([\s\S]*)<\/user_query>/u.exec(text);
  if (typed === null) return userPartsOf(block) ?? [];
  const around = (part: string): readonly UserPart[] =>
    part.trim() === '' ? [] : [clientPart(part, 'environment')];
  const words: UserPart = { type: 'text', text: (typed[1] ?? '').trim() };
  return [...around(text.slice(0, typed.index)), words, ...around(text.slice(typed.index + typed[0].length))];
}

function assistantParts(block: JsonObject, turns: TurnDraft): readonly AssistantPart[] {
  if (stringOf(block, 'type') !== 'tool_use') return assistantPartsOf(block) ?? [];
  return [
    {
      type: 'toolCall',
      callId: stringOf(block, 'id') ?? turns.nextCallId(),
      name: stringOf(block, 'name') ?? '',
      arguments: jsonText(fieldOf(block, 'input') ?? {}),
    },
  ];
}
