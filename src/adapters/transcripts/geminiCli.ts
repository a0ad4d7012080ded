import type { AssistantMessage, ToolMessage, UserPart } from '../../core/log/message.ts';
import { blocksOf } from './anthropicBlocks.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import { clientPart } from './clientText.ts';
import {
  assistantPartsOfGemini,
  callOfGemini,
  resultOfGemini,
  usageOfGemini,
  userPartsOfGemini,
} from './geminiParts.ts';
import {
  fieldOf,
  isObject,
  objectOf,
  objectsOf,
  onlyObjects,
  stringOf,
  timeOf,
  type JsonObject,
} from './json.ts';
import { type LocatedObject, objectsIn, readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads Gemini CLI's sessions: one JSON object, or since 2026 a header and one record per line. Also reads the output
 * of `/chat save`, a list of contents in the format of Gemini's API.
 */
export const geminiCli = { format: 'gemini-cli', detect, read } as const;

function detect({ json, objects }: TranscriptHead): boolean {
  if (contentsIn(json).some(isContent) || isLog(json)) return true;
  return (isObject(json) ? [json] : objects).some((line) => 'sessionId' in line && 'projectHash' in line);
}

function contentsIn(json: unknown): readonly JsonObject[] {
  return isObject(json) ? objectsOf(json, 'history') : onlyObjects(json);
}

/**
 * Returns whether a value is a `Content` object of Gemini's API. Messages of some other programs look similar, but
 * their parts have a field `type`.
 */
function isContent(value: JsonObject): boolean {
  const isNamed = objectsOf(value, 'parts').some((part) => 'type' in part);
  return (
    ['user', 'model'].includes(stringOf(value, 'role') ?? '') &&
    Array.isArray(fieldOf(value, 'parts')) &&
    !isNamed
  );
}

/** Returns whether the JSON is the content of a `logs.json`, which contains the typed texts of all sessions. */
function isLog(json: unknown): boolean {
  return onlyObjects(json).some((row) => 'sessionId' in row && 'messageId' in row && 'message' in row);
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const { json } = source.head;
  if (isLog(json)) {
    recording.whyEmpty = 'it contains only typed texts; the sessions are in the folder “chats” beside it';
    return;
  }
  if (contentsIn(json).some(isContent)) {
    const contents = objectsIn(isObject(json) ? fieldOf(json, 'history') : json, recording);
    for (const [index, content] of contents.entries())
      if (isContent(content)) addContent(content, recording);
      else recording.skip('item without content', `item ${String(index + 1)}`);
    return;
  }
  const records = new Records(recording);
  if (isObject(json) && 'messages' in json) {
    for (const [index, object] of objectsIn(fieldOf(json, 'messages'), recording).entries())
      records.add({ object, where: `message ${String(index + 1)}` });
    return;
  }
  const log = new RecordLog();
  for await (const line of readJsonLines(source, recording)) {
    const removed = log.apply(line);
    if (removed === undefined) recording.skip('line without an id', line.where);
    else if (removed > 0) recording.skip('message that was taken back', line.where, removed);
  }
  for (const record of log.records) records.add(record);
}

/** Adds a `Content` object. The results of calls are in the objects with the role `user`. */
function addContent(content: JsonObject, recording: Recording): void {
  const parts = objectsOf(content, 'parts');
  if (stringOf(content, 'role') === 'model') {
    const builder = new AssistantBuilder();
    for (const part of parts) builder.add(assistantPartsOfGemini(part));
    recording.add(builder.message);
    return;
  }
  const ownParts = parts.filter((part) => {
    const answer = objectOf(part, 'functionResponse');
    if (answer !== undefined) recording.add(resultOfGemini(stringOf(answer, 'id') ?? '', [part], undefined));
    return answer === undefined;
  });
  if (ownParts.length > 0 || parts.length === 0)
    recording.add({ role: 'user', parts: userPartsOfGemini(ownParts) });
}

/** The records of a file of lines. For each id, the newest record takes the position of the first record. */
class RecordLog {
  #records = new Map<string, LocatedObject>();

  get records(): Iterable<LocatedObject> {
    return this.#records.values();
  }

  /** Applies a line. Returns how many records the line removed; undefined for an unknown line. */
  apply(line: LocatedObject): number | undefined {
    const { object } = line;
    const to = stringOf(object, '$rewindTo');
    if (to !== undefined) return this.#rewind(to);
    const id = stringOf(object, 'id');
    const changed = objectOf(object, '$set');
    if (id !== undefined) this.#records.set(id, line);
    else if (changed !== undefined) this.#merge(objectsOf(changed, 'messages'), line.where);
    else if (!('sessionId' in object)) return undefined;
    return 0;
  }

  /**
   * Removes a record and all later records, since the person went back to the point before this record. If the record
   * is unknown, removes all records.
   */
  #rewind(to: string): number {
    const ids = [...this.#records.keys()];
    const gone = ids.slice(Math.max(0, ids.indexOf(to)));
    for (const id of gone) this.#records.delete(id);
    return gone.length;
  }

  /**
   * Merges a list of messages into the records. Gemini CLI writes such a list when it starts or compresses the history,
   * and replaces its own messages by the list. Keeps records that are missing in the list, since they are part of the
   * conversation. Places a new message after its predecessor in the list. If the list begins with new messages, places
   * them before the first known message, or at the end if no message is known.
   */
  #merge(messages: readonly JsonObject[], where: string): void {
    const listed = messages.map((object, index) => {
      const id = stringOf(object, 'id') ?? `${where} ${String(index + 1)}`;
      return { id, record: { object, where } };
    });
    const ids = [...this.#records.keys()];
    const isKnown = (id: string): boolean => this.#records.has(id);
    const firstKnown = listed.find(({ id }) => isKnown(id));
    let at = firstKnown === undefined ? ids.length : ids.indexOf(firstKnown.id);
    for (const { id } of listed) {
      if (isKnown(id)) at = ids.indexOf(id) + 1;
      else {
        ids.splice(at, 0, id);
        at += 1;
      }
    }
    const records = new Map([...this.#records, ...listed.map(({ id, record }) => [id, record] as const)]);
    this.#records = new Map(
      ids.flatMap((id) => {
        const record = records.get(id);
        return record === undefined ? [] : [[id, record] as const];
      }),
    );
  }
}

/** Adds the records of a session to a recording. */
class Records {
  readonly #recording: Recording;
  /**
   * The ids of the calls whose results were added. Since 2026, a later record of the type `user` repeats each result.
   */
  readonly #answered = new Set<string>();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  add({ object, where }: LocatedObject): void {
    const at = timeOf(fieldOf(object, 'timestamp'));
    const type = stringOf(object, 'type') ?? 'unknown';
    if (type === 'user') this.#addUser(object, at);
    else if (type === 'gemini') this.#addAnswer(object, at);
    else this.#recording.skip(`${type} line`, where);
  }

  #addAnswer(record: JsonObject, at: number | undefined): void {
    this.#recording.add(assistantMessage(record), at);
    for (const call of objectsOf(record, 'toolCalls')) {
      const result = fieldOf(call, 'result');
      if (result === undefined || result === null) continue;
      const [id, status] = [stringOf(call, 'id') ?? '', stringOf(call, 'status')];
      const own = partsOfResult(id, blocksOf(result));
      this.#addResult(resultOfGemini(id, own, status), timeOf(fieldOf(call, 'timestamp')) ?? at);
    }
  }

  /** Adds a message of the person, or the results of calls. Texts beside results become a message after the results. */
  #addUser(record: JsonObject, at: number | undefined): void {
    const blocks = blocksOf(fieldOf(record, 'content'));
    const ids = new Set(blocks.flatMap((block) => answeredId(block) ?? []));
    const texts = blocks.filter((block) => stringOf(block, 'text') !== undefined);
    const others = blocks.filter((block) => !texts.includes(block));
    for (const id of ids)
      if (!this.#answered.has(id))
        this.#addResult(resultOfGemini(id, partsOfResult(id, others), undefined), at);
    if (ids.size === 0 || texts.length > 0)
      this.#recording.add({ role: 'user', parts: userParts(record, ids.size === 0 ? blocks : texts) }, at);
  }

  #addResult(result: ToolMessage, at: number | undefined): void {
    if (result.callId !== '') this.#answered.add(result.callId);
    this.#recording.add(result, at);
  }
}

