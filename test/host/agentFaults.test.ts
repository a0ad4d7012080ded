import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentRequest } from '../../src/core/agent/agentRequest.ts';
import { Cancellation, neverCancelled, type CancelSignal } from '../../src/core/cancellation.ts';
import type { AssistantMessage } from '../../src/core/log/message.ts';
import { ChatError, type ChatDelta, type ChatModel, type ChatRequest } from '../../src/core/ports.ts';
import type { OpenAgentSession, TakenRequest } from '../../src/extension/agent/agentSessions.ts';
import { ModelFailureNotifier } from '../../src/extension/agent/failureNotifiers.ts';
import { answerRequest, type AnswerPorts } from '../../src/extension/agent/answerRequest.ts';
import { MemoryLog } from '../support/memoryLog.ts';
import { noSecrets } from '../support/scriptedTurn.ts';
import { sessionsOver } from './support/agentSessionsOver.ts';

const text = (value: string): ChatDelta => ({ type: 'text', text: value });
const finish: ChatDelta = { type: 'finish', reason: 'stop' };
const chatRequest: AgentRequest = {
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'As it came.' }] }],
  tools: [],
  conversationId: 'chat-1',
};

/** Returns a model that answers with these pieces and records its requests. */
function scriptedModel(pieces: readonly (ChatDelta | Error | (() => void))[]) {
  const asked: ChatRequest[] = [];
  const model: ChatModel = {
    profile: { id: 'm', supportsTools: true, encoding: 'o200k_base' },
    async *stream(request) {
      asked.push(request);
      for (const piece of pieces) {
        await Promise.resolve();
        if (piece instanceof Error) throw piece;
        if (typeof piece === 'function') piece();
        else yield piece;
      }
    },
  };
  return { model, asked };
}

interface FakeConversation {
  readonly ask: (signal: unknown) => AsyncGenerator<unknown, unknown>;
  readonly keep?: (message: AssistantMessage) => Promise<void>;
  readonly budget?: { readonly refusal?: string };
}

function taken({ ask, keep = () => Promise.resolve(), budget = {} }: FakeConversation): TakenRequest {
  const live = { session: { messages: [{ id: 'm1' }] }, secrets: { valueOf: () => undefined } };
  const session = { id: 'S1', live, conversation: { ask, keep, budget } };
  return { kind: 'step', session: session as unknown as OpenAgentSession, done: () => undefined };
}

async function answer(
  take: () => Promise<TakenRequest | undefined>,
  model: ChatModel,
  request = chatRequest,
  given: Partial<Pick<AnswerPorts, 'modelFailures'>> & { readonly signal?: CancelSignal } = {},
) {
  const shown: vscode.LanguageModelResponsePart[] = [];
  const failures: unknown[] = [];
  const told: string[] = [];
  const {
    modelFailures = new ModelFailureNotifier((sentence) => told.push(sentence)),
    signal = neverCancelled,
  } = given;
  const asked = {
    request,
    model,
    signal,
    report: (part: (typeof shown)[number]) => void shown.push(part),
  };
  let problem: unknown;
  try {
    const mask: AnswerPorts['mask'] = async (messages) => ({ messages, secrets: noSecrets });
    const onFailure: AnswerPorts['onFailure'] = (error) => failures.push(error);
    await answerRequest(asked, { sessions: { take }, mask, onFailure, modelFailures });
  } catch (error) {
    problem = error;
  }
  const texts = shown.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? [part.value] : []));
  return { texts, failures, problem, told };
}

async function* failing(first: readonly unknown[], error: Error): AsyncGenerator<unknown, unknown> {
  yield* first;
  throw error;
}

const chatsLog = (): MemoryLog =>
  new MemoryLog([{ v: 1, id: 'e1', at: 1, kind: 'session', agent: { conversationId: 'chat-1' } }]);

