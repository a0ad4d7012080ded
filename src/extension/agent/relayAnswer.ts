import { normaliseArguments } from '../../adapters/models/callNames.ts';
import { CUT_OFF } from '../../core/chat/toolContract.ts';
import type { TurnEnd, TurnEvent } from '../../core/chat/agentLoop.ts';
import type { FilledArguments } from '../../core/log/fillMarks.ts';
import {
  withoutOpaque,
  type AssistantMessage,
  type AssistantPart,
  type ToolCallPart,
} from '../../core/log/message.ts';
import type { Answer } from '../../core/model/answer.ts';

/** The receiver of an answer's parts. */
export interface AnswerSink {
  onText(text: string): void;
  onCall(call: { readonly callId: string; readonly name: string; readonly input: object }): void;
  /** Reports why the model did not answer, before it is asked again. */
  onRetry?(sentence: string): void;
  /** Replaces marks in a call's arguments with the secrets' values, for the outgoing call only. */
  fill?(tool: string, input: object): FilledArguments;
}

/**
 * The message for the log, and one sentence on the problem if the agent did not get the whole answer. The message has
 * marks in place of secrets, and no calls that the agent did not get.
 */
export interface Relayed {
  readonly message?: AssistantMessage;
  readonly problem?: string;
}

/**
 * Hands an answer over to the editor's agent: text as it arrives, and calls once the answer is complete. Reports no
 * problem if the answer was stopped.
 */
export async function relayAnswer(
  asking: AsyncGenerator<TurnEvent, Answer | TurnEnd>,
  sink: AnswerSink,
): Promise<Relayed> {
  const shown: string[] = [];
  let wasTextThought = false;
  let step = await asking.next();
  for (; step.done !== true; step = await asking.next()) {
    const { value } = step;
    if (value.type === 'retrying') sink.onRetry?.(value.sentence);
    if (value.type !== 'delta') continue;
    wasTextThought ||= value.delta.type === 'thoughtSoFar';
    if (value.delta.type !== 'text' || value.delta.text === '') continue;
    shown.push(value.delta.text);
    sink.onText(value.delta.text);
  }
  const answer = wasTextThought ? asShown(step.value, shown.join('')) : step.value;
  if ('kind' in answer) return answer.kind === 'refused' ? { problem: answer.sentence } : {};
  const { message, error } = answer;
  if (error === undefined) return message === undefined ? {} : withCalls(message, sink);
  return { ...withoutCalls(message), ...(error.reason !== 'cancelled' && { problem: error.message }) };
}

/**
 * Returns the answer with the text that was handed over to the agent, so that the log has the same text as the agent.
 * Needed if a text turns out to be a thought after it was handed over.
 */
function asShown(answer: Answer | TurnEnd, text: string): Answer | TurnEnd {
  if ('kind' in answer || answer.message === undefined) return answer;
  const calls = answer.message.parts.filter(({ type }) => type === 'toolCall');
  return { ...answer, message: { ...answer.message, parts: [{ type: 'text', text }, ...calls] } };
}

/** Returns an answer without its calls, which were not handed over. Returns no message if no text is left. */
function withoutCalls(message: AssistantMessage | undefined): Pick<Relayed, 'message'> {
  if (message === undefined) return {};
  const parts = message.parts.filter(({ type }) => type !== 'toolCall');
  return parts.some(({ type }) => type === 'text') ? { message: { ...withoutOpaque(message), parts } } : {};
}

/**
 * Hands over the calls with secrets in place of their marks, and returns the message with the marks, for the log. If a
 * call is cut off or has an unknown mark, hands over no call and returns the problem.
 */
function withCalls(message: AssistantMessage, sink: AnswerSink): Relayed {
  const calls: Parameters<AnswerSink['onCall']>[0][] = [];
  for (const part of message.parts) {
    if (part.type !== 'toolCall') continue;
    const { callId, name } = part;
    if (message.finish === 'length' && !isWhole(part)) return { ...withoutCalls(message), problem: CUT_OFF };
    const written = inputOf(part);
    const filled = sink.fill?.(name, written) ?? { isFilled: true, value: written };
    if (!filled.isFilled) return { ...withoutCalls(message), problem: filled.problem };
    calls.push({ callId, name, input: filled.value as object });
  }
  for (const call of calls) sink.onCall(call);
  const parts = message.parts.map((part): AssistantPart =>
    part.type === 'toolCall' ? { ...part, arguments: JSON.stringify(inputOf(part)) } : part,
  );
  return { message: { ...message, parts } };
}

function isWhole({ arguments: written }: Pick<ToolCallPart, 'arguments'>): boolean {
  return written.trim() === '' || !('unparsed' in inputOf({ arguments: written }));
}

function inputOf({ arguments: written }: Pick<ToolCallPart, 'arguments'>): object {
  return JSON.parse(normaliseArguments(written)) as object;
}