/** Returns the id of the call that a part answers; the empty text if it has no id, undefined for any other part. */
function answeredId(part: JsonObject): string | undefined {
  const answer = objectOf(part, 'functionResponse');
  return answer && (stringOf(answer, 'id') ?? '');
}

/**
 * Returns the parts of a call's result from a list that may also contain the results of parallel calls and texts of the
 * person. A part that is no answer, such as an image, belongs to the answer before it. If no part belongs to the call,
 * returns the parts of all results.
 */
function partsOfResult(id: string, parts: readonly JsonObject[]): readonly JsonObject[] {
  let owner = id;
  const results = withoutTextsBeside(parts);
  const own = results.filter((part) => {
    owner = answeredId(part) ?? owner;
    return owner === id;
  });
  return own.length > 0 ? own : results;
}

/** The answer of older versions if the result itself is in the parts after the answer. */
const RESULT_BELOW = 'Tool execution succeeded.';

/** Returns the parts of a list of results without the texts beside the answers, since a user record repeats them. */
function withoutTextsBeside(parts: readonly JsonObject[]): readonly JsonObject[] {
  let isResult = !parts.some((part) => answeredId(part) !== undefined);
  return parts.filter((part) => {
    const answer = objectOf(part, 'functionResponse');
    if (answer !== undefined)
      isResult = stringOf(objectOf(answer, 'response') ?? {}, 'output') === RESULT_BELOW;
    return isResult || stringOf(part, 'text') === undefined;
  });
}