describe('Longthread, when a request of the editor’s agent fails,', () => {
  it('sends the request unchanged if the session can’t be opened', async () => {
    const { model, asked } = scriptedModel([text('Answered.'), finish]);
    const locked = new Error('Another window is writing this chat’s session.');
    const { texts, failures, problem } = await answer(() => Promise.reject(locked), model);
    assert.deepEqual(texts, ['Answered.']);
    assert.deepEqual(failures, [locked]);
    assert.equal(problem, undefined);
    assert.deepEqual(asked[0]?.messages, [{ role: 'user', parts: [{ type: 'text', text: 'As it came.' }] }]);
  });

  it('opens the chat’s session for the next request if another window has released the session', async () => {
    const [locked, free] = [chatsLog(), chatsLog()];
    locked.readOnlyCause = 'openElsewhere';
    const opening = [locked, free];
    const sessions = sessionsOver({
      list: () => Promise.resolve([{ id: 'session1', agent: { conversationId: 'chat-1' } }]),
      open: () => Promise.resolve(opening.shift()!),
    });
    const { model } = scriptedModel([]);
    await assert.rejects(sessions.take(chatRequest, model), /Another window is writing this chat’s session/);
    assert.ok(locked.isClosed, 'the log that another window locked was not closed');
    assert.equal((await sessions.take(chatRequest, model))?.kind, 'step');
    assert.equal(free.entries.filter(({ kind }) => kind === 'message').length, 1);
    await sessions.close();
  });

  it('sends the request unchanged if a compaction fails before the answer', async () => {
    const { model, asked } = scriptedModel([text('Answered.'), finish]);
    const broken = new Error('a compaction failed');
    const { texts, failures, problem } = await answer(
      async () => taken({ ask: () => failing([{ type: 'asking', model: 'm' }], broken) }),
      model,
    );
    assert.deepEqual([texts, failures, problem], [['Answered.'], [broken], undefined]);
    assert.deepEqual(asked[0]?.messages, chatRequest.messages);
  });

  it('does not ask the model again if a part of the answer was already shown', async () => {
    const { model, asked } = scriptedModel([text('Twice.'), finish]);
    const broken = new Error('broken in the middle');
    const half = { type: 'delta', delta: text('Half') };
    const { texts, problem } = await answer(async () => taken({ ask: () => failing([half], broken) }), model);
    assert.deepEqual([texts, asked.length], [['Half'], 0]);
    assert.equal(problem, broken);
  });

  it('leaves the answer in the chat if the answer can’t be written to the log', async () => {
    const full = new Error('the disk is full');
    const message: AssistantMessage = { role: 'assistant', parts: [{ type: 'text', text: 'Said.' }] };
    async function* ask(): AsyncGenerator<unknown, unknown> {
      yield { type: 'delta', delta: text('Said.') };
      return { message };
    }
    const { texts, failures, problem } = await answer(
      async () => taken({ ask, keep: () => Promise.reject(full) }),
      scriptedModel([]).model,
    );
    assert.deepEqual([texts, failures, problem], [['Said.'], [full], undefined]);
  });

  it('adds the text of a stopped answer to the log', async () => {
    const kept: AssistantMessage[] = [];
    const message: AssistantMessage = { role: 'assistant', parts: [{ type: 'text', text: 'As far' }] };
    async function* ask(): AsyncGenerator<unknown, unknown> {
      yield { type: 'delta', delta: text('As far') };
      return { message, error: new ChatError('cancelled', 'Stopped.', false) };
    }
    const keep = async (each: AssistantMessage): Promise<void> => void kept.push(each);
    const { problem } = await answer(async () => taken({ ask, keep }), scriptedModel([]).model);
    assert.deepEqual(kept, [message]);
    assert.equal(problem, undefined);
  });

  it('shows the text that arrived before the model failed', async () => {
    const { model } = scriptedModel([
      text('I edit.'),
      new ChatError('interrupted', 'The answer broke off.', false),
    ]);
    const { texts, failures, problem } = await answer(() => Promise.resolve(undefined), model);
    assert.deepEqual([texts, failures], [['I edit.'], []]);
    assert.equal(problem instanceof Error && problem.message, 'The answer broke off.');
  });

  const folder = 'Session folder: /home/me/.copilot/session-state/13d4d1ec-4e64-4eff-8c5b-687de4b7a8c5';
  const system = { role: 'system', parts: [{ type: 'text', text: folder }] } as const;
  const harnessRequest: AgentRequest = { messages: [system, ...chatRequest.messages], tools: [] };

  it('shows a notification about the failure only for a request of the Copilot harness', async () => {
    const down = new ChatError('unreachable', 'Nothing answers at 127.0.0.1:1.', false);
    const answered = (request: AgentRequest) =>
      answer(() => Promise.resolve(undefined), scriptedModel([down]).model, request);
    assert.deepEqual((await answered(harnessRequest)).told, ['Nothing answers at 127.0.0.1:1.']);
    assert.deepEqual((await answered(chatRequest)).told, []);
  });

  it('shows only one notification if a session of the Copilot harness has used up its budget', async () => {
    const notifications: string[] = [];
    const { showInformationMessage } = vscode.window;
    const show = (sentence: string): Promise<undefined> => Promise.resolve(void notifications.push(sentence));
    const refusal = 'This session has used its budget.';
    async function* ask(): AsyncGenerator<unknown, unknown> {
      yield* [];
      return { kind: 'refused', reason: 'overBudget', sentence: refusal };
    }
    Object.assign(vscode.window, { showInformationMessage: show });
    try {
      const conversation = { ask, budget: { refusal } };
      const { told } = await answer(async () => taken(conversation), scriptedModel([]).model, harnessRequest);
      assert.deepEqual(told, []);
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    assert.equal(notifications.length, 1);
  });

  it('regards the model as working again only after a complete answer', async () => {
    let answers = 0;
    const modelFailures = { failed: () => undefined, answered: () => void (answers += 1) };
    const stop = new Cancellation();
    const stopping = scriptedModel([text('As far'), () => stop.cancel(), text(' as this.'), finish]);
    const { signal } = stop;
    const { problem } = await answer(async () => undefined, stopping.model, chatRequest, {
      modelFailures,
      signal,
    });
    assert.deepEqual([problem, answers], [undefined, 0]);
    const { model } = scriptedModel([text('Answered.'), finish]);
    await answer(async () => undefined, model, chatRequest, { modelFailures });
    assert.equal(answers, 1);
  });
});

describe('a request of the editor’s agent', () => {
  it('keeps the agent’s maximum number of output tokens if the request belongs to no session', async () => {
    const { model, asked } = scriptedModel([text('Answered.'), finish]);
    await answer(() => Promise.resolve(undefined), model, {
      ...chatRequest,
      wishes: { maxOutputTokens: 2_000 },
    });
    assert.equal(asked[0]?.maxOutputTokens, 2_000);
  });
});
