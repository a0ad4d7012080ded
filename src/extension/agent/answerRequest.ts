import * as vscode from 'vscode';
import type { Usage, AssistantMessage, Message } from '../../core/log/message.ts';
import { randomUUID } from 'node:crypto';
import { isOfCopilotHarness } from '../../core/agent/agentHistory.ts';
import { requestMessages } from '../../core/agent/requestMessages.ts';
import type { AgentRequest } from '../../core/agent/agentRequest.ts';
import { summaryAnswer } from '../../core/agent/conversationSummary.ts';
import { markerOf } from '../../core/agent/marker.ts';
import type { CancelSignal } from '../../core/cancellation.ts';
import { askWithRetries, type AskPorts } from '../../core/chat/agentLoop.ts';
import { standingBlocks } from '../../core/context/record.ts';
import { fillCall } from '../../core/log/fillMarks.ts';
import { liveCompactions } from '../../core/log/session.ts';
import type { ChatModel } from '../../core/ports.ts';
import type { MaskedRequest } from '../../core/session/maskedRequest.ts';
import { sleep } from '../sleep.ts';
import type { AgentSessions, OpenAgentSession, TakenRequest } from './agentSessions.ts';
import type { TroubleTeller } from './failureTeller.ts';
import { relayAnswer, type AnswerSink, type Relayed } from './relayAnswer.ts';
import { askToGoOn } from './tellInAgent.ts';

/** A request of the editor's agent, and where its answer goes. */
export interface Asked {
  readonly request: AgentRequest;
  readonly model: ChatModel;
  readonly signal: CancelSignal;
  readonly report: (part: vscode.LanguageModelResponsePart) => void;
}

/** The parts of Longthread by which `answerRequest` works. */
export interface AnswerPorts {
  readonly sessions: Pick<AgentSessions, 'take'>;
  /** Masks a request that goes to a model outside of any session. */
  mask(messages: readonly Message[]): Promise<MaskedRequest>;
  /** Reports a failure of Longthread itself. If nothing was shown yet, the model gets the request outside of any session. */
  onFailure(error: unknown): void;
  /** Reports that a model does not answer, where the editor's chat itself shows nothing. */
  readonly trouble: Pick<TroubleTeller, 'failed' | 'answered'>;
}

/**
 * Answers a request over its session: appends its new messages, and sends the model the log's projection. If that fails
 * before anything was shown, or the request belongs to no session, it goes to the model as it came, with its secrets
 * masked. Throws an Error of one sentence.
 */
export async function answerRequest(asked: Asked, ports: AnswerPorts): Promise<void> {
  const taken = await guarded(() => ports.sessions.take(asked.request, asked.model), ports);
  try {
    if (taken !== undefined && (await answeredIn(taken, asked, ports))) return;
  } finally {
    taken?.done();
  }
  const { messages, secrets } = await ports.mask(requestMessages(asked.request));
  const { message, problem } = await relayed(askPlainly(asked, messages), asked, ports, {
    fill: (tool, input) => fillCall(tool, input, secrets),
  });
  tellUsage(message, asked);
  if (problem !== undefined) throw new Error(problem);
}

/** Returns the result. Reports a failure and then returns undefined. */
async function guarded<T>(work: () => Promise<T>, ports: AnswerPorts): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    ports.onFailure(error);
    return undefined;
  }
}

/** Answers within a session. Returns false if Longthread itself failed before anything was shown. */
async function answeredIn(
  { kind, thread }: Omit<TakenRequest, 'done'>,
  asked: Asked,
  ports: AnswerPorts,
): Promise<boolean> {
  if (kind === 'summary') return (await guarded(() => summarize(thread, asked), ports)) ?? false;
  const before = newestMessage(thread);
  const shown = { isAny: false };
  const watched: Asked = {
    ...asked,
    report: (part) => {
      shown.isAny = true;
      asked.report(part);
    },
  };
  let came: Relayed;
  try {
    came = await relayed(thread.conversation.ask(asked.signal), watched, ports, {
      fill: (tool, input) => fillCall(tool, input, thread.live.secrets),
    });
  } catch (error) {
    ports.onFailure(error);
    if (shown.isAny) throw error;
    return false;
  }
  const { message, problem } = came;
  if (message !== undefined) asked.report(markerPart(asked.model.profile.id, markerOf(thread.id)));
  tellUsage(message, asked);
  // Another request may have rewound the session meanwhile. If the editor kept this answer, its next request brings it.
  if (message !== undefined && newestMessage(thread) === before)
    await guarded(() => thread.conversation.keep(message), ports);
  if (problem !== undefined) {
    void askToGoOn(thread.conversation);
    throw new Error(problem);
  }
  return true;
}