/**
 * Returns the parts of a user message. For a command, the first parts contain the words that the person typed. The
 * other parts contain the longer text that was sent instead, labelled as a command.
 */
function userParts(record: JsonObject, content: readonly JsonObject[]): readonly UserPart[] {
  const parts = userPartsOfGemini(content);
  const typed = userPartsOfGemini(textBlocks(fieldOf(record, 'displayContent')));
  if (typed.length === 0)
    return parts.map((part) => (isByClient(part) ? clientPart(part.text, 'hook') : part));
  return [...typed, ...parts.map((part) => (part.type === 'text' ? clientPart(part.text, 'command') : part))];
}

/**
 * Returns the text blocks. Omits the tool results that were stored for display, since results are read together with
 * their calls.
 */
function textBlocks(content: unknown): readonly JsonObject[] {
  return blocksOf(content ?? []).filter((block) => stringOf(block, 'text') !== undefined);
}

/** Returns whether the client wrote the text. After an incomplete answer, the client requests the next step itself. */
function isByClient(part: UserPart): part is UserPart & { readonly type: 'text' } {
  return part.type === 'text' && part.text.trim() === 'System: Please continue.';
}

/**
 * Returns the message of an answer. If the client later wrote the record again in a list of messages, the content
 * repeats the thoughts and calls of other fields. Such thoughts and calls are read only once.
 */
function assistantMessage(record: JsonObject): AssistantMessage {
  const builder = new AssistantBuilder(stringOf(record, 'model'));
  const parts = blocksOf(fieldOf(record, 'content')).flatMap(assistantPartsOfGemini);
  for (const thought of parts.some(({ type }) => type === 'reasoning') ? [] : objectsOf(record, 'thoughts')) {
    const text = [stringOf(thought, 'subject'), stringOf(thought, 'description')].filter(Boolean).join(': ');
    builder.add([{ type: 'reasoning', text }]);
  }
  builder.add(parts);
  const known = new Set(parts.flatMap((part) => (part.type === 'toolCall' ? [part.callId] : [])));
  const calls = objectsOf(record, 'toolCalls').map(callOfGemini);
  builder.add(calls.filter(({ callId }) => !known.has(callId)));
  const names = { input: 'input', output: 'output', thoughts: 'thoughts', cached: 'cached' };
  builder.end(undefined, usageOfGemini(objectOf(record, 'tokens') ?? {}, names));
  return builder.message;
}
