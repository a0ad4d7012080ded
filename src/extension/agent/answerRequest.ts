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
import type { ModelFailureNotifier } from './failureNotifiers.ts';
import { relayAnswer, type AnswerSink, type Relayed } from './relayAnswer.ts';
import { askToGoOn } from './tellInAgent.ts';

/** A request of the editor's agent, and where its answer goes. */
export interface Asked {
  readonly request: AgentRequest;
  readonly model: ChatModel;
  readonly signal: CancelSignal;
  readonly report: (part: vscode.LanguageModelResponsePart) => void;
}

/** The parts of Longthread that `answerRequest` uses. */
export interface AnswerPorts {
  readonly sessions: Pick<AgentSessions, 'take'>;
  /** Masks the secrets of a request that is sent without a session. */
  mask(messages: readonly Message[]): Promise<MaskedRequest>;
  /** Reports a failure of Longthread itself. If nothing was shown yet, the request is then sent without a session. */
  onFailure(error: unknown): void;
  /** Reports a model's failures if the editor's chat does not show them itself. */
  readonly modelFailures: Pick<ModelFailureNotifier, 'failed' | 'answered'>;
}

/**
 * Answers a request through its session: appends the request's new messages, and sends the projection of the log to the
 * model. If this fails before anything was shown, or if the request belongs to no session, sends the original request
 * to the model, with its secrets masked. Throws if the model does not answer, or if Longthread fails after something
 * was shown.
 */
export async function answerRequest(asked: Asked, ports: AnswerPorts): Promise<void> {
  const taken = await guarded(() => ports.sessions.take(asked.request, asked.model), ports);
  try {
    if (taken !== undefined && (await answerThrough(taken, asked, ports))) return;
  } finally {
    taken?.done();
  }
  const { messages, secrets } = await ports.mask(requestMessages(asked.request));
  const { message, problem } = await relay(askWithoutSession(asked, messages), asked, ports, {
    fill: (tool, input) => fillCall(tool, input, secrets),
  });
  reportUsage(message, asked);
  if (problem === undefined) return;
  tellFailure(problem, asked, ports);
  throw new Error(problem);
}

/** Does the work and returns its result. If the work fails, reports the failure and returns undefined. */
async function guarded<T>(work: () => Promise<T>, ports: AnswerPorts): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    ports.onFailure(error);
    return undefined;
  }
}

/**
 * Answers through a session. Returns false if nothing was shown, because Longthread itself failed or because the
 * session to summarize has no messages.
 */
async function answerThrough(
  { kind, session }: Omit<TakenRequest, 'done'>,
  asked: Asked,
  ports: AnswerPorts,
): Promise<boolean> {
  if (kind === 'summary') return (await guarded(() => summarize(session, asked), ports)) ?? false;
  const before = newestMessage(session);
  const shown = { isAny: false };
  const watched: Asked = {
    ...asked,
    report: (part) => {
      shown.isAny = true;
      asked.report(part);
    },
  };
  let relayed: Relayed;
  try {
    relayed = await relay(session.conversation.ask(asked.signal), watched, ports, {
      fill: (tool, input) => fillCall(tool, input, session.live.secrets),
    });
  } catch (error) {
    ports.onFailure(error);
    if (shown.isAny) throw error;
    return false;
  }
  const { message, problem } = relayed;
  if (message !== undefined) asked.report(markerPart(asked.model.profile.id, markerOf(session.id)));
  reportUsage(message, asked);
  // While this request was answered, another request may have rewound the session. Then the answer is not added here:
  // if the editor kept it, the editor's next request contains it.
  if (message !== undefined && newestMessage(session) === before)
    await guarded(() => session.conversation.keep(message), ports);
  if (problem === undefined) return true;
  // If the request was refused because of the session's budget, `askToGoOn` shows the refusal.
  if (problem !== session.conversation.budget.refusal) tellFailure(problem, asked, ports);
  void askToGoOn(session.conversation);
  throw new Error(problem);
}

function newestMessage({ live }: OpenAgentSession): string | undefined {
  return live.session.messages.at(-1)?.id;
}

/** The answer to the agent's request for a summary if there are no notes. */
const NO_NOTES = 'Longthread wrote no notes. The whole conversation is in its log.';

/**
 * Answers the agent's request for a summary: compacts, and reports the notes with a marker line. Later requests that
 * contain the line are recognised as continuing the session. Returns false for a session without messages.
 */
async function summarize({ id, live, conversation }: OpenAgentSession, { report }: Asked): Promise<boolean> {
  const through = live.session.messages.at(-1)?.id;
  if (through === undefined) return false;
  await conversation.compactor.compactNow({});
  const blocks = standingBlocks(liveCompactions(live.session));
  const notes = blocks.map(({ text }) => text).join('\n\n');
  const answer = summaryAnswer(notes === '' ? NO_NOTES : notes, { sessionId: id, through });
  report(new vscode.LanguageModelTextPart(answer));
  return true;
}

/** Hands the answer over to the editor's agent. */
async function relay(
  answer: Parameters<typeof relayAnswer>[0],
  asked: Asked,
  ports: AnswerPorts,
  fill: Pick<AnswerSink, 'fill'>,
): Promise<Relayed> {
  const onRetry = (sentence: string): void => tellFailure(sentence, asked, ports);
  const relayed = await relayAnswer(answer, { ...sinkOf(asked), ...fill, onRetry });
  if (relayed.problem === undefined && !asked.signal.aborted)
    ports.modelFailures.answered(asked.model.profile.id);
  return relayed;
}

/**
 * Notifies the person of a model's failure if the request comes from the Copilot harness, whose chats show no failures.
 */
function tellFailure(sentence: string, { request, model }: Asked, { modelFailures }: AnswerPorts): void {
  if (isOfCopilotHarness(request)) modelFailures.failed(model.profile.id, sentence);
}

function sinkOf({ report }: Asked): AnswerSink {
  return {
    onText: (text) => report(new vscode.LanguageModelTextPart(text)),
    onCall: ({ callId, name, input }) => report(new vscode.LanguageModelToolCallPart(callId, name, input)),
  };
}

function reportUsage(message: AssistantMessage | undefined, { report }: Asked): void {
  if (message?.usage !== undefined) report(usagePart(message.usage));
}

/** Sends the given messages to the model, with the request's tools and options unchanged. Logs nothing. */
function askWithoutSession(
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

/** Returns the usage as the data part that the editor's own gauge reads. */
export function usagePart({ inputTokens, outputTokens }: Usage): vscode.LanguageModelDataPart {
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
  return vscode.LanguageModelDataPart.json(usage, 'usage');
}

/**
 * Returns a session's marker as the data part that the editor keeps with an answer and sends with later requests. The
 * editor drops a marker that does not begin with a model name and a backslash.
 */
export function markerPart(modelId: string, marker: string): vscode.LanguageModelDataPart {
  const text = `${modelId.replaceAll('\\', '/')}\\${marker}`;
  return new vscode.LanguageModelDataPart(Buffer.from(text), 'stateful_marker');
}

/** Returns an error whose stack is only its message, since the editor shows the stack of an error. */
export function sentenceError(sentence: string): Error {
  const error = new Error(sentence);
  error.stack = sentence;
  return error;
}