function newestMessage({ live }: OpenAgentSession): string | undefined {
  return live.session.messages.at(-1)?.id;
}

/** The answer to the agent's request for a summary when nothing was left out. */
const NOTHING_LEFT_OUT = 'Nothing had to be left out: the whole conversation is in Longthread’s log.';

/**
 * Compacts when the agent asks for a summary, and answers with the notes and a marker line, by which later requests are
 * recognised as continuing the session. Returns false for a session without messages.
 */
async function summarize({ id, live, conversation }: OpenAgentSession, { report }: Asked): Promise<boolean> {
  const through = live.session.messages.at(-1)?.id;
  if (through === undefined) return false;
  await conversation.compactor.compactNow({});
  const blocks = standingBlocks(liveCompactions(live.session));
  const notes = blocks.map(({ text }) => text).join('\n\n');
  const answer = summaryAnswer(notes === '' ? NOTHING_LEFT_OUT : notes, { sessionId: id, through });
  report(new vscode.LanguageModelTextPart(answer));
  return true;
}

/** Hands the answer over. If the model does not answer and the editor's chat would not say so, tells the person. */
async function relayed(
  answer: Parameters<typeof relayAnswer>[0],
  asked: Asked,
  { trouble }: AnswerPorts,
  fill: Pick<AnswerSink, 'fill'>,
): Promise<Relayed> {
  const onRetry = (sentence: string): void => {
    if (isOfCopilotHarness(asked.request)) trouble.failed(sentence);
  };
  const came = await relayAnswer(answer, { ...sinkOf(asked), ...fill, onRetry });
  if (came.problem !== undefined) onRetry(came.problem);
  else trouble.answered();
  return came;
}

function sinkOf({ report }: Asked): AnswerSink {
  return {
    onText: (text) => report(new vscode.LanguageModelTextPart(text)),
    onCall: ({ callId, name, input }) => report(new vscode.LanguageModelToolCallPart(callId, name, input)),
  };
}

function tellUsage(message: AssistantMessage | undefined, { report }: Asked): void {
  if (message?.usage !== undefined) report(usagePart(message.usage));
}

/** Asks the model with the request as it came, and logs nothing. */
function askPlainly(
  { request, model, signal }: Asked,
  messages: readonly Message[],
): ReturnType<typeof askWithRetries> {
  const asked = { messages, tools: request.tools, ...request.wishes };
  const ports: AskPorts = {
    prepareRequest: () => Promise.resolve({ kind: 'ready', model, request: asked, windowShare: 0 }),
    compact: () => Promise.resolve(false),
    sleep,
    newCallId: () => `call_${randomUUID()}`,
  };
  return askWithRetries(ports, signal);
}

/** Returns the data part that the editor's own gauge reads. */
export function usagePart({ inputTokens, outputTokens }: Usage): vscode.LanguageModelDataPart {
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
  return vscode.LanguageModelDataPart.json(usage, 'usage');
}

/**
 * Returns the data part that the editor keeps with an answer and sends back. The editor drops one that has no model
 * name before the backslash.
 */
export function markerPart(modelId: string, marker: string): vscode.LanguageModelDataPart {
  const text = `${modelId.replaceAll('\\', '/')}\\${marker}`;
  return new vscode.LanguageModelDataPart(Buffer.from(text), 'stateful_marker');
}

/** Returns an error without a stack, since the editor shows a failure with its stack. */
export function sentenceError(sentence: string): Error {
  const error = new Error(sentence);
  error.stack = sentence;
  return error;
}
