import type { UserPart } from '../../core/log/message.ts';
import { imageOf } from './anthropicBlocks.ts';
import { clientPart, splitUserText } from './clientText.ts';
import { PERSON_FRAMES } from './clientTexts.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  timeOf,
  type JsonObject,
} from './json.ts';
import { objectsIn, readJsonLines } from './jsonLines.ts';
import { ObjectLog } from './objectLog.ts';
import { WHOLE_FILE, type Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { addVscodeAnswer } from './vscodeAnswer.ts';

/**
 * Reads VS Code's own chats: the files in `chatSessions`, and the files of the command "Chat: Export Chat…". A file in
 * `chatSessions` is a chat (`.json`) or, since 1.109, a log of changes (`.jsonl`).
 */
export const vscodeChat = { format: 'vscode-chat', detect, read } as const;

function detect({ json, objects }: TranscriptHead): boolean {
  const whole = isObject(json) ? json : undefined;
  const [first = {}] = whole === undefined ? objects : [whole];
  if (numberOf(first, 'kind') === 0) return Array.isArray(fieldOf(objectOf(first, 'v') ?? {}, 'requests'));
  return whole !== undefined && isChat(whole);
}

/** Returns whether a value is a chat. An empty chat is recognised by the name of its responder. */
function isChat(value: JsonObject): boolean {
  if (!Array.isArray(fieldOf(value, 'requests'))) return false;
  const requests = objectsOf(value, 'requests');
  return requests.length === 0
    ? 'responderUsername' in value
    : requests.some((request) => 'message' in request && ('response' in request || 'requestId' in request));
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const chat = await chatOf(source, recording);
  recording.title = stringOf(chat, 'customTitle') ?? stringOf(chat, 'computedTitle');
  let lastContext = '';
  for (const [index, request] of objectsIn(fieldOf(chat, 'requests'), recording).entries()) {
    const where = `request ${String(index + 1)}`;
    if (isRewound(request)) {
      recording.skip('request that was taken back', where);
      continue;
    }
    const metadata = objectOf(objectOf(request, 'result') ?? {}, 'metadata') ?? {};
    const context = textOfRendered(fieldOf(metadata, 'renderedGlobalContext'));
    const isNew = context !== '' && context !== lastContext;
    if (isNew) lastContext = context;
    const before = isNew ? [clientPart(context, 'environment')] : [];
    const at = timeOf(fieldOf(request, 'timestamp'));
    recording.add({ role: 'user', parts: [...before, ...userParts(request, metadata)] }, at);
    addVscodeAnswer(request, { recording, where });
  }
  const waiting = objectsOf(chat, 'pendingRequests').length;
  if (waiting > 0) recording.skip('request that was not sent yet', WHOLE_FILE, waiting);
}

async function chatOf(source: TranscriptSource, recording: Recording): Promise<JsonObject> {
  const { json } = source.head;
  if (isObject(json) && 'requests' in json) return json;
  const log = new ObjectLog();
  for await (const { object, where } of readJsonLines(source, recording))
    if (!log.apply(object)) recording.skip('change that can’t be applied', where);
  return isObject(log.value) ? log.value : {};
}

/**
 * Returns whether the person rewound past the request. Such a request stays in the file until another request is sent.
 */
function isRewound(request: JsonObject): boolean {
  return isTrue(request, 'isHidden') || objectOf(request, 'shouldBeRemovedOnSend') !== undefined;
}

/**
 * Returns the person's words with the text and images that the model received around these words. If the file does not
 * contain this text, returns the person's words with the attachments.
 */
function userParts(request: JsonObject, metadata: JsonObject): readonly UserPart[] {
  const message = fieldOf(request, 'message');
  const text =
    typeof message === 'string' ? message : (stringOf(isObject(message) ? message : {}, 'text') ?? '');
  const ownParts = messageParts(request, text);
  const rendered = fieldOf(metadata, 'renderedUserMessage');
  const around = textOfRendered(rendered);
  if (around === '') return [...ownParts, ...attachmentsOf(request)];
  const [before, after] = textAround(around, text);
  const given = [before, after].map((part) => (part.trim() === '' ? [] : [clientPart(part, 'environment')]));
  return [...(given[0] ?? []), ...ownParts, ...(given[1] ?? []), ...imagesOf(rendered)];
}

/**
 * Returns the message's text. If the text comes from a finished background command or a pressed button, labels the
 * text, since nobody typed it.
 */
function messageParts(request: JsonObject, text: string): readonly UserPart[] {
  if (text === '') return [];
  if (isTrue(request, 'isSystemInitiated')) return [clientPart(text, 'notification')];
  return stringOf(request, 'confirmation') === undefined
    ? splitUserText(text)
    : [clientPart(text, 'command')];
}

/**
 * Returns the text before and after the person's words. The words are in a frame or repeated verbatim. If the words are
 * not found, returns all text as the text before.
 */
function textAround(around: string, text: string): readonly [before: string, after: string] {
  for (const frame of PERSON_FRAMES) {
    const start = around.indexOf(`<${frame}>`);
    const closing = `</${frame}>`;
    const end = around.lastIndexOf(closing);
    if (start >= 0 && end > start) return [around.slice(0, start), around.slice(end + closing.length)];
  }
  const at = text === '' ? -1 : around.indexOf(text);
  return at < 0 ? [around, ''] : [around.slice(0, at), around.slice(at + text.length)];
}

const IMAGE = 0;
const TEXT = 1;

/** Returns the text of a request's content. The content is a text, or a list of texts, images and cache hints. */
function textOfRendered(content: unknown): string {
  if (typeof content === 'string') return content;
  const pieces = objectsOf({ content }, 'content').filter((piece) => numberOf(piece, 'type') === TEXT);
  return pieces.map((piece) => stringOf(piece, 'text') ?? '').join('\n');
}

function imagesOf(content: unknown): readonly UserPart[] {
  const pieces = objectsOf({ content }, 'content').filter((piece) => numberOf(piece, 'type') === IMAGE);
  return pieces.map((piece) => imageOf({ image_url: fieldOf(piece, 'imageUrl') }));
}

/** Returns the attachments: images, and the names of other attachments, each with its text if the text is stored. */
function attachmentsOf(request: JsonObject): readonly UserPart[] {
  const variables = objectsOf(objectOf(request, 'variableData') ?? {}, 'variables');
  return variables.map((variable) => {
    if (stringOf(variable, 'kind') === 'image') return pictureOf(variable);
    const name = stringOf(variable, 'name') ?? stringOf(variable, 'id') ?? 'attachment';
    const text = stringOf(variable, 'code') ?? stringOf(variable, 'value') ?? '';
    return clientPart(text === '' ? `[${name}]` : `[${name}]\n${text}`, 'attachment');
  });
}

/**
 * Returns an image. If the image's bytes are stored, the attachment's `value` or the field `$base64` of `value`
 * contains them as base64.
 */
function pictureOf(variable: JsonObject): UserPart {
  const value = fieldOf(variable, 'value');
  const data = typeof value === 'string' ? value : stringOf(isObject(value) ? value : {}, '$base64');
  const image = imageOf({ data, media_type: fieldOf(variable, 'mimeType') });
  const name = stringOf(variable, 'name');
  return data === undefined && name !== undefined ? { ...image, name } : image;
}
