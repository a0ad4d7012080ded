import assert from 'node:assert/strict';
import { neverCancelled } from '../../src/core/cancellation.ts';
import type { AssistantMessage } from '../../src/core/log/message.ts';
import { askModel, type Answer } from '../../src/core/model/answer.ts';
import type { ChatModel, ChatRequest } from '../../src/core/ports.ts';

/** Sends one request and returns its outcome. */
export async function answerOnce(model: ChatModel, request: ChatRequest): Promise<Answer> {
  const asking = askModel({ model, request, newCallId: () => 'made' }, neverCancelled);
  let step = await asking.next();
  while (step.done !== true) step = await asking.next();
  return step.value;
}

/** Returns an answer as the log stores it: converted to JSON and back. */
export async function loggedAnswer(model: ChatModel, request: ChatRequest): Promise<AssistantMessage> {
  const { message, error } = await answerOnce(model, request);
  assert.equal(error, undefined);
  assert.ok(message);
  return JSON.parse(JSON.stringify(message)) as AssistantMessage;
}
