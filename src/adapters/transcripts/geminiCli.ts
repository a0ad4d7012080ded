import type { AssistantMessage, UserPart } from '../../core/log/message.ts';
import { blocksOf } from './anthropicBlocks.ts';
import { AssistantDraft } from './assistantDraft.ts';
import { clientPart } from './clientText.ts';
import {
  assistantPartsOfGemini,
  callOfGemini,
  resultOfGemini,
  usageOfGemini,
  userPartsOfGemini,
} from './geminiParts.ts';
import { fieldOf, isObject, objectOf, objectsOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { readJsonLines, type LocatedObject } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/** Gemini CLI's sessions: one JSON object, or since 2026 a line a record under a header. */
export const geminiCli = { format: 'gemini-cli', detect, read } as const;

function detect({ json, objects }: TranscriptHead): boolean {
  return (isObject(json) ? [json] : objects).some((line) => 'sessionId' in line && 'projectHash' in line);
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const { json } = source.head;
  if (isObject(json) && 'messages' in json) {
    for (const [index, object] of objectsOf(json, 'messages').entries())
      addRecord({ object, where: `message ${String(index + 1)}` }, recording);
    return;
  }
  // A record is written anew as it grows: the last of an id holds, where the first stood.
  const records = new Map<string, LocatedObject>();
  for await (const line of readJsonLines(source, recording)) {
    const id = stringOf(line.object, 'id');
    if (id !== undefined) records.set(id, line);
    else rewind(records, stringOf(line.object, '$rewindTo'));
  }
  for (const record of records.values()) addRecord(record, recording);
}

/** The person went back to before a record: it and all that came after are taken away. */
function rewind(records: Map<string, LocatedObject>, to: string | undefined): void {
  const ids = [...records.keys()];
  const place = to === undefined ? -1 : ids.indexOf(to);
  if (place >= 0) for (const id of ids.slice(place)) records.delete(id);
}

function addRecord({ object, where }: LocatedObject, recording: Recording): void {
  const at = timeOf(fieldOf(object, 'timestamp'));
  const type = stringOf(object, 'type') ?? 'unknown';
  if (type === 'user') recording.add({ role: 'user', parts: userParts(object) }, at);
  else if (type === 'gemini') {
    recording.add(assistantMessage(object), at);
    for (const call of objectsOf(object, 'toolCalls')) {
      const result = fieldOf(call, 'result');
      if (result === undefined || result === null) continue;
      const [id, status] = [stringOf(call, 'id') ?? '', stringOf(call, 'status')];
      recording.add(resultOfGemini(id, result, status), timeOf(fieldOf(call, 'timestamp')) ?? at);
    }
  } else recording.skip(`${type} record`, where);
}

/** A command is sent as the text that stands for it; what the person typed is told beside it. */
function userParts(record: JsonObject): readonly UserPart[] {
  const parts = userPartsOfGemini(fieldOf(record, 'content'));
  const typed = userPartsOfGemini(fieldOf(record, 'displayContent') ?? []);
  if (typed.length === 0)
    return parts.map((part) => (isByClient(part) ? clientPart(part.text, 'hook') : part));
  return [...typed, ...parts.map((part) => (part.type === 'text' ? clientPart(part.text, 'command') : part))];
}

/** The client asks for the next step by itself where an answer had no end. */
function isByClient(part: UserPart): part is UserPart & { readonly type: 'text' } {
  return part.type === 'text' && part.text.trim() === 'System: Please continue.';
}

function assistantMessage(record: JsonObject): AssistantMessage {
  const draft = new AssistantDraft(stringOf(record, 'model'));
  for (const thought of objectsOf(record, 'thoughts')) {
    const text = [stringOf(thought, 'subject'), stringOf(thought, 'description')].filter(Boolean).join(': ');
    draft.add([{ type: 'reasoning', text }]);
  }
  for (const part of blocksOf(fieldOf(record, 'content'))) draft.add(assistantPartsOfGemini(part));
  draft.add(objectsOf(record, 'toolCalls').map(callOfGemini));
  const names = { input: 'input', output: 'output', thoughts: 'thoughts', cached: 'cached' };
  draft.end(undefined, usageOfGemini(objectOf(record, 'tokens') ?? {}, names));
  return draft.message;
}
