import { chatMessagesOf } from './chatMessage.ts';
import { isObject, objectsOf, onlyObjects, stringOf, type JsonObject } from './json.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TextCalls } from './textCalls.ts';

/** mini-swe-agent's runs: a bare list of messages, later an object that says what it is. */
export const miniSweAgent = { format: 'mini-swe-agent', detect, read } as const;

function detect({ json }: TranscriptHead): boolean {
  if (isObject(json) && stringOf(json, 'trajectory_format')?.startsWith('mini-swe-agent') === true)
    return true;
  const list = messagesOf(json);
  return list.some(isBlock) && list.some(isReturn);
}

function isBlock(item: JsonObject): boolean {
  return (
    stringOf(item, 'role') === 'assistant' &&
    /^```(?:bash|mswea_bash_command)$/mu.test(stringOf(item, 'content') ?? '')
  );
}

function isReturn(item: JsonObject): boolean {
  return stringOf(item, 'role') === 'user' && /^\s*<returncode>/u.test(stringOf(item, 'content') ?? '');
}

function messagesOf(json: unknown): readonly JsonObject[] {
  return isObject(json) ? objectsOf(json, 'messages') : onlyObjects(json);
}

function read({ head }: TranscriptSource, recording: Recording): Promise<void> {
  const calls = new TextCalls(recording, true);
  for (const [index, item] of messagesOf(head.json).entries()) {
    const messages = chatMessagesOf(item);
    if (messages === undefined) recording.skip('item without a known role', `item ${String(index + 1)}`);
    for (const message of messages ?? []) calls.add(message);
  }
  return Promise.resolve();
}
